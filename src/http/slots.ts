import { randomBytes } from 'node:crypto'
import { type GzipPiece, gzipPiece, joinGzip } from './gzip-pieces.ts'

/**
 * Kept pages for signed-in readers are rendered for a stand-in, who has no row in the database, with slots where the page says
 * something of its reader. What the reader has comes into the slots when the page is sent and is never stored with it.
 */
export type SlotText =
	/** The reader's public uid. */
	| 'uid'
	/** The CSRF token of the reader's browser. */
	| 'token'
	/** A fresh idempotency key for the forms of the page. */
	| 'key'
	/** Where the reader's picture is served. */
	| 'image'
	/** What the bell says, and the number beside it. */
	| 'bell'
	| 'count'
/** What holds of the reader or not: the subject is a favourite, its expert is followed, an answer was helpful. */
export type SlotChoice = 'kept' | 'followed' | `helpful-${number}`

export type SlotFill = {
	/** Plain texts; null leaves out the attribute whose value the slot is. */
	readonly texts: Readonly<Record<SlotText, string | null>>
	/** Those that hold. */
	readonly choices: ReadonlySet<SlotChoice>
}

/** Unguessable, so that no text of a page can pretend to be a slot. It never leaves the process. */
const mark = randomBytes(24).toString('base64url')

/** Stands for a text as the value of an attribute, on a page that is rendered for the stand-in. */
export const textSlot = (name: SlotText): string => `${mark}:${name};`

/** Three texts around two elements, of which a reader gets the first where the choice holds and otherwise the second. */
export type ChoiceSlot = { readonly first: string; readonly second: string; readonly end: string }
export const choiceSlot = (name: SlotChoice): ChoiceSlot => ({
	first: `${mark}?${name};`,
	second: `${mark}|${name};`,
	end: `${mark}.${name};`,
})

/** `before`: the attribute up to its value. */
type TextPart = { slot: SlotText; before: Buffer }
type ChoicePart = { choice: SlotChoice; first: FlatPart[]; second: FlatPart[] }
type FlatPart = GzipPiece | TextPart
type Part = FlatPart | ChoicePart

/** A page with slots, compressed but for them. */
export type Template = { readonly parts: readonly Part[]; readonly bytes: number }

/** An attribute with a text slot as its whole value, or a mark of a choice. */
const slots = new RegExp(`( [\\w-]+=")${mark}:(\\w+);"|${mark}([?|.])([\\w-]+);`, 'g')

/** Compresses a page around its slots. Throws where a slot is not the value of an attribute or a choice is not whole. */
export async function templateOf(html: Buffer): Promise<Template> {
	// One character for each byte, so that the pieces are the bytes of the page.
	const text = html.toString('latin1')
	const parts: Part[] = []
	let open: { part: ChoicePart; isSecond: boolean } | null = null
	let from = 0
	const add = (part: FlatPart): void => void (open === null ? parts : open.isSecond ? open.part.second : open.part.first).push(part)
	const addPlain = async (to: number): Promise<void> => {
		const plain = text.slice(from, to)
		if (plain.includes(mark)) throw new Error('a slot out of its place')
		if (plain !== '') add(await gzipPiece(Buffer.from(plain, 'latin1')))
	}
	for (const found of text.matchAll(slots)) {
		const [whole, before, name, sign, choice] = found
		await addPlain(found.index)
		from = found.index + whole.length
		if (before !== undefined) add({ slot: name as SlotText, before: Buffer.from(before) })
		else open = turnedBy(open, sign ?? '', choice as SlotChoice, parts)
	}
	await addPlain(text.length)
	if (open !== null) throw new Error('a choice without an end')
	return { parts, bytes: parts.reduce((sum, part) => sum + sizeOf(part), 0) }
}

/** The choice that is open after one of its marks. */
function turnedBy(open: { part: ChoicePart; isSecond: boolean } | null, sign: string, choice: SlotChoice, parts: Part[]) {
	if (sign === '?' && open === null) {
		const part: ChoicePart = { choice, first: [], second: [] }
		parts.push(part)
		return { part, isSecond: false }
	}
	if (open?.part.choice === choice && sign === (open.isSecond ? '.' : '|')) return sign === '.' ? null : { ...open, isSecond: true }
	throw new Error('marks of a choice in a wrong order')
}

const OVERHEAD = 150

const sizeOf = (part: Part): number => {
	if ('choice' in part) return [...part.first, ...part.second].reduce((sum, one) => sum + sizeOf(one), OVERHEAD)
	return OVERHEAD + ('slot' in part ? part.before.length : part.bytes.length)
}

/** The page of one reader as a gzip stream. The reader's own texts are not compressed with the page, so that lengths tell nothing. */
export function fillTemplate({ parts }: Template, { texts, choices }: SlotFill): Buffer {
	const filled = (part: FlatPart): (GzipPiece | Buffer)[] => {
		if (!('slot' in part)) return [part]
		const text = texts[part.slot]
		return text === null ? [] : [Buffer.concat([part.before, Buffer.from(`${escapeAttribute(text)}"`)])]
	}
	return joinGzip(
		parts.flatMap((part) => ('choice' in part ? (choices.has(part.choice) ? part.first : part.second).flatMap(filled) : filled(part))),
	)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' }
const escapeAttribute = (text: string): string => text.replaceAll(/[&"'<>]/g, (letter) => escapes[letter] ?? letter)
