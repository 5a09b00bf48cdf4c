import { inflateRawSync } from 'node:zlib'

/** Thrown for a file that is no ZIP, is cut off, encrypted or larger than the plain format. */
export class UnreadableZip extends Error {
	override readonly name = 'UnreadableZip'
}

export type ZipPart = { name: string; method: number; packedSize: number; size: number; offset: number }

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT = 65_535
const STORED = 0
const DEFLATED = 8

/** What the directory at the end of a ZIP names, without unpacking anything. Throws `UnreadableZip`, also for more than `maxParts`. */
export function listZip(content: Uint8Array, maxParts: number): ZipPart[] {
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
	const end = findEnd(bytes)
	const count = bytes.readUInt16LE(end + 10)
	if (count > maxParts || count === 0xffff) throw new UnreadableZip('too many parts')
	const parts: ZipPart[] = []
	let at = bytes.readUInt32LE(end + 16)
	for (let number = 0; number < count; number++) {
		if (at + 46 > end || bytes.readUInt32LE(at) !== ENTRY) throw new UnreadableZip('the directory is broken')
		if (bytes.readUInt16LE(at + 8) & 1) throw new UnreadableZip('encrypted')
		const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number]
		parts.push({
			name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
			method: bytes.readUInt16LE(at + 10),
			packedSize: bytes.readUInt32LE(at + 20),
			size: bytes.readUInt32LE(at + 24),
			offset: bytes.readUInt32LE(at + 42),
		})
		at += 46 + nameLength + extraLength + commentLength
	}
	return parts
}

function findEnd(bytes: Buffer): number {
	for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - MAX_COMMENT); at--)
		if (bytes.readUInt32LE(at) === END) return at
	throw new UnreadableZip('no directory')
}

/** The text of one part, of at most `maxBytes` whatever the directory says. Throws `UnreadableZip`. */
export function readZipText(content: Uint8Array, part: ZipPart, maxBytes: number): string {
	const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
	if (part.offset + 30 > bytes.length || bytes.readUInt32LE(part.offset) !== LOCAL) throw new UnreadableZip('a part is missing')
	const start = part.offset + 30 + bytes.readUInt16LE(part.offset + 26) + bytes.readUInt16LE(part.offset + 28)
	const packed = bytes.subarray(start, start + part.packedSize)
	if (part.method === STORED && packed.length <= maxBytes) return packed.toString('utf8')
	if (part.method !== DEFLATED) throw new UnreadableZip('packed in another way')
	try {
		return inflateRawSync(packed, { maxOutputLength: maxBytes }).toString('utf8')
	} catch (error) {
		throw new UnreadableZip('a part does not unpack', { cause: error })
	}
}
