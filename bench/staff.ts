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
import { type DeskQueue, deskQueues } from '../src/domain/operations/desk-input.ts'
import { listDeskItems, listQueueAssociations } from '../src/domain/operations/desk-lists.ts'
import { addUpWeeks } from '../src/domain/operations/insights/measuring.ts'
import { readInsights } from '../src/domain/operations/insights/reading.ts'
import { insightChartNames, insightCharts } from '../src/domain/operations/insights/catalogue.ts'
import { listMails } from '../src/domain/operations/mail-admin.ts'
import { readOfficeFigures } from '../src/domain/operations/offices/office-figures.ts'
import { getOfficeOverview } from '../src/domain/operations/offices/office-overview.ts'
import { countOwnItems, listColleagues } from '../src/domain/operations/queue-work/assignments.ts'
import { hasAssociations, hasPlaces, hasRounds, risksOf } from '../src/domain/operations/queue-work/queue-filters.ts'
import { countQueues } from '../src/domain/operations/queue-counts.ts'
import { searchForStaff } from '../src/domain/operations/staff-search.ts'
import { listReviewsForStaff } from '../src/domain/reviews/review-lists.ts'
import { staffRoles } from '../src/domain/accounts/staff-role-names.ts'
import type { Ctx, Database } from '../src/domain/shared/context.ts'
import { addDays, isoDay } from '../src/domain/shared/japan-time.ts'
import { openDataSet } from './data-sets.ts'
import { atMost, type Figure, ms } from './figures.ts'
import { explain, record } from './recording.ts'
import { cacheFolder, rounds, sizes } from './settings.ts'
import { median, percentile, timed } from './statistics.ts'

