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
	/** `build/client`. Read once: what is not in it now is never served. */
	directory: string
	/** Headers of every answer (`createSecurityHeaders(config).common`). */
	headers: readonly (readonly [string, string])[]
	/** Content security policy of every file (`policyForData`). */
	policy: string
	answerMissing: (req: IncomingMessage, res: ServerResponse) => void
	onError: (error: unknown) => void
}

type Variant = { body: Buffer; headers: string[]; etag: string }
type File = { file: string; size: number; type: string; isImmutable: boolean; loaded: Loaded | null }
type Loaded = { variants: { identity: Variant; br?: Variant; gzip?: Variant }; pending: { br?: Promise<void>; gzip?: Promise<void> } }

const types: Record<string, string> = {
	'.avif': 'image/avif',
	'.css': 'text/css; charset=utf-8',
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
	'.xml': 'application/xml; charset=utf-8',
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=3600'
/** Larger files are read from the disk each time. */
const KEEP_BYTES = 1_048_576

/** The client build's files, kept in memory with their compressed forms once they have been asked for. */
export function createStaticAssets({ directory, headers, policy, answerMissing, onError }: StaticAssetsOptions): StaticAssets {
	const files = listFiles(directory)
	const common = headers.flat()
	/** Compressing at the highest level happens one file after the other. */
	let upgrading: Promise<void> = Promise.resolve()

	// An SVG opened by itself is a document.
	const protection = ({ type }: File) => [
		...common,
		'content-security-policy',
		type.startsWith('image/svg') ? `${policy}; sandbox` : policy,
	]

	function variant(file: File, coding: Coding, body: Buffer, etag: string): Variant {
		const made = [
			'content-type',
			file.type,
			'cache-control',
			file.isImmutable ? IMMUTABLE : SHORT,
			'vary',
			'Accept-Encoding',
			'etag',
			etag,
			...protection(file),
		]
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

	function addVariant(file: File, loaded: Loaded, coding: 'br' | 'gzip'): Promise<void> {
		return (loaded.pending[coding] ??= makeVariant(file, loaded, coding))
	}

	async function makeVariant(file: File, { variants }: Loaded, coding: 'br' | 'gzip') {
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

	function send(req: IncomingMessage, res: ServerResponse, file: File, chosen: Variant) {
		const known = req.headers['if-none-match']
		if (known !== undefined && known.split(',').some((part) => part.trim().replace(/^W\//, '') === chosen.etag)) {
			res.writeHead(304, ['etag', chosen.etag, 'cache-control', chosen.headers[3]!, 'vary', 'Accept-Encoding', ...protection(file)])
			res.end()
			return
		}
		res.writeHead(200, chosen.headers)
		if (req.method === 'HEAD') res.end()
		else res.end(chosen.body)
	}

	async function sendFile(req: IncomingMessage, res: ServerResponse, file: File) {
		if (file.size > KEEP_BYTES) {
			res.writeHead(200, [
				'content-type',
				file.type,
				'cache-control',
				file.isImmutable ? IMMUTABLE : SHORT,
				'content-length',
				String(file.size),
				...protection(file),
			])
			if (req.method === 'HEAD') res.end()
			else pipeline(createReadStream(file.file), res, (error) => error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && onError(error))
			return
		}
		const loaded = load(file)
		const squeezes = isCompressible(file.type) && file.size >= COMPRESS_FROM_BYTES
		const coding = squeezes ? negotiateCoding(req.headers['accept-encoding']) : 'identity'
		if (coding !== 'identity' && loaded.variants[coding] === undefined) await addVariant(file, loaded, coding)
		send(req, res, file, loaded.variants[coding] ?? loaded.variants.identity)
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
			sendFile(req, res, file).catch((error: unknown) => {
				// The file has been taken away under a running server.
				onError(error)
				answerMissing(req, res)
			})
			return true
		},
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
		files.set(name, { file, size: statSync(file).size, type, isImmutable: name.startsWith('/assets/'), loaded: null })
	}
	return files
}
