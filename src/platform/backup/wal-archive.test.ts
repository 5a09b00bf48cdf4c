import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { createLog } from '../log.ts'
import { queryOnce } from '../../../test/query-once.ts'
import { clusterFolder } from '../postgres-cluster.ts'
import { archiveSettings, hasBaseCopy, listBaseCopies, makeBaseCopy, placeBaseCopy } from './wal-archive.ts'

const log = createLog('silent')

test('restores the database to a moment before a wrong DELETE, and to its end', { timeout: 180_000 }, async () => {
	const base = await mkdtemp(path.join(tmpdir(), 'shirube-archive-test-'))
	await chmod(base, 0o711)
	const dataDir = path.join(base, 'data')
	const archive = { root: path.join(base, "the owner's 100% archive") }
	const cluster = clusterFolder(dataDir)
	const start = (recovery?: { until: Date | null }) =>
		startEmbeddedPostgres({ dataDir, role: 'script', log, archive: recovery ? { ...archive, recovery } : archive })
	try {
		const first = await start()
		const copy = { databaseUrl: first.url, cluster, dataDir, archive, keep: 1 }
		await queryOnce(first.url, 'create table notes (n int)')
		expect(await hasBaseCopy(dataDir)).toBe(false)
		// Its user cannot write there.
		await rename(path.join(archive.root, 'wal'), path.join(archive.root, 'wal.away'))
		await expect(makeBaseCopy({ ...copy, now: () => new Date() })).rejects.toThrow('PostgreSQL cannot write to')
		await rename(path.join(archive.root, 'wal.away'), path.join(archive.root, 'wal'))
		await makeBaseCopy({ ...copy, now: () => new Date(Date.now() - 60_000) })
		const name = await makeBaseCopy({ ...copy, now: () => new Date() })
		expect([await listBaseCopies(archive), await hasBaseCopy(dataDir)]).toEqual([[name], true])
		await queryOnce(first.url, 'insert into notes select generate_series(1, 500)')
		// In another second than the copy's name, and before anything is deleted.
		const [{ moment } = { moment: new Date() }] = await queryOnce<{ moment: Date }>(
			first.url,
			'select clock_timestamp() as moment from pg_sleep(1.1)',
		)
		await queryOnce(first.url, 'delete from notes where n > 3')
		await first.stop()

		await rename(cluster, `${cluster}.away`)
		await expect(placeBaseCopy(archive, cluster, new Date('2020-01-01T00:00:00Z'))).rejects.toThrow('choose a later time')
		expect(await placeBaseCopy(archive, cluster, moment)).toBe(name)
		const recovered = await start({ until: moment })
		expect(await queryOnce(recovered.url, 'select count(*)::int as n from notes')).toEqual([{ n: 500 }])
		await queryOnce(recovered.url, 'insert into notes values (501)')
		await recovered.stop()

		// Without WAL_ARCHIVE_TO for once: what was copied before is of no use for what comes later.
		const without = await startEmbeddedPostgres({ dataDir, role: 'script', log })
		await without.stop()
		expect(await hasBaseCopy(dataDir)).toBe(false)
		expect((await readdir(path.join(archive.root, 'wal'))).some((file) => file.endsWith('.history'))).toBe(true)
	} finally {
		await rm(base, { recursive: true, force: true })
	}
})

test('a path is one word of the shell and has no placeholder of PostgreSQL', () => {
	expect(archiveSettings({ root: "/srv/50% of Mary's" })['archive_command']).toContain(`cp %p '/srv/50%% of Mary'\\''s/wal'/%f.part`)
})
