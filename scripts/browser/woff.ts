import { inflateSync } from 'node:zlib'

const WOFF = 0x774f4646
const HEADER = 44
const ENTRY = 20

/** The TrueType or OpenType font inside a WOFF 1.0 file (W3C, WOFF File Format 1.0): fontconfig reads no WOFF. */
export function unpackWoff(woff: Buffer): Buffer {
	if (woff.readUInt32BE(0) !== WOFF) throw new Error('This is no WOFF 1.0 file')
	const count = woff.readUInt16BE(12)
	const tables = Array.from({ length: count }, (_, i) => {
		const at = HEADER + i * ENTRY
		const start = woff.readUInt32BE(at + 4)
		const packed = woff.subarray(start, start + woff.readUInt32BE(at + 8))
		const length = woff.readUInt32BE(at + 12)
		return {
			tag: woff.subarray(at, at + 4),
			checksum: woff.readUInt32BE(at + 16),
			length,
			content: packed.length < length ? inflateSync(packed) : packed,
		}
	})
	const power = Math.floor(Math.log2(count))
	const directory = Buffer.alloc(12 + count * 16)
	directory.writeUInt32BE(woff.readUInt32BE(4), 0)
	directory.writeUInt16BE(count, 4)
	directory.writeUInt16BE(16 * 2 ** power, 6)
	directory.writeUInt16BE(power, 8)
	directory.writeUInt16BE(16 * (count - 2 ** power), 10)
	const parts: Buffer[] = [directory]
	let offset = directory.length
	for (const [i, table] of tables.entries()) {
		const at = 12 + i * 16
		table.tag.copy(directory, at)
		directory.writeUInt32BE(table.checksum, at + 4)
		directory.writeUInt32BE(offset, at + 8)
		directory.writeUInt32BE(table.length, at + 12)
		const padding = Buffer.alloc((4 - (table.length % 4)) % 4)
		parts.push(table.content, padding)
		offset += table.length + padding.length
	}
	return Buffer.concat(parts)
}
