import { promisify } from 'node:util'
import zlib from 'node:zlib'

export type Coding = 'br' | 'gzip' | 'identity'

const brotliCompress = promisify(zlib.brotliCompress)
const brotliDecompress = promisify(zlib.brotliDecompress)
const gzipCompress = promisify(zlib.gzip)

/** Compresses off the main thread. `quality` is Brotli's; gzip always uses one level. */
export async function compress(body: Buffer, coding: 'br' | 'gzip', quality = 5): Promise<Buffer> {
	if (coding === 'gzip') return exact(await gzipCompress(body, { level: 6 }))
	return exact(
		await brotliCompress(body, {
			params: {
				[zlib.constants.BROTLI_PARAM_QUALITY]: quality,
				[zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
				[zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
				[zlib.constants.BROTLI_PARAM_LGWIN]: windowFor(body.length),
			},
		}),
	)
}

/** Decompresses the result of `compress` with Brotli. */
export function decompress(body: Buffer): Promise<Buffer> {
	return brotliDecompress(body)
}

/** The smallest window that a body fits into: the usual one takes four megabytes of memory for each page under way. */
const windowFor = (length: number): number =>
	Math.min(Math.max(Math.ceil(Math.log2(length + 16)), zlib.constants.BROTLI_MIN_WINDOW_BITS), zlib.constants.BROTLI_DEFAULT_WINDOW)

/** zlib returns a view of a larger buffer, which would stay in memory as long as the view. */
function exact(view: Buffer): Buffer {
	const own = Buffer.allocUnsafeSlow(view.length)
	view.copy(own)
	return own
}

/** Smaller bodies fit into one packet anyway. */
export const COMPRESS_FROM_BYTES = 1_000

const compressible = /^(?:text\/|application\/(?:[a-z0-9.+-]*\+)?(?:json|xml|javascript|manifest\+json)|image\/svg\+xml)/i

export function isCompressible(contentType: string | null | undefined): boolean {
	return contentType != null && compressible.test(contentType)
}

/** Whether the client takes gzip at all. */
export const takesGzip = (header: string | undefined): boolean => header !== undefined && weightsOf(header)('gzip') > 0

const known = new Map<string, Coding>()

/** The best coding that the client accepts, by its Accept-Encoding. */
export function negotiateCoding(header: string | string[] | undefined): Coding {
	if (header === undefined) return 'identity'
	const text = Array.isArray(header) ? header.join(',') : header
	const seen = known.get(text)
	if (seen !== undefined) return seen
	const coding = negotiate(text)
	// Browsers send a handful of values; more are ignored.
	if (known.size < 200 && text.length < 200) known.set(text, coding)
	return coding
}

function negotiate(header: string): Coding {
	const weigh = weightsOf(header)
	const [br, gzip] = [weigh('br'), weigh('gzip')]
	if (br === 0 && gzip === 0) return 'identity'
	return br >= gzip ? 'br' : 'gzip'
}

function weightsOf(header: string): (coding: string) => number {
	const weights = new Map<string, number>()
	for (const part of header.split(',')) {
		const [name = '', ...parameters] = part.split(';')
		const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find((value) => value !== undefined)
		weights.set(name.trim().toLowerCase(), q === undefined ? 1 : Number(q) || 0)
	}
	return (name) => weights.get(name) ?? weights.get('*') ?? 0
}
