import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { OBJECT_STORE_AWAY } from './passing-error.ts'
import { isStoredName, type Storage } from './storage.ts'

export type S3Settings = {
	/** Origin of the service, without a trailing slash. */
	endpoint: string
	bucket: string
	region: string
	accessKeyId: string
	secretAccessKey: string
	/** How long a reader waits for a file; five seconds by default. */
	readWithinMs?: number
}

const WITHIN_MS = 20_000
/** Somebody waits for the picture, and others for the connection. */
const READ_WITHIN_MS = 5_000
/** After a refusal that may pass (5xx, 429); with growing pauses. */
const RETRIES = 3
const FIRST_PAUSE_MS = 50

/** Thrown when the object store does not answer, or says that it cannot serve now. */
class StoreAway extends Error {
	readonly code = OBJECT_STORE_AWAY
}

/**
 * Keeps files in a bucket of any service that speaks Amazon's S3. Nothing in the bucket may be public: every file is
 * handed out by the site, which knows who may see it.
 */
export function createS3Storage(settings: S3Settings): Storage & { check: () => Promise<void> } {
	const client = new AwsClient({
		accessKeyId: settings.accessKeyId,
		secretAccessKey: settings.secretAccessKey,
		region: settings.region,
		service: 's3',
	})
	const bucket = `${settings.endpoint}/${settings.bucket}`
	const ask = (url: string, init: RequestInit, withinMs = WITHIN_MS) => fetchSigned(client, url, { init, withinMs })
	const refusal = async (operation: string, response: Response) => {
		const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(await response.text().catch(() => ''))?.[1]
		const message = `the object store refused to ${operation}: ${response.status}${code ? ` ${code}` : ''}`
		return response.status >= 500 || response.status === 429 ? new StoreAway(message) : new Error(message)
	}
	return {
		async write(name, content) {
			if (!isStoredName(name)) throw new Error('this is no name of a stored file')
			const response = await ask(`${bucket}/${name}`, {
				method: 'PUT',
				body: Buffer.from(content),
				// Named in the signature, so that a file which arrives damaged is refused.
				headers: { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') },
			})
			if (!response.ok) throw await refusal('keep a file', response)
			await response.body?.cancel()
		},
		async read(name) {
			if (!isStoredName(name)) return null
			const response = await ask(`${bucket}/${name}`, { method: 'GET' }, settings.readWithinMs ?? READ_WITHIN_MS)
			if (response.ok) return Buffer.from(await response.arrayBuffer().catch(throwAway))
			if (response.status !== 404) throw await refusal('give a file', response)
			await response.body?.cancel()
			return null
		},
		async remove(name) {
			if (!isStoredName(name)) throw new Error('this is no name of a stored file')
			const response = await ask(`${bucket}/${name}`, { method: 'DELETE' })
			if (!response.ok && response.status !== 404) throw await refusal('remove a file', response)
			await response.body?.cancel()
		},
		list: () =>
			listNames(async (query) => {
				const response = await ask(`${bucket}?${query}`, { method: 'GET' })
				if (!response.ok) throw await refusal('list its files', response)
				return response.text()
			}),
		/** Throws, with the reason, where the bucket is not there or may not be used. */
		async check() {
			const response = await ask(`${bucket}?list-type=2&max-keys=1`, { method: 'GET' })
			if (!response.ok) throw await refusal(`open the bucket ${settings.bucket}`, response)
			await response.body?.cancel()
		},
	}
}

/** Signs a request and asks for it, again while the service cannot serve. Throws `StoreAway` where no answer comes in time. */
async function fetchSigned(client: AwsClient, url: string, { init, withinMs }: { init: RequestInit; withinMs: number }): Promise<Response> {
	// Not a part of the request: a signal no longer reaches a fetch whose request the garbage collector has taken.
	const signal = AbortSignal.timeout(withinMs)
	for (let attempt = 0; ; attempt += 1) {
		const response = await fetch(await client.sign(url, init), { signal }).catch(throwAway)
		if (attempt === RETRIES || (response.status < 500 && response.status !== 429)) return response
		await response.body?.cancel()
		await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt)
	}
}

/** `fetch` rejects only when there is no answer, or none in time. */
function throwAway(cause: unknown): never {
	const reason = cause instanceof Error ? cause.message : String(cause)
	throw new StoreAway(`the object store does not answer: ${reason}`, { cause })
}

/** Names of all files of a bucket, whose list comes in pages. */
async function* listNames(read: (query: string) => Promise<string>): AsyncGenerator<string> {
	let after = ''
	for (;;) {
		const page = await read(`list-type=2&start-after=${encodeURIComponent(after)}`)
		// Our own names hold nothing that XML would write in another way.
		const names = [...page.matchAll(/<Key>([^<&]*)<\/Key>/g)].map(([, name = '']) => name)
		yield* names.filter(isStoredName)
		const last = names.at(-1)
		if (last === undefined || !/<IsTruncated>true</.test(page)) return
		after = last
	}
}
