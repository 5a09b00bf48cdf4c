import type { MouseEvent } from 'react'
import { savedRepliesPath } from '../../domain/shared/links.ts'
import { controlProps, Field } from '../forms/field.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'

/** A saved reply with its placeholders filled for the client. */
export type FilledReply = { id: number; title: string; text: string }

/** Puts a text where the cursor is, in a paragraph of its own after other text, as if it had been typed. */
function insertAtCursor(area: HTMLTextAreaElement, text: string): void {
	const before = area.value.slice(0, area.selectionStart)
	const gap = before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
	area.setRangeText(gap + text, area.selectionStart, area.selectionEnd, 'end')
	area.dispatchEvent(new Event('input', { bubbles: true }))
	area.focus()
}

/**
 * The choice of a saved reply inside the form of an answer, before its hidden fields: its button sends another intent than they do.
 * Without a script the server puts the text into the form.
 */
export function ReplyPicker({ replies, formState }: { replies: readonly FilledReply[]; formState: FormState | undefined }) {
	const error = formState?.fields['savedReply']
	const insert = (event: MouseEvent<HTMLButtonElement>) => {
		const fields = event.currentTarget.form?.elements
		const [choice, area] = [fields?.namedItem('savedReply'), fields?.namedItem('body')]
		if (!(choice instanceof HTMLSelectElement) || !(area instanceof HTMLTextAreaElement)) return
		const reply = replies.find(({ id }) => String(id) === choice.value)
		if (!reply) return
		event.preventDefault()
		insertAtCursor(area, reply.text)
	}
	if (replies.length === 0)
		return (
			<p>
				<Link to={savedRepliesPath()}>よく使う返信を定型文にする</Link>
			</p>
		)
	return (
		<Field id="savedReply" label="定型文" error={error} optional>
			<select {...controlProps('savedReply', { error })} name="savedReply" defaultValue={textIn(formState?.values, 'savedReply') ?? ''}>
				<option value="">選んでください</option>
				{replies.map(({ id, title }) => (
					<option key={id} value={id}>
						{title}
					</option>
				))}
			</select>
			<p className={stack.line}>
				<button type="submit" name="intent" value="insert" className="button" data-kind="quiet" onClick={insert}>
					本文に入れる
				</button>
				<Link to={savedRepliesPath()}>定型文を編集する</Link>
			</p>
		</Field>
	)
}
