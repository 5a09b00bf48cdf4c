import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresPair } from '../../test/postgres-pair.ts'
import { openDatabase, type OpenedDatabase } from './database.ts'
import { openPools, type DatabasePools } from './database-pools.ts'
import { type Listener, openListener } from './listener.ts'
import { createLog } from './log.ts'
import { publishTags } from './page-tags.ts'
import { openReplicas, type Replicas } from './replicas.ts'

const log = createLog('fatal')
let pair: PostgresPair
let pages: OpenedDatabase<unknown>
let pools: DatabasePools<unknown>
let listener: Listener
let replicas: Replicas<unknown>
const closers: (() => Promise<void>)[] = []

beforeAll(async () => {
	pair = await PostgresPair.start(await mkdtemp(path.join(tmpdir(), 'shirube-pair-')))
	pages = await openDatabase({ url: pair.url, poolSize: 4, log })
	pools = await openPools(pages, { log, closers })
	listener = openListener({ url: pair.url, log })
	await sql`create table offices (id integer primary key, name text not null)`.execute(pages.db)
	await sql`insert into offices values (1, 'first')`.execute(pages.db)
	replicas = await openReplicas({ urls: [pair.standbyUrl], pools, poolSizes: { pages: 2, search: 2 }, listener, log })
}, 120_000)

afterAll(async () => {
	await replicas.close()
	await listener.close()
	for (const close of closers) await close()
	await pages.close()
	await pair.stop()
})

const isUsed = () => replicas.figures()[0]?.isUsed

/** The name, and whether it was read from the replica. */
async function read(db: Kysely<unknown>): Promise<{ name: string | undefined; isReplica: boolean | undefined }> {
	const { rows } = await sql<{ name: string; is_replica: boolean }>`
		select name, pg_is_in_recovery() as is_replica from offices where id = 1
	`.execute(db)
	return { name: rows[0]?.name, isReplica: rows[0]?.is_replica }
}

/** Renames with a dropped tag, and waits until the drop is heard. */
async function rename(name: string): Promise<void> {
	const heard = new Promise<void>((resolve) => {
		void listener
			.listen('page_tags', (payload) => payload === `office:${name}` && resolve())
			.then(() =>
				pages.db.transaction().execute(async (trx) => {
					await sql`update offices set name = ${name} where id = 1`.execute(trx)
					await publishTags(trx, [`office:${name}`])
				}),
			)
	})
	await heard
}

test('reads from the replica, and what was written once its tag is dropped', async () => {
	await expect.poll(() => read(replicas.choose('pages')), { timeout: 10_000 }).toEqual({ name: 'first', isReplica: true })
	for (let turn = 0; turn < 50; turn += 1) {
		await rename(`turn${turn}`)
		// At once, from whichever server.
		expect((await read(replicas.choose('pages'))).name).toBe(`turn${turn}`)
	}
	await expect.poll(() => read(replicas.choose('search'))).toEqual({ name: 'turn49', isReplica: true })
})

test('reads from the primary while the replica has not replayed what a dropped tag announced', async () => {
	await pair.pauseReplay(true)
	await rename('paused')
	expect(await read(replicas.choose('pages'))).toEqual({ name: 'paused', isReplica: false })
	// Also after the replica has been asked.
	await expect.poll(() => replicas.figures()[0]?.behindBytes).toBeGreaterThan(0)
	expect(await read(replicas.choose('pages'))).toEqual({ name: 'paused', isReplica: false })
	await pair.pauseReplay(false)
	await expect.poll(() => read(replicas.choose('pages'))).toEqual({ name: 'paused', isReplica: true })
}, 30_000)

test('gives up a replica that lags, without any dropped tag', async () => {
	await pair.pauseReplay(true)
	await sql`update offices set name = 'unannounced' where id = 1`.execute(pages.db)
	await expect.poll(() => read(replicas.choose('pages')), { timeout: 5_000 }).toEqual({ name: 'unannounced', isReplica: false })
	await pair.pauseReplay(false)
	await expect.poll(isUsed, { timeout: 5_000 }).toBe(true)
}, 30_000)

test('sends writes, transactions and what a replica refuses to the primary', async () => {
	const db = replicas.choose('pages')
	await sql`insert into offices values (2, 'second')`.execute(db)
	await db.transaction().execute((trx) => sql`insert into offices values (3, 'third')`.execute(trx))
	const { rows } = await sql<{
		id: number
	}>`with gone as (delete from offices where id > 1 returning id) select id from gone order by 1`.execute(db)
	expect(rows).toEqual([{ id: 2 }, { id: 3 }])
	// A statement that is wrong everywhere is not tried twice.
	const before = replicas.figures()[0]?.fallbacks
	await expect(sql`select no_such_column from offices`.execute(db)).rejects.toThrow('no_such_column')
	expect(replicas.figures()[0]?.fallbacks).toBe(before)
})

test('answers every read while the replica dies and comes back', async () => {
	const db = replicas.choose('pages')
	const over = new AbortController()
	let answered = 0
	const reading = (async () => {
		while (!over.signal.aborted) {
			// A request that chose the replica before goes on, too.
			await Promise.all([read(db), read(replicas.choose('pages')), sql`select pg_sleep(0.02)`.execute(db)])
			answered += 1
		}
	})()
	await pair.stopStandby()
	await expect.poll(isUsed, { timeout: 5_000 }).toBe(false)
	expect((await read(replicas.choose('pages'))).isReplica).toBe(false)
	await pair.startStandby()
	await expect.poll(isUsed, { timeout: 10_000 }).toBe(true)
	over.abort()
	await reading
	expect(answered).toBeGreaterThan(10)
}, 60_000)

test('reads on from the replica while the primary is away, and from the new primary after it', async () => {
	const failing = pair.failOver({ afterMs: 4_000 })
	await expect.poll(() => listener.isTrusted(), { timeout: 5_000 }).toBe(false)
	await expect.poll(() => read(replicas.choose('pages')).catch(() => null)).toMatchObject({ isReplica: true })
	await failing
	// It is no replica any more.
	await expect.poll(isUsed, { timeout: 10_000 }).toBe(false)
	await expect
		.poll(
			() =>
				sql`update offices set name = 'after' where id = 1`.execute(pages.db).then(
					() => 'written',
					() => 'away',
				),
			{ timeout: 20_000 },
		)
		.toBe('written')
	await expect
		.poll(() => read(replicas.choose('pages')).catch(() => null), { timeout: 10_000 })
		.toEqual({ name: 'after', isReplica: false })
}, 60_000)
