import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { OBJECT_STORE_AWAY } from './passing-error.ts'
import { codeOf } from './start-error.ts'

export type S3Settings = {
	/** Origin of the service, without a trailing slash. */
	endpoint: string
	bucket: string
	region: string
	accessKeyId: string
	secretAccessKey: string
}

export type S3Request = {
	method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
	/** Of an object; the request is to the bucket itself without one. Letters, digits and `/_.-` only. */
	key?: string
	query?: string
	body?: Uint8Array
	/** For the whole answer; 20 seconds by default. Infinity leaves a long one to the silence that Node puts up with. */
	withinMs?: number
}

export type S3Client = {
	/**
	 * Asks for `purpose` (“keep a file”). Returns null where there is no such object to read or remove. Throws when the service refuses,
	 * with its code, and an error of the code `OBJECT_STORE_AWAY` when it does not answer or cannot serve.
	 */
	ask: (purpose: string, request: S3Request) => Promise<Response | null>
	/** Keys of all objects that begin with `prefix`, in order. */
	keys: (prefix: string) => AsyncIterable<string>
	/** The next parts of keys between `prefix` and a slash: folders, as people see them. A thousand at most. */
	folders: (prefix: string) => Promise<string[]>
}

const WITHIN_MS = 20_000
/** After a refusal that may pass (5xx, 429); with growing pauses. */
const RETRIES = 3
const FIRST_PAUSE_MS = 50

/** Thrown when the object store does not answer, or says that it cannot serve now. */
class StoreAway extends Error {
	readonly code = OBJECT_STORE_AWAY
}

/** Asks a bucket of any service that speaks Amazon's S3. */
export function createS3Client(settings: S3Settings): S3Client {
	const signer = new AwsClient({
		accessKeyId: settings.accessKeyId,
		secretAccessKey: settings.secretAccessKey,
		region: settings.region,
		service: 's3',
	})
	const bucket = `${settings.endpoint}/${settings.bucket}`
	const ask: S3Client['ask'] = async (purpose, { method, key, query, body, withinMs = WITHIN_MS }) => {
		const url = `${bucket}${key === undefined ? '' : `/${key}`}${query === undefined ? '' : `?${query}`}`
		const response = await fetchSigned(signer, url, { method, withinMs, ...(body && bodyOf(body)) })
		if (response.ok) return response
		// What is written to a bucket that is not there is lost.
		const mayBeMissing = key !== undefined && method !== 'PUT' && method !== 'POST'
		if (response.status !== 404 || !mayBeMissing) throw await refusalOf(purpose, response)
		await response.body?.cancel()
		return null
	}
	const list = async (query: string): Promise<string> => (await ask('list its files', { method: 'GET', query }))?.text() ?? ''
	return {
		ask,
		async *keys(prefix) {
			let after = ''
			for (;;) {
				const page = await list(`list-type=2&prefix=${encodeURIComponent(prefix)}&start-after=${encodeURIComponent(after)}`)
				// Our own keys hold nothing that XML would write in another way.
				const keys = [...page.matchAll(/<Key>([^<&]*)<\/Key>/g)].map(([, key = '']) => key)
				yield* keys
				const last = keys.at(-1)
				if (last === undefined || !/<IsTruncated>true</.test(page)) return
				after = last
			}
		},
		async folders(prefix) {
			const page = await list(`list-type=2&delimiter=%2F&prefix=${encodeURIComponent(prefix)}`)
			const found = page.matchAll(/<CommonPrefixes>\s*<Prefix>([^<&]*)\/<\/Prefix>/g)
			return [...found].map(([, key = '']) => key.slice(prefix.length))
		},
	}
}

/** Its hash is named in the signature, so that a body which arrives damaged is refused. */
const bodyOf = (content: Uint8Array) => ({
	body: Buffer.from(content),
	headers: { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') },
})

async function refusalOf(purpose: string, response: Response): Promise<Error> {
	const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(await response.text().catch(() => ''))?.[1]
	const message = `the object store refused to ${purpose}: ${response.status}${code ? ` ${code}` : ''}`
	return response.status >= 500 || response.status === 429 ? new StoreAway(message) : new Error(message)
}

type Signed = RequestInit & { withinMs: number }

/** Signs a request and asks for it, again while the service cannot serve. Throws `StoreAway` where no answer comes in time. */
async function fetchSigned(signer: AwsClient, url: string, { withinMs, ...init }: Signed): Promise<Response> {
	// Not a part of the request: a signal no longer reaches a fetch whose request the garbage collector has taken.
	const signal = withinMs === Infinity ? null : AbortSignal.timeout(withinMs)
	for (let attempt = 0; ; attempt += 1) {
		const response = await fetch(await signer.sign(url, init), { signal }).catch(throwAway)
		if (attempt === RETRIES || (response.status < 500 && response.status !== 429)) return response
		await response.body?.cancel()
		await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt)
	}
}

/** For what rejects only when there is no answer, or none in time. */
export function throwAway(cause: unknown): never {
	// “fetch failed” alone says nothing.
	const below = cause instanceof Error ? cause.cause : undefined
	const reason = (below instanceof Error && (below.message || codeOf(below))) || (cause instanceof Error ? cause.message : String(cause))
	throw new StoreAway(`the object store does not answer: ${reason}`, { cause })
}
