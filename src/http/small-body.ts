import { BodyRefusal } from './request-body.ts'

/** An office's fees are the form with the most fields: four for each task. */
const MAX_PAIRS = 4_000
const MAX_DEPTH = 32
const [AMPERSAND, QUOTE, BACKSLASH] = [0x26, 0x22, 0x5c]
/** `[` and `{`, `]` and `}` differ in one bit only. */
const [OPEN, CLOSE, BRACKET_BIT] = [0x5b, 0x5d, 0x20]

/** Parses an urlencoded form. Throws `BodyRefusal` before parsing when it has too many fields. */
export function parseForm(bytes: Buffer): FormData {
	let pairs = 1
	for (let at = bytes.indexOf(AMPERSAND); at !== -1; at = bytes.indexOf(AMPERSAND, at + 1))
		if (++pairs > MAX_PAIRS) throw new BodyRefusal(413, 'too-many-fields')
	const form = new FormData()
	for (const [name, value] of new URLSearchParams(bytes.toString())) form.append(name, value)
	return form
}

/** Parses JSON. Throws `BodyRefusal` before parsing when it is nested too deeply, and for what is no JSON. */
export function parseJson(bytes: Buffer): unknown {
	if (depthOf(bytes) > MAX_DEPTH) throw new BodyRefusal(400, 'nested-too-deeply')
	try {
		return JSON.parse(new TextDecoder().decode(bytes)) as unknown
	} catch {
		throw new BodyRefusal(400, 'malformed-json')
	}
}

/** The deepest nesting of arrays and objects; brackets inside strings do not count. */
function depthOf(bytes: Buffer): number {
	let depth = 0
	let deepest = 0
	let inString = false
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i]!
		if (inString) {
			if (byte === BACKSLASH) i++
			else if (byte === QUOTE) inString = false
			continue
		}
		if (byte === QUOTE) inString = true
		else if ((byte & ~BRACKET_BIT) === OPEN) deepest = Math.max(deepest, ++depth)
		else if ((byte & ~BRACKET_BIT) === CLOSE) depth--
	}
	return deepest
}
