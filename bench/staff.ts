import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { listAuditEvents } from '../src/domain/accounts/audit-log.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../src/domain/accounts/staff.ts'
import { articleShelves, listArticleShelf } from '../src/domain/articles/article-approval.ts'
import { listLeadsForStaff } from '../src/domain/estimates/estimate-admin.ts'
import { listWaitingChanges } from '../src/domain/experts/credential-verification.ts'
import { listApplicants } from '../src/domain/experts/expert-verification.ts'
import { countDueRechecks, listDueRechecks } from '../src/domain/experts/rechecks.ts'
import { listQuestionsForStaff } from '../src/domain/moderation/question-queue.ts'
import { listDecidedReports } from '../src/domain/moderation/reports.ts'
import { listOfficesForStaff } from '../src/domain/offices/office-search.ts'
import { deskQueues } from '../src/domain/operations/desk-input.ts'
import { listQueueRows } from '../src/domain/operations/desk-lists.ts'
import { readInsights } from '../src/domain/operations/insights/reading.ts'
import { insightChartNames, insightCharts } from '../src/domain/operations/insights/catalogue.ts'
import { listMails } from '../src/domain/operations/mail-admin.ts'
import { countQueues } from '../src/domain/operations/queue-counts.ts'
import { searchForStaff } from '../src/domain/operations/staff-search.ts'
import { listReviewsForStaff } from '../src/domain/reviews/review-lists.ts'
import { staffRoles } from '../src/domain/accounts/staff-role-names.ts'
import type { Ctx, Database } from '../src/domain/shared/context.ts'
import { openDataSet } from './data-sets.ts'
import { atMost, type Figure, ms } from './figures.ts'
import { explain, record } from './recording.ts'
import { cacheFolder, rounds, sizes } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const MEMBERS = 100_000
const AUDIT_ROWS = 1_000_000
const READS = 10
const MARK = 'bench-staff'
/** As the issue asks, in milliseconds. */
const LIST_MS = 30
const SEARCH_MS = 50
const INSIGHTS_MS = 50

type Read = { name: string; limit: number; read: (ctx: RecentStaffCtx) => Promise<unknown> }

/** Every list of staff, the search for people and the charts of a year, among a million offices and a million audit events. */
export async function measureStaff(): Promise<Figure[]> {
	const set = await openDataSet(sizes.at(-1) ?? 1_000_000)
	try {
		const ctx = await withStaff(set.ctx)
		const bare = await readTimes(() => sql`select 1`.execute(set.database.db))
		const figures: Figure[] = []
		let plans = 'Plans of the statements of staff\n'
		for (const { name, limit, read } of await readsOf(ctx)) {
			const trips = await record(set.database.pool, (db) => read({ ...ctx, db }))
			const times = await readTimes(() => read(ctx))
			const p95 = percentile(times, 0.95)
			figures.push({
				name: `${name}: ${trips.flat().length} statements, p50 / p95`,
				value: `${ms(median(times))} / ${ms(p95)}`,
				baseline: `${ms(median(bare))} (select 1)`,
				ratio: median(times) / median(bare),
				goal: atMost(`${limit} ms`, p95, limit),
			})
			for (const statement of trips.flat().filter(({ text }) => /^\s*(?:select|with)/i.test(text)))
				plans += `\n-- ${name}: ${statement.text.replaceAll(/\s+/g, ' ').trim()}\n${await explain(set.database.pool, statement)}\n`
		}
		const file = path.join(cacheFolder, 'plans-staff.txt')
		await writeFile(file, plans)
		console.log(`  Plans: ${file}`)
		return figures
	} finally {
		await set.close()
	}
}

async function readTimes(work: () => Promise<unknown>): Promise<number[]> {
	const times: number[] = []
	for (let time = -3; time < READS * rounds; time++) {
		const took = await timed(work)
		if (time >= 0) times.push(took)
	}
	return times
}

