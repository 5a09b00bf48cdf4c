import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '../../../test/database.ts'
import { makeExpert, makeUser } from '../../../test/factories.ts'
import { createLog } from '../log.ts'
import { startQueue } from '../queue.ts'
import { createFileStorage } from '../storage.ts'
import { listBackups, readBackup } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'
import { compareRows, fitsBackup, openEnclosedKey, restoreDatabase, restoreFiles } from './restore-backup.ts'

const SECRET_KEY = 'the key of the site that is backed up'
const PASSPHRASE = 'correct horse battery staple'
const fileName = (n: number) => `images/${String(n).padStart(20, '0')}.webp`

let root: string
let source: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
	root = await mkdtemp(path.join(tmpdir(), 'shirube-backup-test-'))
	source = await freshDatabase()
	const queue = await startQueue({ url: source.url, log: createLog('silent'), names: ['send-mail'] })
	await queue.enqueue(source.db, 'send-mail', { id: 'a mail that waits' }, { startAfter: 3_600 })
	await queue.stop()
	return async () => {
		await source.close()
		await rm(root, { recursive: true, force: true })
	}
})

/** A place for backups and one for files, with two files in it. */
async function places() {
	const base = await mkdtemp(path.join(root, 'place-'))
	const storage = createFileStorage(path.join(base, 'files'))
	for (const n of [1, 2]) await storage.write(fileName(n), Buffer.from(`picture ${n}`))
	const folder = { root: path.join(base, 'backups') }
	let at = Date.parse('2026-11-23T03:40:00Z')
	const options = { databaseUrl: source.url, storage, secretKey: SECRET_KEY, passphrase: undefined, folder, keep: 9 }
	/** A second later than the one before. */
	const make = (changed: { keep?: number; passphrase?: string } = {}) => {
		at += 1_000
		return makeBackup({ ...options, ...changed, now: () => new Date(at) })
	}
	return { base, storage, folder, make }
}

async function emptyTarget() {
	const target = await emptyDatabase()
	onTestFinished(target.close, 30_000)
	return target
}

test('restores rows, waiting jobs, files and key of a backup, and the site continues from there', async () => {
	const { base, folder, make } = await places()
	const { id } = await makeUser({ db: source.db })
	await source.db.transaction().execute((db) => makeExpert({ db }))
	const { name, files, rows } = await make({ passphrase: PASSPHRASE })
	expect({ name, files }).toEqual({ name: '20261123T034001Z', files: 2 })
	expect(rows).toBeGreaterThan(10_000)

	const target = await emptyTarget()
	const manifest = await restoreDatabase(target, folder, name)
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
	expect(await restoreFiles(folder, manifest, restored)).toBe(2)
	expect((await restored.read(fileName(2)))?.toString()).toBe('picture 2')
	expect(await restoreFiles(folder, manifest, restored)).toBe(0)

	expect(await openEnclosedKey(folder, name, manifest, PASSPHRASE)).toBe(SECRET_KEY)
	expect(await openEnclosedKey(folder, name, manifest, undefined)).toBeNull()
	await expect(openEnclosedKey(folder, name, manifest, 'another passphrase')).rejects.toThrow('BACKUP_PASSPHRASE')
	expect([fitsBackup(manifest, SECRET_KEY), fitsBackup(manifest, 'another key')]).toEqual([true, false])
})

test('a backup is consistent although rows are written meanwhile', async () => {
	const { folder, make } = await places()
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
	expect(await compareRows(target.url, await restoreDatabase(target, folder, name))).toEqual([])
})

test('a file is copied once, and deleted with the last backup that names it', async () => {
	const { storage, folder, make } = await places()
	const kept = async () => (await readdir(path.join(folder.root, 'files', 'images'))).length
	expect(await make({ keep: 2 })).toMatchObject({ files: 2, newFiles: 2, removed: [] })
	await storage.remove(fileName(1))
	await storage.write(fileName(3), Buffer.from('picture 3'))
	expect(await make({ keep: 2 })).toMatchObject({ files: 2, newFiles: 1, removed: [] })
	expect(await kept()).toBe(3)
	const third = await make({ keep: 2 })
	expect(third).toMatchObject({ files: 2, newFiles: 0, removed: ['20261123T034001Z'] })
	expect([await kept(), await listBackups(folder)]).toEqual([2, [third.name, '20261123T034002Z']])
})

test('detects damage before the restore completes', async () => {
	const { folder, make } = await places()
	const { name } = await make()
	const manifest = await readBackup(folder, name)
	await writeFile(path.join(folder.root, 'files', fileName(1)), 'another picture')
	await expect(restoreFiles(folder, manifest, null)).rejects.toThrow('not what it was')
	await rm(path.join(folder.root, 'files', fileName(1)))
	await expect(restoreFiles(folder, manifest, null)).rejects.toThrow('is missing')

	const tables = path.join(folder.root, name, 'tables')
	await writeFile(path.join(tables, 'public.prefectures.zst'), zstdCompressSync('').subarray(0, 5))
	const target = await emptyTarget()
	await expect(restoreDatabase(target, folder, name)).rejects.toThrow('unexpected end of file')
	await writeFile(path.join(tables, 'public.prefectures.zst'), zstdCompressSync(''))
	await expect(restoreDatabase(target, folder, name)).rejects.toThrow('the rows of public.prefectures are not what they were')
	expect((await sql<{ count: string }>`select count(*) from municipalities`.execute(target.db)).rows[0]?.count).toBe('0')
	await rm(path.join(tables, 'public.prefectures.zst'))
	await expect(restoreDatabase(target, folder, name)).rejects.toThrow('the rows of public.prefectures are missing')

	await expect(readBackup(folder, '20200101T000000Z')).rejects.toThrow('There is no backup')
	await expect(readBackup(folder, '../files')).rejects.toThrow('no name of a backup')
	await writeFile(path.join(folder.root, name, 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }))
	await expect(readBackup(folder, name)).rejects.toThrow('newer release')
})

test('a backup of a newer release, or one beside another, is refused', async () => {
	const { folder, make } = await places()
	const outcomes = await Promise.allSettled([make(), make()])
	expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
	const [name = ''] = await listBackups(folder)
	const manifest = await readBackup(folder, name)
	const newer = { ...manifest, migrations: [...manifest.migrations, '9999-from-the-future'] }
	await writeFile(path.join(folder.root, name, 'manifest.json'), JSON.stringify(newer))
	await expect(restoreDatabase(await emptyTarget(), folder, name)).rejects.toThrow('does not know the migration 9999-from-the-future')
})
