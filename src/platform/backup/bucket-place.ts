import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createS3Client, type S3Client } from '../s3-client.ts'
import { StartError } from '../start-error.ts'
import { createS3Storage } from '../storage-s3.ts'
import { type BackupPlace, type BackupTarget, isBackupName, labelOf, MANIFEST } from './backup-place.ts'

type Bucket = Extract<BackupTarget, { bucket: unknown }>['bucket']

/** A part of an upload: services take 5 MiB to 5 GiB, 10,000 of them, all but the last alike. */
const PART_BYTES = 16 << 20
const PART_WITHIN_MS = 300_000
/** No page waits for it. */
const FILE_WITHIN_MS = 60_000

/**
 * Backups in a bucket of any service that speaks Amazon's S3. A backup is finished once its manifest is there, which is written last and
 * removed first. All that fails is a `StartError` with the service's reason.
 */
export function createBucketPlace(bucket: Bucket): BackupPlace {
	const label = labelOf({ bucket })
	const { ask, keys, folders } = explainedBy(createS3Client(bucket), label)
	const keyOf = (name: string, file: string) => `${bucket.prefix}${name}/${file}`
	const names = async () => (await folders(bucket.prefix)).filter(isBackupName)
	const isFinished = async (name: string) => (await ask('look for a backup', { method: 'HEAD', key: keyOf(name, MANIFEST) })) !== null
	const list = async () => {
		const found = await names()
		const areFinished = await Promise.all(found.map(isFinished))
		return found.filter((_name, index) => areFinished[index])
	}
	const removeKey = async (key: string) => void (await ask('remove a backup', { method: 'DELETE', key }))
	const remove = async (name: string) => {
		await removeKey(keyOf(name, MANIFEST))
		for await (const key of keys(keyOf(name, ''))) await removeKey(key)
	}
	return {
		label,
		files: createS3Storage({ ...bucket, prefix: `${bucket.prefix}files/`, readWithinMs: FILE_WITHIN_MS }),
		list,
		async read(name, file) {
			const response = await ask('give a backup', { method: 'GET', key: keyOf(name, file), withinMs: Infinity })
			return response && Readable.fromWeb(response.body as ReadableStream)
		},
		async begin(name) {
			let isComplete = false
			return {
				write: (file, content) => upload(ask, keyOf(name, file), content),
				async finish(manifest) {
					await ask('keep a backup', { method: 'PUT', key: keyOf(name, MANIFEST), body: Buffer.from(manifest) })
					isComplete = true
				},
				async abandon() {
					if (!isComplete) await remove(name)
				},
			}
		},
		remove,
		async removeUnfinished(before) {
			const whole = new Set(await list())
			for (const name of await names()) if (!whole.has(name) && name < before) await remove(name)
		},
	}
}

/** What fails is a `StartError` that names the place. */
function explainedBy(client: S3Client, label: string): S3Client {
	const explain = (error: unknown): never => {
		const reason = error instanceof Error ? error.message : String(error)
		throw new StartError(`The backups in ${label} cannot be reached: ${reason}.`, error)
	}
	return {
		ask: (purpose, request) => client.ask(purpose, request).catch(explain),
		folders: (prefix) => client.folders(prefix).catch(explain),
		async *keys(prefix) {
			try {
				yield* client.keys(prefix)
			} catch (error) {
				explain(error)
			}
		},
	}
}

/** Sends content whose length is not known before its end: in one request where it is short. */
async function upload(ask: S3Client['ask'], key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
	const parts = inParts(content)
	const first = (await parts.next()).value ?? Buffer.alloc(0)
	const send = (body: Uint8Array, query?: string) =>
		ask('keep a backup', { method: 'PUT', key, body, withinMs: PART_WITHIN_MS, ...(query !== undefined && { query }) })
	if (first.length < PART_BYTES) return void (await send(first))

	const begun = await (await ask('begin an upload', { method: 'POST', key, query: 'uploads=' }))?.text()
	const id = encodeURIComponent(/<UploadId>([^<]+)<\/UploadId>/.exec(begun ?? '')?.[1] ?? '')
	try {
		const tags: string[] = []
		for (let part: Buffer | undefined = first; part !== undefined; part = (await parts.next()).value ?? undefined)
			tags.push((await send(part, `partNumber=${tags.length + 1}&uploadId=${id}`))?.headers.get('etag') ?? '')
		const listed = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')
		const body = Buffer.from(`<CompleteMultipartUpload>${listed}</CompleteMultipartUpload>`)
		const answer = await (
			await ask('complete an upload', { method: 'POST', key, query: `uploadId=${id}`, body, withinMs: PART_WITHIN_MS })
		)?.text()
		// An answer that has begun with 200 may end with an error.
		if (!answer?.includes('<CompleteMultipartUploadResult')) throw new Error(`the object store did not complete the upload of ${key}`)
	} catch (error) {
		// Its parts would be paid for and never seen.
		await ask('abandon an upload', { method: 'DELETE', key, query: `uploadId=${id}` }).catch(() => undefined)
		throw error
	}
}

/** All parts are of the same length but for the last. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
	let held: Uint8Array[] = []
	let length = 0
	for await (const chunk of content) {
		held.push(chunk)
		length += chunk.length
		if (length < PART_BYTES) continue
		const all = Buffer.concat(held)
		let from = 0
		for (; length - from >= PART_BYTES; from += PART_BYTES) yield all.subarray(from, from + PART_BYTES)
		held = [all.subarray(from)]
		length -= from
	}
	if (length > 0) yield Buffer.concat(held)
}