async function readsOf(ctx: RecentStaffCtx): Promise<Read[]> {
	const { rows } = await sql<{ uid: string; mail: string; name: string; phone: string; number: string; office: string }>`
		select u.uid, i.email as mail, e.display_name as name, o.phone, regexp_replace(c.registration_number, '[^0-9]', '', 'g') as number, o.name as office
		from offices o join office_members m on m.office_id = o.id join experts e on e.id = m.expert_id
			join expert_credentials c on c.expert_id = e.id, users u join identities i on i.uid = u.uid
		where u.uid like ${`${MARK}%`} and o.phone is not null order by o.id desc, u.id desc limit 1
	`.execute(ctx.db)
	const [known] = rows
	if (!known) throw new Error('the data set has no office with an expert')
	const list = (name: string, read: Read['read']): Read => ({ name, limit: LIST_MS, read })
	const search = (name: string, text: string): Read => ({
		name: `search: ${name}`,
		limit: SEARCH_MS,
		read: (own) => searchForStaff(own, text),
	})
	const audit = (name: string, query: Partial<Parameters<typeof listAuditEvents>[1]>) =>
		list(`audit, ${name}`, (own) => listAuditEvents(own, { action: '', subject: '', email: '', from: '', to: '', cursor: null, ...query }))
	return [
		list('counts of the queues', countQueues),
		...deskQueues.map((queue) => list(`queue ${queue}`, (own) => listQueueRows(own, queue, {}))),
		list('experts, verified', (own) => listApplicants(own, { state: 'verified', cursor: null })),
		list('experts, submitted', (own) => listApplicants(own, { state: 'submitted', cursor: null })),
		list('experts, changes', (own) => listWaitingChanges(own, null)),
		list('experts, rechecks', (own) => listDueRechecks(own, null)),
		list('experts, number of rechecks', countDueRechecks),
		...(['waiting', 'suspended', 'all'] as const).map((filter) =>
			list(`offices, ${filter}`, (own) => listOfficesForStaff(own, { filter, cursor: null })),
		),
		...articleShelves.map((shelf) => list(`articles, ${shelf}`, (own) => listArticleShelf(own, shelf, null))),
		list('questions', (own) => listQuestionsForStaff(own, { id: null, hidden: false, cursor: null })),
		list('questions, hidden', (own) => listQuestionsForStaff(own, { id: null, hidden: true, cursor: null })),
		list('reviews', (own) => listReviewsForStaff(own, { hidden: false, officeId: null, cursor: null })),
		list('reviews, hidden', (own) => listReviewsForStaff(own, { hidden: true, officeId: null, cursor: null })),
		list('reports, decided', (own) => listDecidedReports(own, null)),
		list('requests', (own) => listLeadsForStaff(own, { state: null, cursor: null })),
		list('mails', (own) => listMails(own, { address: '', onlyUndelivered: false, cursor: null })),
		list('mails, undelivered', (own) => listMails(own, { address: '', onlyUndelivered: true, cursor: null })),
		audit('all', {}),
		audit('a common room', { action: 'expert' }),
		audit('a rare action', { action: 'expert.suspend' }),
		audit('a subject', { subject: 'expert:77' }),
		audit('a person', { email: known.mail }),
		audit('an old day', { from: '2026-01-02', to: '2026-01-02' }),
		search('mail', known.mail),
		search('uid', known.uid),
		search('name', known.name),
		search('common letters', '田'),
		search('letters nobody has', '鰯鯖'),
		search('phone', known.phone),
		search('registration number', known.number),
		search('office', known.office),
		search('common letters of offices', '税理士'),
		search('number', '12345'),
		{ name: 'insights of a year', limit: INSIGHTS_MS, read: (own) => readInsights(own, { range: 365 }) },
	]
}

/** An admin with every role, beside members, audit events and measured days that are made at the first run. */
async function withStaff(ctx: Ctx): Promise<RecentStaffCtx> {
	const { db } = ctx
	const made = await db.selectFrom('users').select('id').where('uid', '=', `${MARK}-1`).executeTakeFirst()
	if (!made) await fill(db)
	const staff = await db.selectFrom('users').select('id').where('uid', '=', `${MARK}-1`).executeTakeFirstOrThrow()
	return requireRecentStaff({
		...ctx,
		viewer: {
			kind: 'member',
			userId: staff.id,
			uid: `${MARK}-1`,
			isExpert: false,
			roles: staffRoles.map(({ role }) => role),
			loggedInAt: ctx.now(),
		},
	})
}

async function fill(db: Kysely<Database>): Promise<void> {
	await sql`
		insert into users (uid, last_name, first_name, created_at, updated_at)
		select ${MARK} || '-' || n, (array['田中', '佐藤', '高橋', '鈴木', '上田', '林', '長谷川'])[1 + n % 7], (array['一郎', '花子', '実里', '奏', '千夏'])[1 + n % 5],
			now() - n * interval '5 minutes', now()
		from generate_series(1, ${MEMBERS}::integer) n
	`.execute(db)
	await sql`
		insert into identities (uid, email, email_verified_at, created_at)
		select uid, uid || '@example.com', now(), now() from users where uid like ${`${MARK}%`}
	`.execute(db)
	await sql`
		insert into mails (message_id, user_id, address, subject, state, first_at, at, settled_at)
		select ${MARK} || n, null, 'a' || n || '@example.com', '確認', case when n % 5000 = 0 then 'bounced' else 'sent' end,
			now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 10000 = 0 then now() end
		from generate_series(1, ${MEMBERS}::integer) n
	`.execute(db)
	// Sealing is measured elsewhere; a million seals would take the time of the run.
	await sql`alter table audit_log disable trigger audit_log_sealed`.execute(db)
	await sql`
		insert into audit_log (at, user_id, action, subject)
		select timestamptz '2026-01-01' + n * interval '20 seconds', (select id from users where uid = ${MARK} || '-' || (1 + n % 50)),
			case when n % 100000 = 0 then 'expert.suspend' else (array['expert.read', 'proof.read', 'report.dismiss', 'user.read'])[1 + n % 4] end,
			'expert:' || n % 100000
		from generate_series(1, ${AUDIT_ROWS}::integer) n
	`.execute(db)
	await sql`alter table audit_log enable trigger audit_log_sealed`.execute(db)
	const series = [...new Set(insightChartNames.flatMap((name) => [...insightCharts[name].days]))]
	await sql`
		insert into insight_days (series, day, slice, value)
		select series, current_date - n, 'slice-' || s, (n * 7 + s) % 90
		from unnest(${series}::text[]) series, generate_series(0, 730) n, generate_series(1, 12) s
		on conflict do nothing
	`.execute(db)
	for (const table of ['users', 'identities', 'mails', 'audit_log', 'insight_days'])
		await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
