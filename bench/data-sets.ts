import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { seedDemo } from '../seed/index.ts'
import { readDemoMark } from '../seed/demo/mark.ts'
import type { Ctx, Database } from '../src/domain/shared/context.ts'
import { openDatabase, type OpenedDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { createProgress } from '../src/platform/progress.ts'
import { createFileStorage } from '../src/platform/storage.ts'
import { createEncryptor } from '../src/platform/token.ts'
import { createWebhookSender } from '../src/platform/webhook-sender.ts'
import { folderFor, sizes } from './settings.ts'

export type DataSet = { offices: number; dataDir: string; ctx: Ctx; database: OpenedDatabase<Database>; close: () => Promise<void> }

export const label = (offices: number): string => `10^${Math.round(Math.log10(offices))}`

/**
 * A database of so many demo offices, made by what `npm run seed -- --offices N` does and kept for the next run. It has
 * the settings of the site's embedded database: the same shared buffers for ten thousand offices as for a million. With
 * `questions` it has so many made questions beside the demo's.
 */
export async function openDataSet(offices: number, questions = 0): Promise<DataSet> {
	const dataDir = await folderFor(`offices-${offices}${questions === 0 ? '' : `-questions-${questions}`}`)
	const log = createLog('warn')
	const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', log })
	try {
		const database = await openDatabase<Database>({ url: postgres.url, poolSize: 10, log, name: 'bench', statementTimeoutMs: 0 })
		try {
			await fill(database.db, { offices, questions }, dataDir)
		} catch (error) {
			await database.close()
			throw error
		}
		return {
			offices,
			dataDir,
			database,
			ctx: ctxOf(database.db),
			async close() {
				await database.close()
				await postgres.stop()
			},
		}
	} catch (error) {
		await postgres.stop()
		throw error
	}
}

export const ctxOf = (db: Kysely<Database>): Ctx => ({
	storage: createFileStorage(path.join(tmpdir(), 'shirube-bench-files')),
	encryptor: createEncryptor('a secret for measurements, long enough'),
	enqueueMail: async () => undefined,
	cards: null,
	webhooks: createWebhookSender(),
	vapidKeys: null,
	line: null,
	db,
	now: () => new Date(),
	viewer: { kind: 'visitor' },
	site: { name: 'bench', publicUrl: 'https://bench.example' },
})

/** All sizes at once, smallest first, so that rounds can go from one to the other. */
export async function withDataSets<T>(work: (sets: DataSet[]) => Promise<T>): Promise<T> {
	const sets: DataSet[] = []
	try {
		for (const size of sizes) sets.push(await openDataSet(size))
		return await work(sets)
	} finally {
		for (const set of sets) await set.close()
	}
}

async function fill(db: Kysely<Database>, { offices, questions }: { offices: number; questions: number }, dataDir: string): Promise<void> {
	const done = path.join(dataDir, 'filled')
	// One that is kept from before may be of an older schema.
	if (existsSync(done)) {
		await migrateToLatest(db)
		return
	}
	const progress = createProgress((line) => console.log(line))
	const started = performance.now()
	await progress.step(`Data set of ${offices.toLocaleString('en')} offices`, async (detail) => {
		await migrateToLatest(db)
		await seedDemo(db, { offices, ...(questions > 0 && { questions }), onProgress: detail })
	})
	if (((await readDemoMark(db))?.offices ?? 0) < offices) throw new Error(`The data set of ${offices} offices is not whole.`)
	// As a site that has run for a day is.
	await sql`vacuum (analyze)`.execute(db)
	await writeFile(done, `${Math.round((performance.now() - started) / 1000)} s\n`)
}
