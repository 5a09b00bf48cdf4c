import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { writeMark } from '../marks.ts'
import { createBlock, type DemoBlock } from './block.ts'
import type { Serials } from './experts.ts'
import { insertBlock, tables } from './insert.ts'
import { type DemoMark, type DemoSize, readDemoMark } from './mark.ts'
import { professionSlugs } from './profile.ts'
import { progressBar } from './progress.ts'
import { loadWorld } from './world.ts'

export const DEFAULT_OFFICES = 2_400
/** Experts for each office by default. */
export const DEFAULT_EXPERT_RATIO = 1.25
const BLOCK = 2_400
/** From here on the data is for measuring: one expert in so many offices is enough for its pages. */
const BENCHMARK_FROM = 100_000
const BENCHMARK_EXPERT_RATIO = 0.2

export function demoSize(offices = DEFAULT_OFFICES, experts?: number): DemoSize {
	const ratio = offices >= BENCHMARK_FROM ? BENCHMARK_EXPERT_RATIO : DEFAULT_EXPERT_RATIO
	return { offices, experts: experts ?? Math.round(offices * ratio) }
}

/**
 * Fills the database with demo offices up to `size.offices` (those already there are counted in and never changed).
 * Lists and suggestions are not rebuilt here. Says whether anything was added.
 */
export async function insertDemo(db: Kysely<Database>, size: DemoSize, onProgress: (line: string) => void): Promise<boolean> {
	const mark = await readDemoMark(db)
	let done = mark?.offices ?? 0
	let experts = mark?.experts ?? 0
	if (done >= size.offices) return false
	const serials = mark?.serials ?? (Object.fromEntries(professionSlugs.map((slug) => [slug, 0])) as Serials)
	const world = await loadWorld(db)
	const bar = progressBar('Demo offices', { from: done, total: size.offices }, onProgress)
	const perOffice = Math.max(0, size.experts - experts) / (size.offices - done)
	const usedNames = new Set<string>()
	let writing: Promise<void> = Promise.resolve()
	// One block is made while the one before is written: two cores, half the time.
	try {
		while (done < size.offices) {
			const count = Math.min(BLOCK, size.offices - done)
			// What an office offers rests on its verified members; a benchmark's rows are not checked for it.
			const fewest = size.offices >= BENCHMARK_FROM ? 0 : count
			const wanted = done + count === size.offices ? size.experts - experts : Math.round(count * perOffice)
			const expertCount = Math.max(fewest, wanted)
			const block = await createBlock(world, { from: done + 1, count, expertCount }, serials, usedNames)
			done += count
			experts += expertCount
			const state: DemoMark = { offices: done, experts, target: size, serials: { ...serials } }
			await writing
			writing = writeBlock(db, block, state).then(() => bar(state.offices))
			// The rejection is met by the next `await writing`; until then it must not count as unhandled.
			writing.catch(() => undefined)
			if (usedNames.size > 4 * BLOCK) usedNames.clear()
		}
	} finally {
		await writing
	}
	await gatherStatistics(db)
	return true
}

/** Without statistics the first plans over freshly filled tables are very slow; autovacuum would run a minute too late. */
async function gatherStatistics(db: Kysely<Database>): Promise<void> {
	await db.connection().execute(async (connection) => {
		await sql`set statement_timeout = 0`.execute(connection)
		try {
			await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(connection)
		} finally {
			await sql`reset statement_timeout`.execute(connection)
		}
	})
}

async function writeBlock(db: Kysely<Database>, block: DemoBlock, state: DemoMark): Promise<void> {
	await db.transaction().execute(async (trx) => {
		// A benchmark's rows come from us and refer to rows of the same block: checking each reference doubles the time.
		if (state.target.offices >= BENCHMARK_FROM) await skipReferenceChecks(trx)
		await insertBlock(trx, block)
		await writeMark(trx, 'demo', JSON.stringify(state))
	})
}

/** Only a superuser may (the user of the embedded database is one); elsewhere the checks run. */
async function skipReferenceChecks(db: Kysely<Database>): Promise<void> {
	const { rows } = await sql<{ is_super: boolean }>`select current_setting('is_superuser') = 'on' as is_super`.execute(db)
	if (rows[0]?.is_super) await sql`set local session_replication_role = replica`.execute(db)
}
