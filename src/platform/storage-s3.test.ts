import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startObjectStore } from '../../test/object-store.ts'
import { isObjectStoreAway } from './passing-error.ts'
import { createFileStorage, type Storage } from './storage.ts'
import { createS3Storage } from './storage-s3.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'storage-test-'))
const name = `images/${'a1B2-c3_'.repeat(4)}.webp`
let store: Awaited<ReturnType<typeof startObjectStore>>

/** Both kinds of storage, behind the same port. */
const kinds: { kind: string; open: () => Storage }[] = [
	{ kind: 'a folder', open: () => createFileStorage(path.join(folder, 'files')) },
	{ kind: 'a bucket', open: () => createS3Storage(store.settings) },
]

beforeAll(async () => {
	store = await startObjectStore(path.join(folder, 's3'))
})

afterAll(async () => {
	await store.stop()
	await rm(folder, { recursive: true, force: true })
})

describe.each(kinds)('files in $kind', ({ open }) => {
	test('come back as they were, are replaced completely and are gone after removal', async () => {
		const storage = open()
		expect(await storage.read(name)).toBeNull()
		const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256)
		await storage.write(name, bytes)
		expect((await storage.read(name))?.equals(bytes)).toBe(true)
		await storage.write(name, Buffer.from('短い文'))
		expect((await storage.read(name))?.toString()).toBe('短い文')
		await storage.remove(name)
		expect(await storage.read(name)).toBeNull()
		await storage.remove(name)
	})

	test.each(['../secret.key', 'images/../../secret.key', 'images/short.webp', '', 'images/%2e%2e%2fsecret_of_some_length.webp'])(
		'are never %j',
		async (bad) => {
			const storage = open()
			expect(await storage.read(bad)).toBeNull()
			await expect(storage.write(bad, Buffer.from('x'))).rejects.toThrow('no name of a stored file')
			await expect(storage.remove(bad)).rejects.toThrow('no name of a stored file')
		},
	)
})

test('distinguishes a missing bucket from a wrong key at the start', async () => {
	await createS3Storage(store.settings).check()
	await expect(createS3Storage({ ...store.settings, bucket: 'another' }).check()).rejects.toThrow('404 NoSuchBucket')
	await expect(createS3Storage({ ...store.settings, bucket: 'another' }).write(name, Buffer.from('x'))).rejects.toThrow('404 NoSuchBucket')
	const stranger = createS3Storage({ ...store.settings, secretAccessKey: 'wrong' })
	await expect(stranger.check()).rejects.toThrow('403 SignatureDoesNotMatch')
	await expect(stranger.write(name, Buffer.from('x'))).rejects.toThrow('403 SignatureDoesNotMatch')
	expect(await readdir(path.join(folder, 's3', 'shirube')).catch(() => [])).not.toContain('images')
})

test('says that the bucket is away where nothing answers, and where the service cannot serve', async () => {
	const overloaded = createServer((_request, response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'))
	const silent = createServer(() => undefined)
	const closed = createServer()
	for (const one of [overloaded, silent, closed]) await once(one.listen(0, '127.0.0.1'), 'listening')
	const storageAt = (one: Server) =>
		createS3Storage({ ...store.settings, endpoint: `http://127.0.0.1:${(one.address() as AddressInfo).port}`, readWithinMs: 100 })
	const [busy, mute, gone] = [storageAt(overloaded), storageAt(silent), storageAt(closed)]
	closed.close()
	for (const storage of [busy, mute, gone]) {
		const error: unknown = await storage.read(name).catch((caught: unknown) => caught)
		expect(isObjectStoreAway(error)).toBe(true)
	}
	await expect(gone.write(name, Buffer.from('x'))).rejects.toThrow(/does not answer: .*ECONNREFUSED/)
	for (const one of [overloaded, silent]) {
		one.close()
		one.closeAllConnections()
	}
})

test('gives up a silent bucket in time, whatever the garbage collector does meanwhile', async () => {
	const silent = createServer(() => undefined)
	onTestFinished(() => {
		silent.close()
		silent.closeAllConnections()
	})
	await once(silent.listen(0, '127.0.0.1'), 'listening')
	const { port } = silent.address() as AddressInfo
	const storage = createS3Storage({ ...store.settings, endpoint: `http://127.0.0.1:${port}`, readWithinMs: 500 })
	setFlagsFromString('--expose-gc')
	const collectGarbage = runInNewContext('gc') as () => void
	const asked = once(silent, 'request')
	const reading = storage.read(name).catch((error: unknown) => error)
	await asked
	for (let round = 0; round < 5; round += 1) {
		collectGarbage()
		await new Promise((resolve) => setImmediate(resolve))
	}
	expect(isObjectStoreAway(await reading)).toBe(true)
})
