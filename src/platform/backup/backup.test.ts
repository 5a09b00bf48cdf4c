import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../../test/database.ts'
import { makeExpert, makeUser } from '../../../test/factories.ts'
import { startObjectStore } from '../../../test/object-store.ts'
import { createLog } from '../log.ts'
import { startQueue } from '../queue.ts'
import { createFileStorage } from '../storage.ts'
import { listBackups, readBackup } from './backup-store.ts'
import type { BackupPlace } from './backup-place.ts'
import { createBucketPlace } from './bucket-place.ts'
import { createFolderPlace } from './folder-place.ts'
import { makeBackup } from './make-backup.ts'
import { compareRows, fitsBackup, openEnclosedKey, restoreDatabase, restoreFiles } from './restore-backup.ts'

const SECRET_KEY = 'the key of the site that is backed up'
const PASSPHRASE = 'correct horse battery staple'
const fileName = (n: number) => `images/${String(n).padStart(20, '0')}.webp`

let root: string
let source: Awaited<ReturnType<typeof freshDatabase>>
let store: Awaited<ReturnType<typeof startObjectStore>>

beforeAll(async () => {
	root = await mkdtemp(path.join(tmpdir(), 'shirube-backup-test-'))
	store = await startObjectStore(path.join(root, 's3'))
	source = await freshDatabase()
	const queue = await startQueue({ url: source.url, log: createLog('silent'), names: ['send-mail'] })
	await queue.enqueue(source.db, 'send-mail', { id: 'a mail that waits' }, { startAfter: 3_600 })
	await queue.stop()
	return async () => {
		await Promise.all([source.close(), store.stop()])
		await rm(root, { recursive: true, force: true })
	}
})

/** A place for backups, a folder unless another is given, and one for files, with two files in it. */
async function places(open: (base: string) => BackupPlace = (base) => createFolderPlace(path.join(base, 'backups'))) {
	const base = await mkdtemp(path.join(root, 'place-'))
	const storage = createFileStorage(path.join(base, 'files'))
	for (const n of [1, 2]) await storage.write(fileName(n), Buffer.from(`picture ${n}`))
	const folder = path.join(base, 'backups')
	const place = open(base)
	let at = Date.parse('2026-11-23T03:40:00Z')
	const options = { databaseUrl: source.url, storage, secretKey: SECRET_KEY, passphrase: undefined, place, keep: 9 }
	/** A second later than the one before. */
	const make = (changed: { keep?: number; passphrase?: string } = {}) => {
		at += 1_000
		return makeBackup({ ...options, ...changed, now: () => new Date(at) })
	}
	return { base, storage, folder, place, make }
}

async function emptyTarget() {
	const target = await emptyDatabase()
	onTestFinished(target.close, 30_000)
	return target
}

test('restores rows, waiting jobs, files and key of a backup, and the site continues from there', async () => {
	const { base, place, make } = await places()
	const { id } = await makeUser({ db: source.db })
	await source.db.transaction().execute((db) => makeExpert({ db }))
	const { name, files, rows } = await make({ passphrase: PASSPHRASE })
	expect({ name, files }).toEqual({ name: '20261123T034001Z', files: 2 })
	expect(rows).toBeGreaterThan(10_000)

	const target = await emptyTarget()
	const manifest = await restoreDatabase(target, place, name)
	expect(await compareRows(target.url, manifest)).toEqual([])
	const { rows: jobs } = await sql<{ data: unknown }>`select data from pgboss.job where name = 'send-mail'`.execute(target.db)
	expect(jobs).toEqual([{ data: { id: 'a mail that waits' } }])
	// Triggers stay silent during the restore and work again after it, those that fire always too.
	const experts = async () =>
		(
			await sql<{ kept: number; counted: number }>`select (select sum(change)::integer from verified_expert_changes) as kept,
				(select count(*)::integer from experts where state = 'verified') as counted`.execute(target.db)
		).rows[0]
	const atFirst = await experts()
	expect(atFirst?.kept).toBe(atFirst?.counted)
	await target.db.transaction().execute((db) => makeExpert({ db }))
	expect(await experts()).toEqual({ kept: (atFirst?.kept ?? 0) + 1, counted: (atFirst?.counted ?? 0) + 1 })
	// Numbers go on where they were, and what the schema refuses is refused again.
	expect(Number((await makeUser({ db: target.db })).id)).toBeGreaterThan(Number(id))
	await expect(
		sql`insert into office_members (office_id, expert_id, role) values (1, 2147483647, 'owner')`.execute(target.db),
	).rejects.toThrow('foreign key')

	const restored = createFileStorage(path.join(base, 'restored'))
	expect(await restoreFiles(place, manifest, restored)).toBe(2)
	expect((await restored.read(fileName(2)))?.toString()).toBe('picture 2')
	expect(await restoreFiles(place, manifest, restored)).toBe(0)

	expect(await openEnclosedKey(place, name, manifest, PASSPHRASE)).toBe(SECRET_KEY)
	expect(await openEnclosedKey(place, name, manifest, undefined)).toBeNull()
	await expect(openEnclosedKey(place, name, manifest, 'another passphrase')).rejects.toThrow('BACKUP_PASSPHRASE')
	expect([fitsBackup(manifest, SECRET_KEY), fitsBackup(manifest, 'another key')]).toEqual([true, false])
})

