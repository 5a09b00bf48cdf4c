import type { LineDiff } from '../format/text-diff.ts'

const heading = /^(#{2,3}) /

/** The changed lines alone, as readers see them, each group below the headings of its part. */
export function changedLines(lines: readonly LineDiff[]): LineDiff[] {
	const shown: LineDiff[] = []
	let above: LineDiff[] = []
	for (const line of lines) {
		const level = line.kind === 'same' ? heading.exec(line.text)?.[1]?.length : undefined
		if (level !== undefined) above = [...above.filter(({ text }) => (heading.exec(text)?.[1]?.length ?? 0) < level), line]
		if (line.kind === 'same' || /^\|[\s|:-]+$/.test(line.text)) continue
		shown.push(...above, line)
		above = []
	}
	return shown.map(({ kind, text }) => ({ kind, text: withoutMarks(text) }))
}

/** Without the marks of headings, tables, strong text and links. */
const withoutMarks = (text: string): string =>
	text
		.replace(heading, '')
		.replaceAll(/^\|\s*|\s*\|$/g, '')
		.replaceAll(/\s*\|\s*/g, '｜')
		.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
		.replaceAll('**', '')
