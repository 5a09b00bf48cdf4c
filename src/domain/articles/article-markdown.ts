import { type Block, type Inline, parseInlines, parseMarkdown, plainText } from '../questions/markdown.ts'

/** What an article may hold besides the site's Markdown subset (domain/questions/markdown.ts): headings and plain tables. */
export type ArticleBlock =
	| Block
	| { kind: 'heading'; level: 2 | 3; id: string; text: string }
	| { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** A line of the table of contents. */
export type Chapter = { id: string; text: string; sections: { id: string; text: string }[] }

const heading = /^(#{2,3})[ \t\u3000]+(\S.{0,200})$/u
const rule = /^\|?[ \t]*:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*)*\|?$/
const MAX_COLUMNS = 6

/** Parses an article's text. Never throws: unsupported markup is text. Headings are numbered so that links to them are stable. */
export function parseArticle(source: string): ArticleBlock[] {
	const blocks: ArticleBlock[] = []
	const lines = source.replaceAll(/\r\n?/g, '\n').split('\n')
	let plain: string[] = []
	let chapter = 0
	let section = 0
	const endPlain = () => {
		if (plain.length > 0) blocks.push(...parseMarkdown(plain.join('\n')))
		plain = []
	}
	for (let at = 0; at < lines.length; at++) {
		const line = (lines[at] ?? '').trim()
		const mark = heading.exec(line)
		const table = mark ? null : readTable(lines, at)
		if (!mark && !table) {
			plain.push(lines[at] ?? '')
			continue
		}
		endPlain()
		if (mark) {
			// A section before any chapter is a chapter.
			const level = mark[1] === '###' && chapter > 0 ? 3 : 2
			if (level === 2) section = 0
			if (level === 2) chapter++
			else section++
			const id = level === 2 ? `section-${chapter}` : `section-${chapter}-${section}`
			blocks.push({ kind: 'heading', level, id, text: (mark[2] ?? '').replaceAll('**', '').trim() })
		} else if (table) {
			blocks.push(table.block)
			at += table.lines - 1
		}
	}
	endPlain()
	return blocks
}

/** A table begins with a line of cells, then the rule, and ends with the first line that has no bar. */
function readTable(lines: readonly string[], at: number): { block: ArticleBlock; lines: number } | null {
	const first = (lines[at] ?? '').trim()
	if (!first.startsWith('|') || !rule.test((lines[at + 1] ?? '').trim())) return null
	const head = cellsOf(first).slice(0, MAX_COLUMNS)
	if (head.length < 2) return null
	const rows: Inline[][][] = []
	let end = at + 2
	for (; end < lines.length; end++) {
		const line = (lines[end] ?? '').trim()
		if (!line.startsWith('|')) break
		const cells = cellsOf(line)
		rows.push(head.map((_, place) => parseInlines(cells[place] ?? '')))
	}
	return { block: { kind: 'table', head: head.map((cell) => parseInlines(cell)), rows }, lines: end - at }
}

const cellsOf = (line: string): string[] =>
	line
		.replace(/^\|/, '')
		.replace(/\|$/, '')
		.split('|')
		.map((cell) => cell.trim())

/** The headings as a table of contents. */
export function chaptersOf(blocks: readonly ArticleBlock[]): Chapter[] {
	const chapters: Chapter[] = []
	for (const block of blocks) {
		if (block.kind !== 'heading') continue
		if (block.level === 2) chapters.push({ id: block.id, text: block.text, sections: [] })
		else chapters.at(-1)?.sections.push({ id: block.id, text: block.text })
	}
	return chapters
}

/** The text without marks, for the reading time and for search. */
export function articleText(blocks: readonly ArticleBlock[]): string {
	return blocks
		.map((block) => {
			if (block.kind === 'heading') return block.text
			if (block.kind !== 'table') return plainText([block])
			return [block.head, ...block.rows]
				.map((row) => row.map((cell) => plainText([{ kind: 'paragraph', children: cell }])).join(' '))
				.join('\n')
		})
		.join('\n\n')
}
