import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startObjectStore } from '../../../test/object-store.ts'
import { createS3Client } from '../s3-client.ts'
import { createS3Storage } from '../storage-s3.ts'
import type { BackupPlace } from './backup-place.ts'
import { createBucketPlace } from './bucket-place.ts'
import { createFolderPlace } from './folder-place.ts'

const [OLDER, NEWER] = ['20261122T034000Z', '20261123T034000Z']
const picture = 'images/00000000000000000001.webp'

let folder = ''
let store: Awaited<ReturnType<typeof startObjectStore>>

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'shirube-places-'))
	store = await startObjectStore(path.join(folder, 's3'))
})
afterAll(async () => {
	await store.stop()
	await rm(folder, { recursive: true, force: true })
})

async function* only(...chunks: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
	for (const chunk of chunks) yield Buffer.from(chunk)
}

async function all(names: AsyncIterable<string>): Promise<string[]> {
	const found: string[] = []
	for await (const name of names) found.push(name)
	return found
}

const kinds: [kind: string, open: (own: string) => BackupPlace][] = [
	['a folder', (own) => createFolderPlace(path.join(folder, own))],
	['a bucket', (own) => createBucketPlace({ ...store.settings, prefix: `${own}/` })],
]

describe.each(kinds)('backups in %s', (_kind, open) => {
	test('are listed when they are finished, and read as they were written', async () => {
		const place = open('finished')
		expect(await place.list()).toEqual([])
		const draft = await place.begin(NEWER)
		await draft.write('tables/public.offices.zst', only('rows', ' of offices'))
		await draft.write('tables/public.empty.zst', only())
		expect(await place.list()).toEqual([])
		await draft.finish('{}')
		// As after an error that comes later.
		await draft.abandon()
		expect(await place.list()).toEqual([NEWER])
		const read = async (file: string) => {
			const found = await place.read(NEWER, file)
			return found && text(found)
		}
		const files = ['manifest.json', 'tables/public.offices.zst', 'tables/public.empty.zst', 'tables/public.users.zst']
		expect(await Promise.all(files.map(read))).toEqual(['{}', 'rows of offices', '', null])
	})

	test('hold tables of any size', async () => {
		const place = open('large')
		const draft = await place.begin(NEWER)
		const chunks = Array.from({ length: 5 }, () => randomBytes(9_000_001))
		await draft.write('tables/public.events.zst', only(...chunks))
		await draft.finish('{}')
		const found = await place.read(NEWER, 'tables/public.events.zst')
		expect(found && (await buffer(found)).equals(Buffer.concat(chunks))).toBe(true)
	})

	test('are not there when what they are made of ends with an error', async () => {
		const place = open('broken')
		const draft = await place.begin(NEWER)
		const broken = async function* () {
			yield randomBytes(20_000_000)
			throw new Error('the database went away')
		}
		await expect(draft.write('tables/public.events.zst', broken())).rejects.toThrow('the database went away')
		await draft.abandon()
		expect([await place.list(), await place.read(NEWER, 'tables/public.events.zst')]).toEqual([[], null])
	})

	test('are removed as a whole, and so is what a killed process has left of older ones', async () => {
		const place = open('removed')
		for (const name of [OLDER, NEWER]) {
			const draft = await place.begin(name)
			await draft.write('tables/public.offices.zst', only('rows'))
			await draft.finish('{}')
		}
		await place.remove(OLDER)
		expect([await place.list(), await place.read(OLDER, 'tables/public.offices.zst')]).toEqual([[NEWER], null])
		const [killed, running] = [await place.begin('20261121T034000Z'), await place.begin('20261124T034000Z')]
		for (const draft of [killed, running]) {
			await draft.write('tables/public.offices.zst', only('rows'))
			// Unlike others, the object store of tests lists no folder that has only folders in it.
			await draft.write('secret.key.age', only('key'))
		}
		await place.removeUnfinished(NEWER)
		await running.finish('{}')
		expect((await place.list()).toSorted()).toEqual([NEWER, '20261124T034000Z'])
		const left = await place.read('20261124T034000Z', 'tables/public.offices.zst')
		expect(left && (await text(left))).toBe('rows')
	})

	test('share the files of people', async () => {
		const place = open('files')
		await place.files.write(picture, Buffer.from('picture'))
		expect([(await place.files.read(picture))?.toString(), await all(place.files.list())]).toEqual(['picture', [picture]])
		expect(await place.list()).toEqual([])
	})
})

test('a bucket holds nothing of an upload that failed, a removed backup or an abandoned one', async () => {
	const keys = (prefix: string) => all(createS3Client(store.settings).keys(prefix))
	expect(await keys('broken/')).toEqual([])
	expect(await keys(`removed/${OLDER}`)).toEqual([])
	expect(await keys('removed/20261121T034000Z')).toEqual([])
})

test('a bucket may have the files of the site beside its backups', async () => {
	const files = createS3Storage(store.settings)
	await files.write(picture, Buffer.from('the site’s own'))
	expect(await all(files.list())).toEqual([picture])
	expect((await createBucketPlace({ ...store.settings, prefix: 'files/' }).files.read(picture))?.toString()).toBe('picture')
})

test('what a bucket refuses is said with its address and the reason', async () => {
	const stranger = createBucketPlace({ ...store.settings, secretAccessKey: 'wrong', prefix: 'nightly/' })
	await expect(stranger.list()).rejects.toThrow(
		'The backups in s3://shirube/nightly/ cannot be reached: the object store refused to list its files: 403 SignatureDoesNotMatch.',
	)
	const draft = await stranger.begin(NEWER)
	await expect(draft.write('tables/public.offices.zst', only('rows'))).rejects.toThrow('403 SignatureDoesNotMatch')
})
