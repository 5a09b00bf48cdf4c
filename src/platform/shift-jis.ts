let codes: Map<string, readonly number[]> | undefined

/** Every character of Shift_JIS (as Windows writes it) with its bytes, read once from the decoder of the platform. */
function readCodes(): Map<string, readonly number[]> {
	const decoder = new TextDecoder('shift_jis', { fatal: true })
	const found = new Map<string, readonly number[]>()
	const add = (...bytes: number[]) => {
		try {
			const character = decoder.decode(new Uint8Array(bytes))
			// Of several codes of one character the first is the usual one.
			if (Array.from(character).length === 1 && !found.has(character)) found.set(character, bytes)
		} catch {
			// No character has this code.
		}
	}
	for (let byte = 0; byte < 0x100; byte++) add(byte)
	for (let lead = 0x81; lead <= 0xfc; lead++) for (let trail = 0x40; trail <= 0xfc; trail++) add(lead, trail)
	return found
}

/** A text in Shift_JIS; what it does not have becomes 〓. */
export function toShiftJis(text: string): Uint8Array {
	codes ??= readCodes()
	const geta = codes.get('〓') ?? [0x3f]
	return new Uint8Array(Array.from(text.normalize('NFC')).flatMap((character) => codes?.get(character) ?? geta))
}
