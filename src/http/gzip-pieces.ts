import { promisify } from 'node:util'
import zlib from 'node:zlib'

const deflateRaw = promisify(zlib.deflateRaw)

/** A part of a page that is compressed once and then a piece of many gzip streams. */
export type GzipPiece = {
	/** Deflate blocks that end at a whole byte, refer to nothing before them and are not the last. */
	readonly bytes: Buffer
	/** Of the plain bytes. */
	readonly length: number
	readonly crc: number
	/** What the checksum of everything before is multiplied by when this piece follows. */
	readonly shift: number
}

/** Smaller pieces grow by being compressed alone. */
const COMPRESS_FROM = 100
const STORED_MOST = 0xffff

export async function gzipPiece(plain: Buffer): Promise<GzipPiece> {
	const isStored = plain.length < COMPRESS_FROM
	const bytes = isStored ? stored(plain) : await deflateRaw(plain, { level: 9, finishFlush: zlib.constants.Z_FULL_FLUSH })
	return { bytes: Buffer.from(bytes), length: plain.length, crc: zlib.crc32(plain), shift: powerOfX(plain.length * 8) }
}

/** Joins compressed pieces and plain texts, which it does not compress, to one gzip stream (RFC 1952). */
export function joinGzip(parts: readonly (GzipPiece | Buffer)[]): Buffer {
	const out: Buffer[] = [header]
	let [crc, length] = [0, 0]
	for (const part of parts) {
		length += part.length
		if (Buffer.isBuffer(part)) {
			crc = zlib.crc32(part, crc)
			out.push(stored(part))
		} else {
			crc = (multiply(part.shift, crc) ^ part.crc) >>> 0
			out.push(part.bytes)
		}
	}
	const trailer = Buffer.alloc(8)
	trailer.writeUInt32LE(crc, 0)
	trailer.writeUInt32LE(length % 2 ** 32, 4)
	return Buffer.concat([...out, lastBlock, trailer])
}

/** Deflate, no flags, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff])

/** Deflate blocks without compression. */
function stored(plain: Buffer): Buffer {
	const blocks: Buffer[] = []
	for (let start = 0; start < plain.length; start += STORED_MOST) {
		const part = plain.subarray(start, start + STORED_MOST)
		const head = Buffer.alloc(5)
		head.writeUInt16LE(part.length, 1)
		head.writeUInt16LE(part.length ^ 0xffff, 3)
		blocks.push(head, part)
	}
	return Buffer.concat(blocks)
}

/**
 * Checksums are combined as in zlib's `crc32_combine_op`: polynomials over one bit modulo the one of CRC-32, the lowest power in
 * the highest bit. Node has `crc32` alone, and the checksum of a whole page each time costs more than the rest of its joining.
 */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

function multiply(a: number, b: number): number {
	let product = 0
	let factor = b
	for (let bit = ONE; bit !== 0; bit >>>= 1) {
		if ((a & bit) !== 0) product ^= factor
		factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL
	}
	return product >>> 0
}

function powerOfX(exponent: number): number {
	let power = ONE
	let square = ONE >>> 1
	for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
		if (rest % 2 === 1) power = multiply(square, power)
		square = multiply(square, square)
	}
	return power
}
