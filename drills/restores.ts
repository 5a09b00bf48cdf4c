import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { seedAll } from '../seed/index.ts'
import { addPageViews } from '../src/domain/operations/page-views.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { startObjectStore } from '../test/object-store.ts'
import { createFileStorage } from '../src/platform/storage.ts'

/**
 * `node drills/restores.ts [RESTORES] [bucket]`: on a site with demo content, while rows and files are written all the time, makes twenty
 * backups, or as many as asked, and lets `verify` restore each into a new cluster and compare every table and file with its checksum.
 * Backups lie in a folder, or in a bucket of an object store. Ends with exit code 1 when one differs.
 */
const wanted = Number(process.argv[2] ?? 20)
const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'shirube-drill-'))
await chmod(folder, 0o711)
const log = createLog('error')
const dataDir = path.join(folder, 'data')
const store = process.argv[3] === 'bucket' ? await startObjectStore(path.join(folder, 'store')) : null
const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log })
const env = {
	PATH: process.env['PATH'] ?? '',
	DATABASE_URL: postgres.url,
	DATA_DIR: dataDir,
	SECRET_KEY: 'a secret for drills, long enough for all',
	...(store
		? {
				BACKUP_TO: `s3://${store.settings.bucket}/nightly`,
				BACKUP_S3_ENDPOINT: store.settings.endpoint,
				BACKUP_S3_REGION: store.settings.region,
				BACKUP_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
				BACKUP_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
			}
		: { BACKUP_TO: path.join(folder, 'backups') }),
	BACKUP_KEEP: '3',
	BACKUP_PASSPHRASE: 'correct horse battery staple',
}
try {
	const { db, close } = await openDatabase<Database>({ url: postgres.url, poolSize: 4, log, statementTimeoutMs: 0 })
	await migrateToLatest(db)
	await seedAll(db, { demo: true, onProgress: () => undefined })
	let isOver = false
	const writing = writeUntil(db, () => isOver)
	const restores = await restoreAll()
	isOver = true
	const written = await writing
	await close()
	const seconds = (times: readonly number[]) => (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) / 1_000
	console.log(
		`${restores.whole} of ${wanted} restores whole; ${restores.size}; median ${seconds(restores.making).toFixed(1)} s to make one, ` +
			`${seconds(restores.verifying).toFixed(1)} s to restore and compare it; ${written} writes meanwhile`,
	)
	process.exitCode = restores.whole === wanted ? 0 : 1
} finally {
	await postgres.stop()
	await store?.stop()
	await rm(folder, { recursive: true, force: true })
}

async function restoreAll() {
	const restores = { whole: 0, size: '', making: [] as number[], verifying: [] as number[] }
	for (let round = 0; round < wanted; round += 1) {
		const begun = performance.now()
		const [, name = '', size = ''] = /Made (\S+): (.*?)(?: \(|\.)/.exec(await command()) ?? []
		const made = performance.now()
		const said = await command('verify', name)
		restores.making.push(made - begun)
		restores.verifying.push(performance.now() - made)
		restores.size = size
		if (said.includes(`${name} is whole`) && said.includes('The key opens')) restores.whole += 1
		else console.error(`${name}: ${said}`)
	}
	return restores
}

async function command(...args: string[]): Promise<string> {
	const { stdout, stderr } = await run(process.execPath, ['scripts/backup.ts', ...args], { env }).catch((error: unknown) => ({
		stdout: '',
		stderr: String(error),
	}))
	return stdout + stderr
}

/** Counts views and stores pictures, as the site does; returns how many writes there were. */
async function writeUntil(db: Kysely<Database>, isOver: () => boolean): Promise<number> {
	const storage = createFileStorage(path.join(dataDir, 'files'))
	const { rows } = await sql<{ id: number }>`select id from offices order by id limit 200`.execute(db)
	let written = 0
	while (!isOver()) {
		const { id } = rows[written % rows.length] ?? { id: 1 }
		await addPageViews({ db, now: () => new Date() }, [{ kind: 'office', id, count: 1, source: 'direct' }])
		if (written % 20 === 0) await storage.write(`images/${String(written).padStart(20, '0')}.webp`, Buffer.alloc(20_000, written))
		written += 1
		await delay(20)
	}
	return written
}
