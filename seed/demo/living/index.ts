import { type Kysely, sql, type Transaction } from 'kysely'
import type { Ctx, Database, Site, Viewer } from '../../../src/domain/shared/context.ts'
import type { NotifiedEvent } from '../../../src/domain/shared/outbox.ts'
import { hours } from '../../../src/domain/shared/japan-time.ts'
import { sendMessage, startInquiry } from '../../../src/domain/inquiries/inquiries.ts'
import { beginArticle, submitArticle } from '../../../src/domain/articles/article-writing.ts'
import { deliverEvent } from '../../../src/domain/social/notification-delivery.ts'
import { ALL_PAGES, publishTags } from '../../../src/platform/page-tags.ts'
import type { Storage } from '../../../src/platform/storage.ts'
import { createEncryptor, randomToken } from '../../../src/platform/token.ts'
import { createWebhookSender } from '../../../src/platform/webhook-sender.ts'
import { type MarkName, readMark, withSeedLock, writeMark } from '../../marks.ts'
import { demoAddresses } from '../accounts.ts'
import { readDemoMark } from '../mark.ts'
import { insertAppointments } from './appointments.ts'
import { insertApplicants } from './applicants.ts'
import { type As, insertConversations } from './conversations.ts'
import { insertBilling } from './billing.ts'
import { insertCredentialChange } from './credential-change.ts'
import { insertDiagnosisContacts } from './diagnosis-contacts.ts'
import { insertEstimates } from './estimates.ts'
import { manuscripts } from './manuscripts.ts'
import { insertNotices } from './notices.ts'
import { insertPastCases } from './past-cases.ts'

/** The newest ids before anything of this was there. */
type Last = { event: string; notification: number }

type Surroundings = { site: Site; storage: Storage }
type Person = { id: string; uid: string; is_expert: boolean }
type Cast = {
	ctx: Ctx
	/** The ctx of a person. */
	as: (person: Person) => As
	member: Person
	expert: Person
	staff: Person
	/** The expert with a paid plan; missing where no second expert could get an account. */
	payer: Person | undefined
	/** The expert's own. */
	expertId: number
	ownOfficeId: number
}

/** Parts that came one after the other: a database that has the first gets the next. */
const parts: readonly { mark: MarkName; insert: (cast: Cast) => Promise<void> }[] = [
	{ mark: 'living', insert: insertThread },
	{
		mark: 'living-estimates',
		insert: ({ ctx, as, member, expert, ownOfficeId }) =>
			insertEstimates({ visitor: ctx, member: as(member), expert: as(expert), as, ownOfficeId }),
	},
	{ mark: 'living-credentials', insert: ({ ctx, expertId }) => insertCredentialChange(ctx, expertId) },
	{
		mark: 'living-diagnoses',
		insert: ({ ctx, as, member, staff }) => insertDiagnosisContacts({ visitor: ctx, member: as(member), staff: as(staff) }),
	},
	{ mark: 'living-notices', insert: ({ as, staff }) => insertNotices(as(staff)) },
	{ mark: 'living-billing', insert: ({ ctx, staff, payer }) => insertBilling(ctx, staff.id, payer?.id ?? null) },
	{
		mark: 'living-appointments',
		insert: ({ ctx, as, member, expert, ownOfficeId }) =>
			insertAppointments({ visitor: ctx, member: as(member), expert: as(expert), ownOfficeId }),
	},
	{
		mark: 'living-past-cases',
		insert: ({ as, member, expert, ownOfficeId }) => insertPastCases({ member: as(member), expert: as(expert), ownOfficeId }),
	},
]

/**
 * What makes the pages of the demo's accounts look lived in: applications and articles that wait for staff,
 * questions with their answers, follows, an inquiry, requests for estimates, and the notifications that come of these.
 * Uses the functions of the domain, each part once, all missing ones in one transaction: the parts
 * tell of the same days, and lists of notifications are in the order of the ids. Nothing of it is mailed.
 */
export async function insertLivingDemo(db: Kysely<Database>, surroundings: Surroundings): Promise<void> {
	await withSeedLock(db, async () => {
		if (!(await readDemoMark(db))) return
		const missing: (typeof parts)[number][] = []
		for (const part of parts) if ((await readMark(db, part.mark)) === null) missing.push(part)
		if (missing.length === 0) return
		await db.transaction().execute(async (trx) => {
			const cast = await findCast(trx, surroundings)
			if (cast) {
				const last = await readLast(trx)
				for (const { insert } of missing) await insert(cast)
				if (last) await notifyOfAll(cast.ctx, last)
			}
			for (const { mark } of missing) await writeMark(trx, mark, '1')
			await publishTags(trx, [ALL_PAGES])
		})
	})
}

async function findCast(db: Transaction<Database>, { site, storage }: Surroundings): Promise<Cast | null> {
	const people = await db.selectFrom('users').select(['id', 'uid', 'email', 'is_expert']).where('email', 'in', demoAddresses).execute()
	const [member, expert, staff, payer] = demoAddresses.map((address) => people.find(({ email }) => email === address))
	if (!member || !expert || !staff) return null
	const own = await db
		.selectFrom('experts as e')
		.innerJoin('office_members as m', 'm.expert_id', 'e.id')
		.select(['e.id', 'm.office_id'])
		.where('e.user_id', '=', expert.id)
		.orderBy('m.office_id')
		.executeTakeFirst()
	if (!own) return null
	const started = Date.now()
	// Links of the demo's requests are unknown to everyone, and its mails go nowhere.
	const services = {
		storage,
		encryptor: createEncryptor(randomToken()),
		enqueueMail: async () => undefined,
		cards: null,
		webhooks: createWebhookSender(),
		vapidKeys: null,
		line: null,
	}
	const ctx: Ctx = { ...services, db, site, now: () => new Date(started), viewer: { kind: 'visitor' } }
	const as =
		(person: Person): As =>
		(hoursAgo) => {
			const viewer: Viewer = { kind: 'member', userId: person.id, uid: person.uid, isExpert: person.is_expert, roles: [] }
			return { ...ctx, viewer, now: () => new Date(started - hours(hoursAgo)) }
		}
	return { ctx, as, member, expert, staff, payer, expertId: own.id, ownOfficeId: own.office_id }
}

