/**
 * Why a PDF is refused. `ambiguous`: two programs may read different documents from the same bytes; `fonts`: letters would be
 * missing; `volume`: its pages take too much space.
 */
export type PdfFault = 'locked' | 'active' | 'ambiguous' | 'fonts' | 'pages' | 'volume' | 'broken'

/** Thrown when a PDF cannot be accepted. */
export class RefusedPdf extends Error {
	override readonly name = 'RefusedPdf'
	readonly fault: PdfFault

	constructor(fault: PdfFault, message: string) {
		super(`${fault}: ${message}`)
		this.fault = fault
	}
}

export class PdfName {
	readonly text: string
	constructor(text: string) {
		this.text = text
	}
}

export class PdfReference {
	readonly number: number
	readonly generation: number
	constructor(number: number, generation: number) {
		this.number = number
		this.generation = generation
	}
}

/** Contents of strings are ignored; only their presence matters. */
export const PDF_STRING = Symbol('string')

export type PdfDict = Map<string, PdfValue>
export type PdfValue = number | boolean | null | typeof PDF_STRING | PdfName | PdfReference | PdfValue[] | PdfDict

const MAX_DEPTH = 64
const MAX_VALUES = 1_000_000
/** Longer than any producer writes; a comment is where other file formats hide. */
const MAX_COMMENT = 512

const isSpace = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const isDelimiter = (byte: number) => '()<>[]{}/%'.includes(String.fromCharCode(byte))
const isRegular = (byte: number) => !Number.isNaN(byte) && !isSpace(byte) && !isDelimiter(byte)
const isHex = (text: string) => /^[0-9A-Fa-f]{2}$/.test(text)

const broken = (message: string) => new RefusedPdf('broken', message)

/** Reads PDF objects (ISO 32000-1, 7.2 and 7.3) from the bytes, strictly: what the grammar has no rule for is refused. */
export class PdfReader {
	position: number
	readonly bytes: Buffer
	#values = 0

	constructor(bytes: Buffer, position = 0) {
		this.bytes = bytes
		this.position = position
	}

	get isAtEnd(): boolean {
		return this.position >= this.bytes.length
	}

	/** Skips white space and comments; calls `onComment` with the text of each comment. */
	skipSpace(onComment?: (text: string) => void): void {
		for (; !this.isAtEnd; this.position++) {
			const byte = this.#peek()
			if (byte === 0x25) {
				const start = this.position
				while (!this.isAtEnd && this.#peek() !== 10 && this.#peek() !== 13) this.position++
				if (this.position - start > MAX_COMMENT) throw broken('a comment is too long')
				onComment?.(this.bytes.toString('latin1', start, this.position))
				if (this.isAtEnd) return
			} else if (!isSpace(byte)) return
		}
	}

	/** The next run of regular characters without moving on, or '' before a delimiter. */
	peekWord(): string {
		let end = this.position
		while (end < this.bytes.length && isRegular(this.bytes[end] ?? Number.NaN)) end++
		return this.bytes.toString('latin1', this.position, Math.min(end, this.position + 64))
	}

	/** Moves over the keyword if it is next. */
	take(keyword: string): boolean {
		if (this.peekWord() !== keyword) return false
		this.position += keyword.length
		return true
	}

	/** A non-negative integer; refuses anything else. */
	takeInteger(): number {
		this.skipSpace()
		const word = this.peekWord()
		if (!/^\d{1,10}$/.test(word)) throw broken(`no integer at ${this.position}`)
		this.position += word.length
		return Number(word)
	}

	value(depth = 0): PdfValue {
		if (depth > MAX_DEPTH) throw broken('nested too deeply')
		if (++this.#values > MAX_VALUES) throw broken('too many values')
		this.skipSpace()
		const byte = this.#peek()
		if (byte === 0x2f) return this.#name()
		if (byte === 0x28) return this.#literalString()
		if (byte === 0x5b) return this.#array(depth)
		if (byte === 0x3c) return this.bytes[this.position + 1] === 0x3c ? this.dict(depth) : this.#hexString()
		return this.#word()
	}

	dict(depth = 0): PdfDict {
		this.skipSpace()
		if (this.bytes.toString('latin1', this.position, this.position + 2) !== '<<') throw broken(`no dictionary at ${this.position}`)
		this.position += 2
		const dict: PdfDict = new Map()
		for (;;) {
			this.skipSpace()
			if (this.bytes.toString('latin1', this.position, this.position + 2) === '>>') break
			if (this.#peek() !== 0x2f) throw broken('a key is not a name')
			const key = this.#name().text
			const value = this.value(depth + 1)
			// Some readers take the first, others the last.
			if (dict.has(key)) throw new RefusedPdf('ambiguous', `the key ${key} stands twice in a dictionary`)
			dict.set(key, value)
		}
		this.position += 2
		return dict
	}

	#peek(): number {
		return this.bytes[this.position] ?? Number.NaN
	}

	#name(): PdfName {
		const start = ++this.position
		while (isRegular(this.#peek())) this.position++
		const written = this.bytes.toString('latin1', start, this.position)
		const text = written.replaceAll(/#(..)/g, (whole, code: string) =>
			isHex(code) ? String.fromCharCode(Number.parseInt(code, 16)) : whole,
		)
		// Readers that keep names as C strings see another name.
		if (text.includes('\0')) throw new RefusedPdf('ambiguous', 'a name holds a zero byte')
		return new PdfName(text)
	}

	#array(depth: number): PdfValue[] {
		this.position++
		const items: PdfValue[] = []
		for (;;) {
			this.skipSpace()
			if (this.#peek() === 0x5d) break
			items.push(this.value(depth + 1))
		}
		this.position++
		return items
	}

	#literalString(): typeof PDF_STRING {
		let open = 0
		for (; !this.isAtEnd; this.position++) {
			const byte = this.#peek()
			if (byte === 0x5c) this.position++
			else if (byte === 0x28) open++
			else if (byte === 0x29 && --open === 0) {
				this.position++
				return PDF_STRING
			}
		}
		throw broken('a string does not end')
	}

	#hexString(): typeof PDF_STRING {
		const end = this.bytes.indexOf('>', this.position, 'latin1')
		if (end < 0 || !/^<[\s\0\dA-Fa-f]*$/.test(this.bytes.toString('latin1', this.position, end)))
			throw broken('a string is not hexadecimal')
		this.position = end + 1
		return PDF_STRING
	}

	#word(): PdfValue {
		const word = this.peekWord()
		if (word === 'true' || word === 'false') return this.#past(word, word === 'true')
		if (word === 'null') return this.#past(word, null)
		if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) throw broken(`no value at ${this.position}`)
		this.position += word.length
		return this.#reference(word) ?? Number(word)
	}

	#past<T>(word: string, value: T): T {
		this.position += word.length
		return value
	}

	/** `12 0 R`, of which the first number has been read. */
	#reference(number: string): PdfReference | null {
		if (!/^\d{1,10}$/.test(number)) return null
		const start = this.position
		this.skipSpace()
		const generation = this.peekWord()
		if (/^\d{1,5}$/.test(generation)) {
			this.position += generation.length
			this.skipSpace()
			if (this.take('R')) return new PdfReference(Number(number), Number(generation))
		}
		this.position = start
		return null
	}
}

export const nameOf = (value: PdfValue | undefined): string | null => (value instanceof PdfName ? value.text : null)
export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map
