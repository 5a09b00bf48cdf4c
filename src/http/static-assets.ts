import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { compress, COMPRESS_FROM_BYTES, isCompressible, negotiateCoding, type Coding } from './content-coding.ts'

export type StaticAssets = {
	/** Answers if the path names a file of the build, or lies under /assets/; false leaves it to the application. */
	answer: (req: IncomingMessage, res: ServerResponse, path: string) => boolean
	has: (path: string) => boolean
}

export type StaticAssetsOptions = {
	/** `build/client`. Listed once: files added later are not served. */
	directory: string
	/** Headers of every answer (`createSecurityHeaders(config).common`). */
	headers: readonly (readonly [string, string])[]
	/** Content security policy of every file (`policyForData`). */
	policy: string
	answerMissing: (req: IncomingMessage, res: ServerResponse) => void
	onError: (error: unknown) => void
}

type Variant = { body: Buffer; headers: string[]; etag: string }
type File = { name: string; file: string; size: number; type: string; isImmutable: boolean; loaded: Loaded | null }
type Loaded = { variants: { identity: Variant; br?: Variant; gzip?: Variant }; pending: { br?: Promise<void>; gzip?: Promise<void> } }

const types: Record<string, string> = {
	'.avif': 'image/avif',
	'.css': 'text/css; charset=utf-8',
	'.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	'.html': 'text/html; charset=utf-8',
	'.ico': 'image/x-icon',
	'.jpeg': 'image/jpeg',
	'.jpg': 'image/jpeg',
	'.js': 'text/javascript; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.svg': 'image/svg+xml; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.wasm': 'application/wasm',
	'.webmanifest': 'application/manifest+json; charset=utf-8',
	'.webp': 'image/webp',
	'.woff': 'font/woff',
	'.woff2': 'font/woff2',
	'.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	'.xml': 'application/xml; charset=utf-8',
}
/** A worker is bound by the policy of its own file, and this one fetches pages for the browser. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=3600'
/** Larger files are read from the disk each time. */
const KEEP_BYTES = 1_048_576

/** Serves the files of the client build from memory, with their compressed forms once those have been asked for. */
export function createStaticAssets({ directory, headers, policy, answerMissing, onError }: StaticAssetsOptions): StaticAssets {
	const files = listFiles(directory)
	const protect = createProtection(headers, policy)
	const variantFor = createFileVariants(protect, onError)

	async function send(req: IncomingMessage, res: ServerResponse, file: File) {
		if (file.size > KEEP_BYTES) {
			res.writeHead(200, [...headersOf(file), 'content-length', String(file.size), ...protect(file)])
			if (req.method === 'HEAD') res.end()
			else pipeline(createReadStream(file.file), res, (error) => error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && onError(error))
			return
		}
		const chosen = await variantFor(file, req.headers['accept-encoding'])
		const known = req.headers['if-none-match']
		if (known !== undefined && known.split(',').some((part) => part.trim().replace(/^W\//, '') === chosen.etag)) {
			res.writeHead(304, ['etag', chosen.etag, 'cache-control', cacheControlOf(file), 'vary', 'Accept-Encoding', ...protect(file)])
			res.end()
			return
		}
		res.writeHead(200, chosen.headers)
		if (req.method === 'HEAD') res.end()
		else res.end(chosen.body)
	}

	return {
		has: (name) => files.has(name),
		answer(req, res, name) {
			const file = files.get(name)
			if (file === undefined) {
				if (!name.startsWith('/assets/')) return false
				answerMissing(req, res)
				return true
			}
			if (req.method !== 'GET' && req.method !== 'HEAD') return false
			send(req, res, file).catch((error: unknown) => {
				// The file was deleted while the server runs.
				onError(error)
				answerMissing(req, res)
			})
			return true
		},
	}
}

const cacheControlOf = ({ isImmutable }: File) => (isImmutable ? IMMUTABLE : SHORT)
const headersOf = (file: File) => ['content-type', file.type, 'cache-control', cacheControlOf(file)]

type Protect = (file: File) => string[]

function createProtection(headers: StaticAssetsOptions['headers'], policy: string): Protect {
	const common = headers.flat()
	return ({ type, name }) => {
		if (name === '/work-worker.js') return [...common, 'content-security-policy', WORKER_POLICY]
		// An SVG opened by itself is a document.
		return [...common, 'content-security-policy', type.startsWith('image/svg') ? `${policy}; sandbox` : policy]
	}
}

/** Returns the file in the best encoding of an Accept-Encoding header; reads and compresses each file once. */
function createFileVariants(protect: Protect, onError: (error: unknown) => void) {
	/** Compressing at the highest level happens one file after the other. */
	let upgrading: Promise<void> = Promise.resolve()

	function variant(file: File, coding: Coding, body: Buffer, etag: string): Variant {
		const made = [...headersOf(file), 'vary', 'Accept-Encoding', 'etag', etag, ...protect(file)]
		if (coding !== 'identity') made.push('content-encoding', coding)
		made.push('content-length', String(body.length))
		return { body, etag, headers: made }
	}

	function load(file: File): Loaded {
		if (file.loaded !== null) return file.loaded
		const body = readFileSync(file.file)
		file.loaded = { variants: { identity: variant(file, 'identity', body, `"${hashOf(body)}"`) }, pending: {} }
		return file.loaded
	}

	async function addVariant(file: File, { variants }: Loaded, coding: 'br' | 'gzip') {
		const { body } = variants.identity
		const hash = hashOf(body)
		variants[coding] = variant(file, coding, await compress(body, coding), `"${hash}-${coding === 'br' ? 'b5' : 'gz'}"`)
		if (coding === 'gzip') return
		const before = upgrading
		upgrading = (async () => {
			await before
			try {
				variants.br = variant(file, 'br', await compress(body, 'br', 11), `"${hash}-b11"`)
			} catch (error) {
				onError(error)
			}
		})()
	}

	return async (file: File, acceptEncoding: string | undefined): Promise<Variant> => {
		const loaded = load(file)
		const isSqueezed = isCompressible(file.type) && file.size >= COMPRESS_FROM_BYTES
		const coding = isSqueezed ? negotiateCoding(acceptEncoding) : 'identity'
		if (coding !== 'identity' && loaded.variants[coding] === undefined) await (loaded.pending[coding] ??= addVariant(file, loaded, coding))
		return loaded.variants[coding] ?? loaded.variants.identity
	}
}

function hashOf(body: Buffer): string {
	return createHash('sha256').update(body).digest('base64url').slice(0, 16)
}

/** By URL path. Hidden files, source maps and links are left out. */
function listFiles(directory: string): Map<string, File> {
	const files = new Map<string, File>()
	for (const item of readdirSync(directory, { recursive: true, withFileTypes: true })) {
		const file = path.join(item.parentPath, item.name)
		const name = `/${path.relative(directory, file).split(path.sep).join('/')}`
		const extension = path.extname(item.name).toLowerCase()
		const isHidden = name.includes('/.') && !name.startsWith('/.well-known/')
		if (!item.isFile() || isHidden || extension === '.map') continue
		const type = types[extension] ?? 'application/octet-stream'
		files.set(name, { name, file, size: statSync(file).size, type, isImmutable: name.startsWith('/assets/'), loaded: null })
	}
	return files
}