const MEMBERS = 100_000
const AUDIT_ROWS = 1_000_000
const READS = 10
const MARK = 'bench-staff'
/** Ten days of applications and of reports that nobody has looked at. */
const WAITING = 2_000
const ASSOCIATION = '東京税理士会'
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
		list(`audit, ${name}`, (own) =>
			listAuditEvents(own, { action: '', subject: '', email: '', block: '', from: '', to: '', cursor: null, ...query }),
		)
	return [
		list('counts of the queues', countQueues),
		list('items in my charge', countOwnItems),
		...deskQueues.flatMap((queue) => queueReads(queue, list)),
		list('experts, verified', (own) => listApplicants(own, { state: 'verified', cursor: null })),
		list('experts, submitted', (own) => listApplicants(own, { state: 'submitted', cursor: null })),
		list('experts, changes', (own) => listWaitingChanges(own, null)),
		list('experts, rechecks', (own) => listDueRechecks(own, null)),
		list('experts, number of rechecks', countDueRechecks),
		...(['waiting', 'suspended', 'all'] as const).map((filter) =>
			list(`offices, ${filter}, with their figures`, async (own) => {
				const { offices } = await listOfficesForStaff(own, { filter, cursor: null })
				return readOfficeFigures(
					own,
					offices.map(({ id }) => id),
				)
			}),
		),
		list('an office, with its doubles, changes and requests', (own) => getOfficeOverview(own, 77)),
		...articleShelves.map((shelf) => list(`articles, ${shelf}`, (own) => listArticleShelf(own, shelf, null))),
		list('questions', (own) => listQuestionsForStaff(own, { id: null, hidden: false, cursor: null })),
		list('questions, hidden', (own) => listQuestionsForStaff(own, { id: null, hidden: true, cursor: null })),
		list('reviews', (own) => listReviewsForStaff(own, { hidden: false, officeId: null, cursor: null })),
		list('reviews, hidden', (own) => listReviewsForStaff(own, { hidden: true, officeId: null, cursor: null })),
		list('reports, decided', (own) => listDecidedReports(own, null)),
		list('requests', (own) => listLeadsForStaff(own, { state: null, prefectureId: null, cursor: null })),
		list('requests of a prefecture', (own) => listLeadsForStaff(own, { state: null, prefectureId: 13, cursor: null })),
		list('mails', (own) => listMails(own, { address: '', onlyUndelivered: false, cursor: null })),
		list('mails, undelivered', (own) => listMails(own, { address: '', onlyUndelivered: true, cursor: null })),
		audit('all', {}),
		audit('a common room', { action: 'expert' }),
		audit('a rare action', { action: 'expert.suspend' }),
		audit('a subject', { subject: 'expert:77' }),
		audit('a person', { email: known.mail }),
		audit('an address', { block: '198.51.7.1/32' }),
		audit('a block of addresses', { block: '198.51.7.0/24' }),
		audit('addresses of nobody', { block: '2001:db8::/32' }),
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

/** The list of a queue, and narrowed in every way that it knows. */
function queueReads(queue: DeskQueue, list: (name: string, read: Read['read']) => Read): Read[] {
	const narrowed = (name: string, filters: Parameters<typeof listDeskItems>[2]) =>
		list(`queue ${queue}, ${name}`, (own) => listDeskItems(own, queue, filters))
	return [
		list(`queue ${queue}`, (own) => listDeskItems(own, queue)),
		narrowed('late', { only: 'late' }),
		narrowed('mine', { assignee: 'me' }),
		narrowed('nobody’s', { assignee: 'nobody' }),
		...(Object.keys(risksOf(queue)).length === 0
			? []
			: [narrowed('at risk', { risk: 'some' }), narrowed('without a risk', { risk: 'none' })]),
		...(hasRounds(queue) ? [narrowed('came back', { round: 'again' })] : []),
		...(hasPlaces(queue) ? [narrowed('in a prefecture', { prefectureId: 13 })] : []),
		...(hasAssociations(queue)
			? [
					narrowed('of an association', { association: ASSOCIATION }),
					list(`queue ${queue}, its associations`, (own) => listQueueAssociations(own, queue)),
				]
			: []),
		list(`queue ${queue}, who may be in charge`, (own) => listColleagues(own, queue)),
	]
}

/** An admin with every role, beside members, audit events and measured days that are made at the first run. */
async function withStaff(ctx: Ctx): Promise<RecentStaffCtx> {
	const { db } = ctx
	const made = await db.selectFrom('users').select('id').where('uid', '=', `${MARK}-1`).executeTakeFirst()
	if (!made) await fill(db)
	await fillQueues(db)
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
	const today = isoDay(new Date())
	await addUpWeeks({ db }, { first: addDays(today, -366), last: today })
	for (const table of ['users', 'identities', 'mails', 'audit_log', 'insight_weeks'])
		await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Work that waits, made once: applications and reports, some of them in somebody's charge. */
async function fillQueues(db: Kysely<Database>): Promise<void> {
	await fillBlocks(db)
	const filled = await db.selectFrom('queue_assignments').select('item_id').limit(1).executeTakeFirst()
	if (filled) return
	await sql`
		with member as (
			select id, n from (select id, row_number() over (order by id) as n from users where uid like ${`${MARK}-%`}) u where n between 100 and ${WAITING + 99}
		), expert as (
			insert into experts (user_id, display_name, state, submitted_at)
			select id, '申請 ' || n, 'submitted', now() - n * interval '7 minutes' from member returning id, submitted_at
		), credential as (
			insert into expert_credentials (expert_id, profession_id, registration_number, association, claimed_at)
			select id, 9, 'BENCH-' || id, (array[${ASSOCIATION}, '大阪税理士会', '東京都行政書士会', '愛知県社会保険労務士会'])[1 + id % 4], submitted_at from expert
		)
		insert into queue_assignments (queue, item_id, user_id, assigned_at)
		select 'experts', expert.id, staff.id, now() from expert, users staff where staff.uid = ${`${MARK}-1`} and expert.id % 20 = 0
	`.execute(db)
	await sql`insert into staff_roles (user_id, role) select id, 'admin' from users where uid = ${`${MARK}-1`} on conflict do nothing`.execute(
		db,
	)
	await sql`
		insert into reports (reporter_id, kind, subject_id, reason, created_at)
		select u.id, 'question', 1 + u.n % 1500, (array['abuse', 'personal', 'advertising'])[1 + u.n % 3], now() - u.n * interval '11 minutes'
		from (select id, row_number() over (order by id) as n from users where uid like ${`${MARK}-%`}) u where u.n <= ${WAITING}
		on conflict do nothing
	`.execute(db)
	for (const table of ['experts', 'expert_credentials', 'reports', 'queue_assignments', 'staff_roles'])
		await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** A hundred thousand audit events with the addresses of fifty networks, as a year of acts has them. */
async function fillBlocks(db: Kysely<Database>): Promise<void> {
	const filled = await sql`select from audit_log where detail ->> 'callerBlock' is not null limit 1`.execute(db)
	if (filled.rows.length > 0) return
	await sql`alter table audit_log disable trigger audit_log_sealed`.execute(db)
	await sql`
		insert into audit_log (at, user_id, action, subject, detail)
		select now() - n * interval '5 minutes', (select id from users where uid = ${MARK} || '-' || (1 + n % 50)), 'user.read', 'user:' || n % 1000,
			jsonb_build_object('callerBlock', '198.51.' || n % 50 || '.' || n % 7)
		from generate_series(1, ${AUDIT_ROWS / 10}::integer) n
	`.execute(db)
	await sql`alter table audit_log enable trigger audit_log_sealed`.execute(db)
	await sql`vacuum analyze audit_log`.execute(db)
}
