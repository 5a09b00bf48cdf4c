import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import type { ReportReason } from '../moderation/input.ts'
import type { StaffRole } from '../shared/context.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'

const POSTS = 20
const REPORTS = 30

export type PostKind = 'question' | 'answer' | 'review'
export type PersonPost = {
	kind: PostKind
	id: number
	/** The question or the office on whose page it is. */
	pageId: number
	at: Date
	/** The beginning; null for what is not public. */
	excerpt: string | null
}

export type Restriction = {
	id: number
	kind: 'limited' | 'suspended'
	reason: string
	createdAt: Date
	by: string | null
	endsAt: Date | null
	liftedAt: Date | null
	liftedBy: string | null
	liftReason: string | null
	isInForce: boolean
}

const consequenceColumns = { sessions: int4, tokens: int4, inquiries: int4, requests: int4, offices: int4 }

/** What a suspension would leave without its person, or end. */
export type Consequences = Awaited<ReturnType<typeof readConsequences>>

const selectPosts = checkedSql({
	kind: text.as<PostKind>(),
	id: int4,
	pageId: int4,
	at: timestamptz,
	excerpt: text.nullable,
	place: int4,
})
const selectReports = checkedSql({
	id: int4,
	kind: text.as<PostKind>(),
	reason: text.as<ReportReason>(),
	state: text.as<'open' | 'upheld' | 'dismissed'>(),
	at: timestamptz,
	verdict: text.nullable,
})

/**
 * Whether an account may post, what staff decided about it, what it posted and which reports that met, for those who may limit
 * it. No mail address, no cases, nothing of billing. The look is recorded. Throws not-found for an unknown uid.
 */
export async function readStanding(ctx: RecentStaffCtx, uid: string, cursor: string | null) {
	requireRecentStaff(ctx, 'support', 'moderator')
	return inTransaction(ctx, async (trx) => {
		const user = await trx.db
			.selectFrom('users as u')
			.leftJoin('experts as e', 'e.user_id', 'u.id')
			.leftJoin('identities as i', 'i.uid', 'u.uid')
			.select(['u.id', 'u.first_name', 'u.last_name', 'u.deleted_at', 'e.id as expert_id', 'i.uid as login'])
			.select((eb) =>
				eb.fn<StaffRole[]>('array', [eb.selectFrom('staff_roles as r').select('r.role').whereRef('r.user_id', '=', 'u.id')]).as('roles'),
			)
			.where('u.uid', '=', uid)
			.executeTakeFirst()
		if (!user) throw notFound('user')
		await recordAuditEvent(trx, { action: 'user.standing', subject: `user:${user.id}` })
		return {
			userId: user.id,
			uid,
			name: `${user.last_name} ${user.first_name}`.trim(),
			hasLeft: user.deleted_at !== null,
			/** False where nobody can log in: a profile without an account of its own. */
			hasLogin: user.login !== null,
			roles: user.roles,
			restrictions: await readRestrictions(trx, user.id),
			consequences: await readConsequences(trx, user.id, uid),
			reports: await readReports(trx, user.id, user.expert_id),
			reportsMade: await readReportsMade(trx, user.id),
			posts: await readPosts(trx, user.id, user.expert_id, cursor),
		}
	})
}

async function readRestrictions(ctx: RecentStaffCtx, userId: string): Promise<Restriction[]> {
	const rows = await ctx.db
		.selectFrom('account_restrictions as b')
		.leftJoin('users as c', 'c.id', 'b.created_by')
		.leftJoin('users as l', 'l.id', 'b.lifted_by')
		.select(['b.id', 'b.kind', 'b.reason', 'b.created_at', 'b.ends_at', 'b.lifted_at', 'b.lift_reason'])
		.select(['c.last_name as by', 'l.last_name as lifted_by_name'])
		.where('b.user_id', '=', userId)
		.orderBy('b.id', 'desc')
		.limit(20)
		.execute()
	return rows.map((row) => ({
		id: row.id,
		kind: row.kind,
		reason: row.reason,
		createdAt: row.created_at,
		by: row.by,
		endsAt: row.ends_at,
		liftedAt: row.lifted_at,
		liftedBy: row.lifted_by_name,
		liftReason: row.lift_reason,
		isInForce: row.lifted_at === null && (row.ends_at === null || row.ends_at > ctx.now()),
	}))
}

