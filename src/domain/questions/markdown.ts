import { linkText } from '../shared/link-text.ts'

/**
 * The site's Markdown subset as a tree that a page turns into elements: paragraphs, lists, quotes, bold and links.
 * Nothing else is parsed, so nothing needs sanitising: HTML stays text, and the URL of a link is always
 * http or https.
 */
export type Inline =
	| { kind: 'text'; text: string }
	| { kind: 'strong'; children: Inline[] }
	| { kind: 'link'; href: string; children: Inline[] }
	| { kind: 'break' }

export type Block =
	| { kind: 'paragraph'; children: Inline[] }
	| { kind: 'list'; ordered: boolean; items: Inline[][] }
	| { kind: 'quote'; children: Inline[] }

type Line = { kind: 'bullet' | 'number' | 'quote' | 'text' | 'blank'; text: string }

const bullet = /^[ \t]{0,3}[-*・][ \t\u3000]+(?=\S)/u
const number = /^[ \t]{0,3}\d{1,3}[.)][ \t]+(?=\S)/u
const quote = /^[ \t]{0,3}[>＞][ \t]?/u

function readLine(line: string): Line {
	for (const [kind, mark] of [
		['bullet', bullet],
		['number', number],
		['quote', quote],
	] as const) {
		const match = mark.exec(line)
		if (match) return { kind, text: line.slice(match[0].length).trim() }
	}
	const text = line.trim()
	return { kind: text === '' ? 'blank' : 'text', text }
}

/** Parses a text. Never throws: markup outside the subset is text. */
export function parseMarkdown(source: string): Block[] {
	const blocks: Block[] = []
	let run: Line[] = []
	const end = () => {
		const [first] = run
		if (first) blocks.push(blockOf(first.kind, run))
		run = []
	}
	for (const raw of source.replaceAll(/\r\n?/g, '\n').split('\n')) {
		const line = readLine(raw)
		const kind = run[0]?.kind
		if (line.kind === 'blank') end()
		// A line without a marker continues the item before it.
		else if (line.kind === 'text' && (kind === 'bullet' || kind === 'number') && /^[ \t\u3000]/u.test(raw)) appendTo(run, line.text)
		else {
			if (kind !== undefined && kind !== line.kind) end()
			run.push(line)
		}
	}
	end()
	return blocks
}

function appendTo(run: Line[], text: string): void {
	const last = run.at(-1)
	if (last) last.text += `\n${text}`
}

function blockOf(kind: Line['kind'], lines: readonly Line[]): Block {
	if (kind === 'bullet' || kind === 'number')
		return { kind: 'list', ordered: kind === 'number', items: lines.map((line) => parseInlines(line.text)) }
	const children = parseInlines(lines.map((line) => line.text).join('\n'))
	return kind === 'quote' ? { kind: 'quote', children } : { kind: 'paragraph', children }
}

/** Bold, a link with a text, a bare address, a line's end. Each part is bounded, so that no input makes it slow. */
const mark =
	/\*\*(?=\S)([^*\n]{1,500}?)(?<=\S)\*\*|\[([^[\]\n]{1,200})\]\((https?:\/\/[^\s()<>"]{1,1000})\)|(https?:\/\/[\w\-.~:/?#@!$&'*+,;=%]{1,1000})|\n/giu

export function parseInlines(text: string, inside: { strong: boolean } = { strong: false }): Inline[] {
	const inlines: Inline[] = []
	let at = 0
	const addText = (part: string) => {
		if (part !== '') inlines.push({ kind: 'text', text: part })
	}
	for (const match of text.matchAll(mark)) {
		const [whole, bold, label, target, bare] = match
		let length = whole.length
		let inline: Inline | null = null
		if (bold !== undefined) inline = inside.strong ? null : { kind: 'strong', children: parseInlines(bold, { strong: true }) }
		else if (label !== undefined) inline = linkTo(target ?? '', label)
		else if (bare !== undefined) {
			// A full stop or bracket after an address belongs to the sentence.
			const address = bare.replace(/[.,;:!?'*]+$/u, '')
			length = address.length
			inline = linkTo(address, address)
		} else inline = { kind: 'break' }
		if (!inline) continue
		addText(text.slice(at, match.index))
		inlines.push(inline)
		at = match.index + length
	}
	addText(text.slice(at))
	return inlines
}

function linkTo(target: string, label: string): Inline | null {
	if (!URL.canParse(target)) return null
	const url = new URL(target)
	// A user name before @ would disguise the host.
	if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') return null
	return { kind: 'link', href: url.href, children: [{ kind: 'text', text: linkText(label, url.href) }] }
}

const textOf = (inlines: readonly Inline[]): string =>
	inlines.map((one) => (one.kind === 'text' ? one.text : one.kind === 'break' ? '\n' : textOf(one.children))).join('')

/** The text without marks, for descriptions, JSON-LD and search. */
export function plainText(blocks: readonly Block[]): string {
	return blocks
		.map((block) => (block.kind === 'list' ? block.items.map((item) => `・${textOf(item)}`).join('\n') : textOf(block.children)))
		.join('\n\n')
}
