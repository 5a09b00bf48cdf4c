import { crc32 } from 'node:zlib'

export type ZipEntry = {
	/** With its folders, separated by slashes. */
	name: string
	/** Wall clock of the entry, such as `2026-04-01T09:05`: the format knows no time zone. */
	clock: string
	content: AsyncIterable<Uint8Array>
}

/** The name is UTF-8, and size and checksum follow the content. */
const FLAGS = 0x0808
const VERSION = 20

/** Date and time as MS-DOS has them, which ZIP took over. */
function dosTime(clock: string): { time: number; date: number } {
	const [year = 1980, month = 1, day = 1, hour = 0, minute = 0] = (clock.match(/\d+/g) ?? []).map(Number)
	return { time: (hour << 11) | (minute << 5), date: ((year - 1980) << 9) | (month << 5) | day }
}

type Header = { name: Buffer; time: number; date: number; crc: number; size: number }

/** What a local header and an entry of the directory have in common. */
function commonPart({ name, time, date, crc, size }: Header): Buffer {
	const part = Buffer.alloc(26)
	part.writeUInt16LE(VERSION, 0)
	part.writeUInt16LE(FLAGS, 2)
	part.writeUInt16LE(time, 6)
	part.writeUInt16LE(date, 8)
	part.writeUInt32LE(crc, 10)
	part.writeUInt32LE(size, 14)
	part.writeUInt32LE(size, 18)
	part.writeUInt16LE(name.length, 22)
	return part
}

const signature = (code: string) => Buffer.from(`PK${code}`, 'latin1')

function directoryEntry(header: Header, offset: number): Buffer {
	const rest = Buffer.alloc(14)
	rest.writeUInt32LE(offset, 10)
	return Buffer.concat([signature('\x01\x02'), Buffer.from([VERSION, 0]), commonPart(header), rest, header.name])
}

function descriptor({ crc, size }: Header): Buffer {
	const part = Buffer.alloc(12)
	part.writeUInt32LE(crc, 0)
	part.writeUInt32LE(size, 4)
	part.writeUInt32LE(size, 8)
	return Buffer.concat([signature('\x07\x08'), part])
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
	const part = Buffer.alloc(18)
	part.writeUInt16LE(count, 4)
	part.writeUInt16LE(count, 6)
	part.writeUInt32LE(size, 8)
	part.writeUInt32LE(offset, 12)
	return Buffer.concat([signature('\x05\x06'), part])
}

/**
 * A ZIP of files as they come, without compression: documents and pictures are compressed already. Holds no more than one piece
 * in memory. Under 4 GB in all, and 65,535 files.
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
	const directory: Buffer[] = []
	let offset = 0
	for (const { name, clock, content } of entries) {
		const header: Header = { name: Buffer.from(name), ...dosTime(clock), crc: 0, size: 0 }
		const local = Buffer.concat([signature('\x03\x04'), commonPart(header), header.name])
		yield local
		for await (const piece of content) {
			header.crc = crc32(piece, header.crc)
			header.size += piece.length
			yield piece
		}
		const end = descriptor(header)
		yield end
		directory.push(directoryEntry(header, offset))
		offset += local.length + header.size + end.length
	}
	const size = directory.reduce((sum, { length }) => sum + length, 0)
	yield* directory
	yield endOfDirectory(directory.length, size, offset)
}
