import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Ctx, Database, Viewer } from '../src/domain/shared/context.ts'
import { inboxTabs } from '../src/domain/operations/inbox-input.ts'
import { listInbox } from '../src/domain/operations/inbox.ts'
import { readPipeline } from '../src/domain/operations/performance/pipeline.ts'
import { readCaseStatistics } from '../src/domain/operations/performance/case-statistics.ts'
import { openDataSet } from './data-sets.ts'
import { atMost, type Figure, ms } from './figures.ts'
import { explain, record } from './recording.ts'
import { cacheFolder, inboxCases, rounds } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

/** A small run is for the bench itself: it seeds few offices. */
const OFFICES = inboxCases >= 100_000 ? 1_000 : 100
/** Of the office that is measured; the rest belong to nineteen others. */
const OWN_CASES = Math.round(inboxCases / 20)
const READS = 30
/** The offices may quote for it; the database takes no other quote. */
const TASK = 503
const SUBJECT = `計測のための問い合わせ（${inboxCases}件）`

/** The inbox of an office with 5,000 cases beside 95,000 of others, and what else is read from the same rows. */
export async function measureInbox(): Promise<Figure[]> {
	const set = await openDataSet(OFFICES)
	try {
		const viewer = await withCases(set.database.db)
		const ctx: Ctx = { ...set.ctx, viewer }
		const reads: { name: string; read: (ctx: Ctx) => Promise<unknown>; limit: number | null }[] = [
			...inboxTabs.map((tab) => ({
				name: `inbox, ${tab}`,
				read: (own: Ctx) => listInbox(own, { tab, kind: null, officeId: null, assigned: null, search: '', cursor: null }),
				limit: 20,
			})),
			{ name: 'pipeline', read: readPipeline, limit: null },
			{ name: 'statistics of a year', read: (own) => readCaseStatistics(own, { days: 365, officeId: null }), limit: null },
		]
		const figures: Figure[] = []
		let plans = 'Plans of the inbox’s statements\n'
		for (const { name, read, limit } of reads) {
			const trips = await record(set.database.pool, (db) => read({ ...ctx, db }))
			const statements = trips.flat()
			const times: number[] = []
			for (let time = -8; time < READS * rounds; time++) {
				const took = await timed(() => read(ctx))
				if (time >= 0) times.push(took)
			}
			const p95 = percentile(times, 0.95)
			figures.push({
				name: `${name}: ${statements.length} statements, p50 / p95`,
				value: `${ms(median(times))} / ${ms(p95)}`,
				...(limit === null ? {} : { goal: atMost(`${limit} ms, 3 statements`, statements.length > 3 ? Infinity : p95, limit) }),
			})
			for (const statement of statements)
				plans += `\n-- ${name}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}\n${await explain(set.database.pool, statement)}\n`
		}
		const file = path.join(cacheFolder, 'plans-inbox.txt')
		await writeFile(file, plans)
		console.log(`  Plans: ${file}`)
		return figures
	} finally {
		await set.close()
	}
}

/** The member of an office with its cases, made at the first run: six in ten are inquiries, one in twenty waits. */
async function withCases(db: Kysely<Database>): Promise<Viewer> {
	const { rows: offices } = await sql<{ id: number; user_id: string; uid: string }>`
		select distinct on (id) * from (
			select distinct on (e.user_id) o.id, e.user_id, u.uid from offices o
		join office_members m on m.office_id = o.id join experts e on e.id = m.expert_id and e.state = 'verified'
		join users u on u.id = e.user_id
		where o.state = 'published' and office_parts(o.id, ${TASK}::integer) <> '{}' order by e.user_id, o.id
		) one_each order by id limit 20
	`.execute(db)
	const [own] = offices
	if (!own) throw new Error('the data set has no office with a member')
	const viewer: Viewer = { kind: 'member', userId: own.user_id, uid: own.uid, isExpert: true, roles: [] }
	const made = await db.selectFrom('inquiries').select('id').where('subject', 'like', `${SUBJECT}%`).executeTakeFirst()
	if (made) return viewer
	await db.transaction().execute(async (trx) => {
		for (const { id } of offices) await fillOffice(trx, id, id === own.id ? OWN_CASES : (inboxCases - OWN_CASES) / (offices.length - 1))
	})
	for (const table of ['inquiries', 'estimate_requests', 'estimate_deliveries', 'estimate_quotes'])
		await sql`vacuum analyze ${sql.table(table)}`.execute(db)
	return viewer
}

async function fillOffice(db: Kysely<Database>, officeId: number, cases: number): Promise<void> {
	const number = sql`generate_series(1, ${Math.round(cases * 0.6)}::integer)`
	await sql`
		insert into inquiries (
			office_id, user_id, task_id, subject, contact_name, client_key, created_at, last_message_at, last_user_message_id, last_office_message_id,
			user_seen_id, office_seen_id, first_reply_at, first_reply_minutes, closed_at, closed_by, reply_due_at
		)
		select ${officeId}::integer, (select min(id) from users), ${TASK}::integer, ${SUBJECT} || n, '計測 太郎', 'bench-' || ${officeId}::integer || '-' || n,
			now() - n * interval '2 hours', now() - n * interval '1 hour', 1, case when n % 20 = 0 then 0 else 2 end, 2, 2,
			case when n % 20 = 0 then null else now() - n * interval '1 hour' end, case when n % 20 = 0 then null else 60 end,
			case when n % 20 > 9 then now() end, case when n % 20 > 9 then 'office' end, case when n % 20 = 0 then now() + interval '1 day' end
		from ${number} n
	`.execute(db)
	await sql`
		with asked as (
			insert into estimate_requests (
				state, task_id, prefecture_id, client_key, consented_at, sent_at, expires_at, contact_name, created_at, updated_at, ended_at
			)
			select case when n % 20 = 0 then 'sent' when n % 20 < 4 then 'quoted' else 'expired' end, ${TASK}::integer, 13,
				'bench-' || ${officeId}::integer || '-' || n, now(), now() - n * interval '2 hours', now() + interval '10 days', '計測 花子', now(), now(),
				case when n % 20 > 3 then now() end
			from generate_series(1, ${Math.round(cases * 0.4)}::integer) n
			returning id, state, sent_at
		), delivered as (
			insert into estimate_deliveries (request_id, office_id, state, delivered_at, due_at, answered_at)
			select id, ${officeId}::integer, case when state = 'sent' then 'viewed' else 'quoted' end, sent_at, now() + interval '2 days',
				case when state <> 'sent' then sent_at + interval '3 hours' end
			from asked returning id, state
		)
		insert into estimate_quotes (delivery_id, version, lines, expenses, total, valid_until, client_key, created_at)
		select id, 1, '[]', 0, 50000 + id % 100 * 1000, current_date + 30, 'bench', now() from delivered where state = 'quoted'
	`.execute(db)
}
