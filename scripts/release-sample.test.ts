import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { addUpWeeks } from '../src/domain/operations/insights/measuring.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { emptyDatabase, freshDatabase } from '../test/database.ts'
import { makeExpert } from '../test/factories.ts'
import { loadSample, readRows } from '../test/release-samples.ts'
import { takeSample } from './release-sample.ts'

const of = { release: '9.9.9', migrations: [] }

async function seededDatabase() {
	const { db, close } = await freshDatabase()
	onTestFinished(close, 30_000)
	return db
}

test('takes one row of each shape before it takes a second one', async () => {
	const db = await seededDatabase()
	await db.transaction().execute(async (trx) => {
		for (const state of ['verified', 'verified', 'verified', 'submitted', 'draft'] as const) await makeExpert({ db: trx }, { state })
	})
	const { tables } = await takeSample(db, of, { rows: 3, whole: 1 })
	expect(new Set(tables['experts']?.['state'])).toEqual(new Set(['verified', 'submitted', 'draft']))
})

test('has the sums that its own rows give, and leaves those of the site as they are', async () => {
	const db = await seededDatabase()
	for (const state of ['verified', 'verified', 'draft'] as const)
		await db.transaction().execute((trx) => makeExpert({ db: trx }, { state }))
	await sql`
		insert into insight_days (series, day, slice, value)
		select series, '2026-05-01'::date + n, '', 1 from unnest(array['desk.backlog', 'money', 'questions']) series, generate_series(1, 40) n
	`.execute(db)
	const range = { first: '2026-05-02', last: '2026-06-10' } as const
	await addUpWeeks({ db }, range)
	const weeks = () => readRows(db, 'insight_weeks', ['last_day', 'series', 'value'])
	const before = await weeks()
	const { tables } = await takeSample(db, of, { rows: 3, whole: 1 })

	const verified = tables['experts']?.['state']?.filter((state) => state === 'verified').length ?? 0
	expect(tables['verified_expert_changes']?.['change']).toEqual([String(verified)])
	const ofMoney = (tables['insight_weeks']?.['series'] ?? []).filter((series) => series === 'money')
	expect(ofMoney.length).toBeGreaterThan(0)
	expect(ofMoney.length).toBeLessThan(before.filter(([, series]) => series === 'money').length)
	expect(await weeks()).toEqual(before)
})

test('takes what a row refers to, so that the sample fits another database', async () => {
	const db = await seededDatabase()
	await db.transaction().execute((trx) => makeExpert({ db: trx }))
	const sample = await takeSample(db, of, { rows: 1, whole: 1 })
	const other = await emptyDatabase()
	onTestFinished(other.close, 30_000)
	await migrateToLatest(other.db)
	await loadSample(other.db, sample)
	const { rows } = await sql<{ missing: string }>`
		select count(*)::text as missing from expert_tasks t
		where not exists (select from experts e where e.id = t.expert_id) or not exists (select from tasks k where k.id = t.task_id)
	`.execute(other.db)
	expect(rows).toEqual([{ missing: '0' }])
	expect(await readRows(other.db, 'experts', ['id', 'display_name'])).toEqual(await readRows(db, 'experts', ['id', 'display_name']))
})

test('takes no secret, but keeps what the constraints ask of it', async () => {
	const db = await seededDatabase()
	const [secret, password] = ['ab'.repeat(32), '$argon2id$v=19$m=19456$c2FsdA$aGFzaA']
	await sql`
		insert into identities (uid, email, password_hash, created_at) values ('sampled', 'sampled@example.com', ${password}, now())
	`.execute(db)
	await sql`
		insert into sessions (token_hash, uid, provider, auth_time, created_at, last_seen_at, expires_at)
		values (decode(${secret}, 'hex'), 'sampled', 'password', now(), now(), now(), now())
	`.execute(db)
	const { tables } = await takeSample(db, of, { rows: 5, whole: 1 })
	expect(tables['sessions']?.['token_hash']).toEqual([`\\x${'1'.padStart(64, '0')}`])
	expect(tables['identities']?.['password_hash']?.[0]).toMatch(/^\$argon2id\$0+1$/)
	expect(JSON.stringify(tables)).not.toContain(secret)
})