async function readConsequences(ctx: RecentStaffCtx, userId: string, uid: string) {
	const { rows } = await checkedSql(consequenceColumns)`
		select
			(select count(*)::integer from sessions where uid = ${uid} and expires_at > ${ctx.now()}) as sessions,
			(select count(*)::integer from api_tokens where user_id = ${userId}::bigint and revoked_at is null and expires_at > ${ctx.now()})
				as tokens,
			(select count(*)::integer from inquiries where user_id = ${userId}::bigint and closed_at is null) as inquiries,
			(select count(*)::integer from estimate_requests where user_id = ${userId}::bigint and state in ('sent', 'quoted')) as requests,
			(select count(*)::integer from offices o join office_members m on m.office_id = o.id and m.role = 'owner'
				join experts e on e.id = m.expert_id
				where e.user_id = ${userId}::bigint and o.state = 'published' and not exists (
					select from office_members other where other.office_id = o.id and other.role = 'owner' and other.expert_id <> m.expert_id
				)) as offices
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('user')
	return row
}

const ownPosts = (userId: string, expertId: number | null) => sql`
	select 'question'::text as kind, q.id, q.id as page_id, q.created_at,
		case when q.hidden_at is null then left(q.title, 120) end as excerpt
	from questions q where q.asker_id = ${userId}::bigint and q.deleted_at is null
	union all
	select 'answer', a.id, a.question_id, a.created_at,
		case when a.hidden_at is null and q.hidden_at is null then left(a.body, 120) end
	from answers a join questions q on q.id = a.question_id where a.expert_id = ${expertId}::integer
	union all
	select 'review', r.id, r.office_id, r.created_at, case when r.hidden_at is null then left(r.body, 120) end
	from reviews r where r.user_id = ${userId}::bigint
`

async function readPosts(
	ctx: RecentStaffCtx,
	userId: string,
	expertId: number | null,
	cursor: string | null,
): Promise<{ items: PersonPost[]; page: Page }> {
	const page = keysetPage<{ at: Date; place: number }>(cursor, {
		...byMoment({ moment: sql`at`, id: sql`place` }, ({ at, place }) => ({ moment: at, id: place })),
		direction: 'desc',
		size: POSTS,
	})
	const { rows } = await selectPosts`
		select kind, id, page_id as "pageId", at, excerpt, place from (
			select *, date_trunc('milliseconds', created_at) as at, hashtext(kind || id) & 2147483647 as place
			from (${ownPosts(userId, expertId)}) one
		) post
		where ${page.beyond} order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { page: cut.page, items: cut.rows.map(({ place: _place, ...post }) => post) }
}

async function readReports(ctx: RecentStaffCtx, userId: string, expertId: number | null) {
	const { rows } = await selectReports`
		select r.id, r.kind, r.reason, r.state, r.created_at as at, r.decision_reason as verdict
		from (${ownPosts(userId, expertId)}) post join reports r on r.kind = post.kind and r.subject_id = post.id
		order by r.id desc limit ${REPORTS}
	`.execute(ctx.db)
	return rows
}

/** What the account reported, without the words of the reports: those are read in the queue. */
async function readReportsMade(ctx: RecentStaffCtx, userId: string) {
	const rows = await ctx.db
		.selectFrom('reports')
		.select(['id', 'kind', 'reason', 'state', 'created_at', 'decision_reason'])
		.where('reporter_id', '=', userId)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(REPORTS)
		.execute()
	return rows.map(({ created_at: at, decision_reason: verdict, ...row }) => ({ ...row, at, verdict }))
}
