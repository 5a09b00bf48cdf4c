import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Ctx, Database, Viewer } from '../src/domain/shared/context.ts'
import { inboxKinds, inboxTabs } from '../src/domain/operations/inbox/inbox-input.ts'
import { type InboxQuery, listInbox } from '../src/domain/operations/inbox/inbox.ts'
import { readWaitingCounts } from '../src/domain/operations/inbox/waiting-counts.ts'
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
const wholeInbox: InboxQuery = { tab: 'due', kind: null, officeId: null, assigned: null, search: '', cursor: null }
/** No client has more than a few of the cases: with one client for all of them PostgreSQL would plan each statement anew. */
const CLIENTS = Math.round(inboxCases / 5)
const CLIENT_UID = 'bench-client'
const clientOf = (officeId: number) =>
	sql`(select id from users where uid = ${CLIENT_UID} || '-' || (${officeId}::integer * 7919 + n) % ${sql.lit(CLIENTS)})`
const SUBJECT = `計測のための問い合わせ（${inboxCases}件）`

/** The inbox of an office with 5,000 cases and work of every kind beside 95,000 of others, and what else is read from the same rows. */
export async function measureInbox(): Promise<Figure[]> {
	const set = await openDataSet(OFFICES)
	try {
		const viewer = await withCases(set.database.db)
		const ctx: Ctx = { ...set.ctx, viewer }
		await requireEveryKind(ctx)
		const second = (await listInbox(ctx, { ...wholeInbox, tab: 'over' })).page.next
		if (!second) throw new Error('the measured inbox has one page')
		const reads: { name: string; read: (ctx: Ctx) => Promise<unknown>; limit: number | null }[] = [
			...inboxTabs.map((tab) => ({
				name: `inbox, ${tab}`,
				read: (own: Ctx) => listInbox(own, { ...wholeInbox, tab }),
				limit: 20,
			})),
			{ name: 'inbox, second page', read: (own) => listInbox(own, { ...wholeInbox, tab: 'over', cursor: second.cursor }), limit: 20 },
			{ name: 'the same, with a search', read: (own) => listInbox(own, { ...wholeInbox, tab: 'over', search: '計測' }), limit: null },
			{ name: 'what waits, for the navigation of each page', read: readWaitingCounts, limit: 20 },
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

/** The member of an office with its work, made at the first run: six in ten are inquiries, one in twenty waits. */
async function withCases(db: Kysely<Database>): Promise<Viewer> {
	const { rows: offices } = await sql<{ id: number; expert_id: number; user_id: string; uid: string }>`
		select distinct on (id) * from (
			select distinct on (e.user_id) o.id, e.id as expert_id, e.user_id, u.uid from offices o
		join office_members m on m.office_id = o.id and m.role = 'owner' join experts e on e.id = m.expert_id and e.state = 'verified'
		join users u on u.id = e.user_id
		where o.state = 'published' and office_parts(o.id, ${TASK}::integer) <> '{}' order by e.user_id, o.id
		) one_each order by id limit 20
	`.execute(db)
	const [own] = offices
	if (!own) throw new Error('the data set has no office with a member')
	const viewer: Viewer = { kind: 'member', userId: own.user_id, uid: own.uid, isExpert: true, roles: [] }
	if (await isMade(db)) return viewer
	await db.transaction().execute(async (trx) => {
		// What a run of an earlier version made.
		await sql`delete from inquiries where subject like ${`${SUBJECT}%`}`.execute(trx)
		await sql`delete from estimate_requests where client_key like 'bench-%'`.execute(trx)
		await sql`
			insert into users (uid, last_name, first_name, created_at, updated_at)
			select ${CLIENT_UID} || '-' || n, '計測', '花子', now(), now() from generate_series(0, ${sql.lit(CLIENTS - 1)}) n
			on conflict (uid) do nothing
		`.execute(trx)
		for (const { id, expert_id } of offices) {
			const cases = id === own.id ? OWN_CASES : (inboxCases - OWN_CASES) / (offices.length - 1)
			await fillOffice(trx, id, cases)
			await fillThreads(trx, id)
			await fillOthers(trx, { officeId: id, expertId: expert_id, each: Math.max(1, Math.round(cases / 100)) })
		}
	})
	for (const table of FILLED) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
	return viewer
}

const FILLED = [
	'users',
	'inquiries',
	'inquiry_messages',
	'estimate_requests',
	'estimate_deliveries',
	'estimate_quotes',
	'conflict_checks',
	'appointments',
	'appointment_proposals',
	'document_requests',
	'engagement_letters',
	'reviews',
	'office_join_requests',
	'answers',
	'answer_comments',
] as const

const isMade = async (db: Kysely<Database>): Promise<boolean> =>
	(await db
		.selectFrom('engagement_letters as l')
		.innerJoin('inquiries as i', 'i.id', 'l.inquiry_id')
		.select('l.id')
		.innerJoin('users as u', 'u.id', 'i.user_id')
		.where('i.subject', 'like', `${SUBJECT}%`)
		.where('u.uid', 'like', `${CLIENT_UID}%`)
		.executeTakeFirst()) !== undefined

/** A measured inbox without one of its kinds would be faster than people's. */
async function requireEveryKind(ctx: Ctx): Promise<void> {
	for (const kind of inboxKinds) {
		const { counts } = await listInbox(ctx, { ...wholeInbox, kind })
		if (Object.values(counts).every((count) => count === 0)) throw new Error(`the measured inbox has no row of the kind ${kind}`)
	}
}

/** Inquiries and requests in every state; of the requests some have a conversation, and one in forty a conflict to check. */
async function fillOffice(db: Kysely<Database>, officeId: number, cases: number): Promise<void> {
	const number = sql`generate_series(1, ${Math.round(cases * 0.6)}::integer)`
	await sql`
		insert into inquiries (
			office_id, user_id, task_id, subject, contact_name, client_key, created_at, last_message_at, last_user_message_id, last_office_message_id,
			user_seen_id, office_seen_id, first_reply_at, first_reply_minutes, closed_at, closed_by, reply_due_at, user_engaged_at
		)
		select ${officeId}::integer, ${clientOf(officeId)}, ${TASK}::integer, ${SUBJECT} || n, '計測 太郎', 'bench-' || ${officeId}::integer || '-' || n,
			now() - n * interval '2 hours', now() - n * interval '1 hour', 1, case when n % 20 = 0 then 0 else 2 end, 2, 2,
			case when n % 20 = 0 then null else now() - n * interval '1 hour' end, case when n % 20 = 0 then null else 60 end,
			case when n % 20 > 9 then now() end, case when n % 20 > 9 then 'office' end, case when n % 20 = 0 then now() + interval '1 day' end,
			case when n % 20 = 9 then now() end
		from ${number} n
	`.execute(db)
	await sql`
		with asked as (
			insert into estimate_requests (
				state, user_id, task_id, prefecture_id, client_key, consented_at, sent_at, expires_at, contact_name, created_at, updated_at, ended_at
			)
			select case when n % 20 = 0 then 'sent' when n % 20 < 7 then 'quoted' else 'expired' end, ${clientOf(officeId)}, ${TASK}::integer, 13,
				'bench-' || ${officeId}::integer || '-' || n, now(), now() - n * interval '2 hours', now() + interval '10 days', '計測 花子', now(), now(),
				case when n % 20 > 6 then now() end
			from generate_series(1, ${Math.round(cases * 0.4)}::integer) n
			returning id, state, sent_at, regexp_replace(client_key, '.*-', '')::integer as n
		), delivered as (
			insert into estimate_deliveries (request_id, office_id, state, delivered_at, due_at, answered_at, change_request, change_requested_at)
			select id, ${officeId}::integer, case when state = 'sent' then 'viewed' else 'quoted' end, sent_at, now() + interval '2 days',
				case when state <> 'sent' then sent_at + interval '3 hours' end,
				case when n % 20 = 1 then '記帳を除いてください。' end, case when n % 20 = 1 then now() end
			from asked returning id, state
		)
		insert into estimate_quotes (delivery_id, version, lines, expenses, total, valid_until, client_key, created_at)
		select id, 1, '[]', 0, 50000 + id % 100 * 1000, current_date + 30, 'bench', now() from delivered where state = 'quoted'
	`.execute(db)
	const made = sql`
		select d.id as delivery_id, d.request_id, regexp_replace(r.client_key, '.*-', '')::integer as n
		from estimate_deliveries d join estimate_requests r on r.id = d.request_id
		where d.office_id = ${officeId}::integer and r.client_key like 'bench-%'
	`
	await sql`
		insert into conflict_checks (delivery_id, request_id, state, asked_at, disclosed_at)
		select delivery_id, request_id, 'disclosed', now(), now() from (${made}) made where n % 40 = 2
	`.execute(db)
	// Chosen and called, chosen and done; a few wait for the call.
	await sql`
		with made as (${made}), called as (
			update estimate_deliveries d set contacted_at = now() from made where d.id = made.delivery_id and n % 20 in (3, 4) and n % 100 <> 3
		)
		update estimate_requests r set state = 'accepted', accepted_delivery_id = made.delivery_id, ended_at = now(),
			done_at = case when n % 20 = 4 then now() end, done_by = case when n % 20 = 4 then 'office' end
		from made where r.id = made.request_id and n % 20 in (3, 4)
	`.execute(db)
	await sql`
		insert into inquiries (
			office_id, user_id, task_id, subject, contact_name, client_key, created_at, last_message_at, last_user_message_id, last_office_message_id,
			user_seen_id, office_seen_id, first_reply_at, first_reply_minutes, reply_due_at, delivery_id
		)
		select ${officeId}::integer, ${clientOf(officeId)}, ${TASK}::integer, ${SUBJECT} || '依頼' || n, '計測 花子',
			'bench-' || ${officeId}::integer || '-request-' || n, now() - interval '1 day', now(), 2, 1, 2, 1, now() - interval '1 day', 60,
			case when n % 20 = 5 then now() + interval '1 day' end, delivery_id
		from (${made}) made where n % 20 in (5, 6)
	`.execute(db)
}

/** What is arranged in the inquiries that are open: meetings, proposals of times, documents of both sides, letters. */
async function fillThreads(db: Kysely<Database>, officeId: number): Promise<void> {
	const open = sql`
		select id, user_id, contact_name, regexp_replace(client_key, '.*-', '')::integer as n from inquiries
		where office_id = ${officeId}::integer and subject like ${`${SUBJECT}%`} and delivery_id is null and closed_at is null
	`
	const statements = [
		sql`
			insert into inquiry_messages (inquiry_id, side, author_name, body, client_key, created_at)
			select i.id, side, i.contact_name, '確定申告をお願いしたいです。必要な書類を教えてください。', side, i.created_at
			from inquiries i cross join unnest(array['user', 'office']) side
			where i.office_id = ${officeId}::integer and i.subject like ${`${SUBJECT}%`} and (side = 'user' or i.last_office_message_id > 0)
		`,
		sql`
			insert into appointments (office_id, inquiry_id, user_id, kind, begins_at, ends_at, blocked_until, created_at, client_key)
			select ${officeId}::integer, id, user_id, 'phone', at, at + interval '1 hour', at + interval '1 hour', now(), 'bench-' || id
			from (select *, now() + n * interval '2 hours' * case n % 20 when 2 then 1 else -1 end as at from (${open}) o where n % 20 in (2, 3)) o
		`,
		sql`
			insert into appointment_proposals (inquiry_id, kind, minutes, starts, client_key, created_at, answered_at, answer)
			select id, 'phone', 60, array[now() + interval '2 days', now() + interval '3 days'], 'bench', now(),
				case when n % 20 = 5 then now() end, case when n % 20 = 5 then 'declined' end
			from (${open}) o where n % 20 in (4, 5)
		`,
		sql`
			insert into document_requests (inquiry_id, title, created_at, side)
			select id, title, now(), case when n % 20 = 6 then 'office' else 'user' end
			from (${open}) o cross join unnest(array['通帳の写し', '請求書']) title where n % 20 in (6, 7)
		`,
		sql`
			insert into engagement_letters (inquiry_id, version, kind, body, text_hash, code, client_name, office_name, client_key, offered_at)
			select id, 1, 'mandate', '計測のための契約書です。', 'bench', 'bench-' || id, contact_name, '計測事務所', 'bench', now()
			from (${open}) o where n % 20 = 8
		`,
	]
	for (const statement of statements) await statement.execute(db)
}

/** What is no case, `each` of every kind: reviews, requests to join, and follow-up questions to answers. */
async function fillOthers(
	db: Kysely<Database>,
	{ officeId, expertId, each }: { officeId: number; expertId: number; each: number },
): Promise<void> {
	await sql`
		insert into reviews (office_id, task_id, stars, body, persona, created_at)
		select ${officeId}::integer, ${TASK}::integer, 5, '届出から一緒に進めてもらえました。', '個人事業主', now() - n * interval '1 hour'
		from generate_series(1, ${each}::integer) n
	`.execute(db)
	await sql`
		insert into office_join_requests (office_id, expert_id, requested_at)
		select ${officeId}::integer, e.id, now() from experts e
		where e.state = 'verified' and not exists (select from office_members m where m.office_id = ${officeId}::integer and m.expert_id = e.id)
		order by e.id limit ${Math.ceil(each / 10)} on conflict do nothing
	`.execute(db)
	await sql`
		with answered as (
			insert into answers (question_id, expert_id, credentials, body, comment_count, part_ids)
			select q.id, ${expertId}::integer, '[]', repeat('帳簿がなくても大丈夫です。', 6), 1, own.parts
			from questions q cross join lateral (
				select array(select part from unnest(question_parts(q.id)) part where expert_may_do(${expertId}::integer, part)) as parts
			) own
			where q.hidden_at is null and q.deleted_at is null and (own.parts <> '{}' or question_parts(q.id) = '{}')
				and q.asker_id is distinct from (select user_id from experts where id = ${expertId}::integer)
				and not exists (select from answers a where a.question_id = q.id and a.expert_id = ${expertId}::integer)
			order by q.id limit ${each} returning id
		)
		insert into answer_comments (answer_id, position, author, body) select id, 1, 'asker', 'もう一つ教えてください。' from answered
	`.execute(db)
}