async function readLast(db: Transaction<Database>): Promise<Last | undefined> {
	const { rows } = await sql<Last>`
		select (select coalesce(max(id), 0) from pending_events) as event, (select coalesce(max(id), 0) from notifications) as notification
	`.execute(db)
	return rows[0]
}

async function insertThread({ ctx, as, member, expert, staff, expertId }: Cast): Promise<void> {
	const db = ctx.db as Transaction<Database>
	await insertApplicants(ctx, staff.id)
	await insertConversations({ member: as(member), expert: as(expert), expertId })
	await insertArticles(db, as(expert), as)
	await insertInquiry(as(member), as(expert))
	await insertReports(db, as(member))
}

/** Two of the demo's expert, two of colleagues of the same profession. */
async function insertArticles(db: Transaction<Database>, expert: As, as: (person: Person) => As): Promise<void> {
	const colleagues = await db
		.selectFrom('users as u')
		.innerJoin('experts as e', 'e.user_id', 'u.id')
		.innerJoin('expert_credentials as c', 'c.expert_id', 'e.id')
		.select(['u.id', 'u.uid', 'u.is_expert'])
		.where('c.profession_id', '=', 1)
		.where('e.state', '=', 'verified')
		.where('u.email', 'is', null)
		.orderBy('e.id')
		.limit(2)
		.execute()
	for (const [place, { hoursAgo, ...manuscript }] of manuscripts.entries()) {
		const colleague = colleagues[Math.floor(place / 2)]
		const author = place % 2 === 0 || !colleague ? expert : as(colleague)
		const { id } = await beginArticle(author(hoursAgo + 2))
		await submitArticle(author(hoursAgo), id, { manuscript, version: 1 })
	}
}

async function insertInquiry(member: As, expert: As): Promise<void> {
	const { id } = await startInquiry(
		member(30),
		1,
		{
			subject: '顧問契約の内容と、初回の面談について',
			contactName: '見本 花子',
			taskId: 503,
			body: '9月に個人で開業し、デザインの仕事をしています。毎月の記帳は自分で行い、確認と申告をお願いしたいと考えています。料金の目安と、初回の面談に伺える日を教えてください。土曜の午前が希望です。',
			clientKey: 'demo-living-inquiry-1',
		},
		[],
	)
	await sendMessage(
		expert(26),
		id,
		{
			body: 'お問い合わせありがとうございます。土曜の10時からであれば、次の週末にお会いできます。料金は、月々の枚数と、ご自分で入力される範囲を伺ってからお出しします。通帳と請求書をお持ちください。',
			clientKey: 'demo-living-inquiry-2',
		},
		[],
	)
}

/** Reports that moderators have yet to decide on, where the site can take them. What they are about is harmless. */
async function insertReports(db: Transaction<Database>, member: As): Promise<void> {
	const { rows: there } = await sql<{ there: boolean }>`select to_regclass('reports') is not null as there`.execute(db)
	if (!there[0]?.there) return
	const { viewer, now } = member(9)
	const reporter = viewer.kind === 'member' ? viewer.userId : null
	await sql`
		insert into reports (reporter_id, kind, subject_id, reason, body, created_at)
		select ${reporter}::bigint, 'answer', a.id, 'false', '改正の前の金額で説明されているように見えます。いまも同じ額でしょうか。確認をお願いします。', ${now()}::timestamptz
		from (select id from answers where law_as_of is not null and hidden_at is null order by law_as_of, id limit 1) a
		union all
		select q.asker_id, 'review', r.id, 'personal', '担当された方のお名前が分かる書き方かもしれません。', ${member(21).now()}::timestamptz
		from (select id from reviews where hidden_at is null order by id limit 1) r,
			(select asker_id from questions where asker_id is not null and asker_id <> ${reporter}::bigint order by id limit 1) q
		union all
		select q.asker_id, 'question', t.id, 'advertising', '会社の紹介が目的のように読めました。', ${member(33).now()}::timestamptz
		from (select id, asker_id from questions where hidden_at is null and deleted_at is null order by id offset 5 limit 1) t,
			(select asker_id from questions where asker_id is not null and asker_id <> ${reporter}::bigint order by id desc limit 1) q
		where q.asker_id is distinct from t.asker_id
	`.execute(db)
}

/** Handles the events as the queue would, at their own times; mails of the past are not sent. */
async function notifyOfAll(ctx: Ctx, last: Last): Promise<void> {
	const { rows } = await sql<{ id: string; event: NotifiedEvent; happened_at: Date }>`
		delete from pending_events where id > ${last.event}::bigint returning id, event, happened_at
	`.execute(ctx.db)
	for (const { event, happened_at } of rows.toSorted(
		(a, b) => a.happened_at.getTime() - b.happened_at.getTime() || Number(a.id) - Number(b.id),
	))
		await deliverEvent({ ...ctx, now: () => happened_at }, event, () => Promise.resolve())
	// Notifications older than two days are read.
	const readBefore = new Date(ctx.now().getTime() - hours(48))
	await sql`
		update notifications set mail = 'none', read_at = case when created_at < ${readBefore}::timestamptz then created_at + interval '1 hour' end
		where in_site and id > ${last.notification}::integer
	`.execute(ctx.db)
}