test('a backup is consistent although rows are written meanwhile', async () => {
	const { place, make } = await places()
	const making = new AbortController()
	const writing = (async () => {
		while (!making.signal.aborted) {
			const user = await makeUser({ db: source.db })
			await sql`insert into staff_roles (user_id, role) values (${user.id}, 'moderator')`.execute(source.db)
		}
	})()
	const { name } = await make()
	making.abort()
	await writing
	// The restore puts the foreign keys on again: a row without what it refers to would be refused.
	const target = await emptyTarget()
	expect(await compareRows(target.url, await restoreDatabase(target, place, name))).toEqual([])
})

const filesIn = async (place: BackupPlace) => {
	const names: string[] = []
	for await (const name of place.files.list()) names.push(name)
	return names.toSorted()
}

test('a file is copied once, and deleted with the last backup that names it', async () => {
	const { storage, place, make } = await places()
	expect(await make({ keep: 2 })).toMatchObject({ files: 2, newFiles: 2, removed: [] })
	await storage.remove(fileName(1))
	await storage.write(fileName(3), Buffer.from('picture 3'))
	expect(await make({ keep: 2 })).toMatchObject({ files: 2, newFiles: 1, removed: [] })
	expect(await filesIn(place)).toEqual([1, 2, 3].map(fileName))
	const third = await make({ keep: 2 })
	expect(third).toMatchObject({ files: 2, newFiles: 0, removed: ['20261123T034001Z'] })
	expect([await filesIn(place), await listBackups(place)]).toEqual([[2, 3].map(fileName), [third.name, '20261123T034002Z']])
})

test('a bucket holds backups like a folder', async () => {
	const { base, storage, place, make } = await places(() => createBucketPlace({ ...store.settings, prefix: 'nightly/' }))
	await make({ keep: 1 })
	await storage.remove(fileName(1))
	const { name, removed } = await make({ keep: 1, passphrase: PASSPHRASE })
	expect([removed, await listBackups(place), await filesIn(place)]).toEqual([['20261123T034001Z'], [name], [fileName(2)]])

	const target = await emptyTarget()
	const manifest = await restoreDatabase(target, place, name)
	expect(await compareRows(target.url, manifest)).toEqual([])
	const restored = createFileStorage(path.join(base, 'restored'))
	expect(await restoreFiles(place, manifest, restored)).toBe(1)
	expect((await restored.read(fileName(2)))?.toString()).toBe('picture 2')
	expect(await openEnclosedKey(place, name, manifest, PASSPHRASE)).toBe(SECRET_KEY)
	await place.files.write(fileName(2), Buffer.from('another picture'))
	await expect(restoreFiles(place, manifest, null)).rejects.toThrow('not what it was')
})

test('detects damage before the restore completes', async () => {
	const { folder, place, make } = await places()
	const { name } = await make()
	const manifest = await readBackup(place, name)
	await writeFile(path.join(folder, 'files', fileName(1)), 'another picture')
	await expect(restoreFiles(place, manifest, null)).rejects.toThrow('not what it was')
	await rm(path.join(folder, 'files', fileName(1)))
	await expect(restoreFiles(place, manifest, null)).rejects.toThrow('is missing')

	const tables = path.join(folder, name, 'tables')
	await writeFile(path.join(tables, 'public.prefectures.zst'), zstdCompressSync('').subarray(0, 5))
	const target = await emptyTarget()
	await expect(restoreDatabase(target, place, name)).rejects.toThrow('unexpected end of file')
	await writeFile(path.join(tables, 'public.prefectures.zst'), zstdCompressSync(''))
	await expect(restoreDatabase(target, place, name)).rejects.toThrow('the rows of public.prefectures are not what they were')
	expect((await sql<{ count: string }>`select count(*) from municipalities`.execute(target.db)).rows[0]?.count).toBe('0')
	await rm(path.join(tables, 'public.prefectures.zst'))
	await expect(restoreDatabase(target, place, name)).rejects.toThrow('the rows of public.prefectures are missing')

	await expect(readBackup(place, '20200101T000000Z')).rejects.toThrow('There is no backup')
	await expect(readBackup(place, '../files')).rejects.toThrow('no name of a backup')
	await writeFile(path.join(folder, name, 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }))
	await expect(readBackup(place, name)).rejects.toThrow('newer release')
})

test('a backup of a newer release, or one beside another, is refused', async () => {
	const { folder, place, make } = await places()
	const outcomes = await Promise.allSettled([make(), make()])
	expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
	const [name = ''] = await listBackups(place)
	const manifest = await readBackup(place, name)
	const newer = { ...manifest, migrations: [...manifest.migrations, '9999-from-the-future'] }
	await writeFile(path.join(folder, name, 'manifest.json'), JSON.stringify(newer))
	await expect(restoreDatabase(await emptyTarget(), place, name)).rejects.toThrow('does not know the migration 9999-from-the-future')
})
