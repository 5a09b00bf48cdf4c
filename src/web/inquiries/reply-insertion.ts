import { reportTyped } from '../forms/mended-errors.ts'

/** A saved reply with its placeholders filled for the client. */
export type FilledReply = { id: number; title: string; text: string }

/** Puts a text where the cursor is, in a paragraph of its own after other text, as if it had been typed. */
export function insertAtCursor(area: HTMLTextAreaElement, text: string): void {
	const before = area.value.slice(0, area.selectionStart)
	const gap = before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
	area.setRangeText(gap + text, area.selectionStart, area.selectionEnd, 'end')
	reportTyped(area)
	area.focus()
}
