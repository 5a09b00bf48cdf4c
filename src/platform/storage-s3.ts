import { createS3Client, type S3Settings, throwAway } from './s3-client.ts'
import { isStoredName, type Storage } from './storage.ts'

export type S3StorageSettings = S3Settings & {
	/** Before each name in the bucket; nothing by default. */
	prefix?: string
	/** How long a reader waits for a file; five seconds by default. */
	readWithinMs?: number
}

/** Somebody waits for the picture, and others for the connection. */
const READ_WITHIN_MS = 5_000

/**
 * Keeps files in a bucket of any service that speaks Amazon's S3. Nothing in the bucket may be public: every file is
 * handed out by the site, which knows who may see it.
 */
export function createS3Storage(settings: S3StorageSettings): Storage & { check: () => Promise<void> } {
	const { prefix = '', readWithinMs = READ_WITHIN_MS } = settings
	const client = createS3Client(settings)
	const keyOf = (name: string): string => {
		if (!isStoredName(name)) throw new Error('this is no name of a stored file')
		return prefix + name
	}
	const discard = async (response: Response | null): Promise<void> => response?.body?.cancel()
	return {
		write: async (name, content) => discard(await client.ask('keep a file', { method: 'PUT', key: keyOf(name), body: content })),
		async read(name) {
			if (!isStoredName(name)) return null
			const response = await client.ask('give a file', { method: 'GET', key: keyOf(name), withinMs: readWithinMs })
			return response && Buffer.from(await response.arrayBuffer().catch(throwAway))
		},
		remove: async (name) => discard(await client.ask('remove a file', { method: 'DELETE', key: keyOf(name) })),
		async *list() {
			for await (const key of client.keys(prefix)) if (isStoredName(key.slice(prefix.length))) yield key.slice(prefix.length)
		},
		/** Throws, with the reason, where the bucket is not there or may not be used. */
		check: async () =>
			discard(await client.ask(`open the bucket ${settings.bucket}`, { method: 'GET', query: 'list-type=2&max-keys=1&prefix=none%2F' })),
	}
}
