import { checkedSql, int4, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import type { ExpertState } from '../experts/tables.ts'
import type { OfficeRole, OfficeState } from '../memberships/office-policy.ts'
import type { StaffRole } from '../shared/context.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'

export type PersonOverview = {
	userId: string
	uid: string
	name: string
	email: string | null
	emailVerifiedAt: Date | null
	createdAt: Date
	deletedAt: Date | null
	hasLoggedIn: boolean
	receivesMail: boolean
	/** False where nobody can log in: a profile without an account of its own. */
	hasLogin: boolean
	roles: StaffRole[]
	/** What staff have restricted the account to now. */
	restriction: 'limited' | 'suspended' | null
	plan: 'standard' | 'pro' | null
	expert: { id: number; name: string; state: ExpertState } | null
	offices: { id: number; name: string; state: OfficeState; role: OfficeRole }[]
	counts: PersonCounts
	/** What staff did to the account or read of it, the newest first. */
	events: { id: string; at: Date; action: string; reason: string | null; by: string | null }[]
}

const countColumns = {
	questions: int4,
	answers: int4,
	requests: int4,
	inquiries: int4,
	reviews: int4,
	reportsMade: int4,
	supportRequests: int4,
	sessions: int4,
	lastSeenAt: timestamptz.nullable,
}
export type PersonCounts = Awaited<ReturnType<typeof readCounts>>

/** How many of the latest entries of the audit log are shown. */
const EVENTS = 30

/**
 * What support needs to know about one account: facts and numbers, no content. The access is recorded. Throws
 * `not-found` for an unknown uid.
 */
export async function readPerson(ctx: RecentStaffCtx, uid: string): Promise<PersonOverview> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const user = await trx.db
			.selectFrom('users as u')
			.leftJoin('identities as i', 'i.uid', 'u.uid')
			.leftJoin('account_plans as p', 'p.user_id', 'u.id')
			.leftJoin('experts as e', 'e.user_id', 'u.id')
			.leftJoin('account_restrictions as b', (join) =>
				join
					.onRef('b.user_id', '=', 'u.id')
					.on('b.lifted_at', 'is', null)
					.on((eb) => eb.or([eb('b.ends_at', 'is', null), eb('b.ends_at', '>', trx.now())])),
			)
			.select(['u.id', 'u.uid', 'u.first_name', 'u.last_name', 'u.created_at', 'u.deleted_at', 'u.has_logged_in', 'u.receive_email'])
			.select([
				'i.uid as login',
				'i.email',
				'i.email_verified_at',
				'p.plan',
				'e.id as expert_id',
				'e.display_name',
				'e.state',
				'b.kind as restriction',
			])
			.where('u.uid', '=', uid)
			.executeTakeFirst()
		if (!user) throw notFound('user')
		const subjects = [`user:${user.id}`, ...(user.expert_id === null ? [] : [`expert:${user.expert_id}`])]
		const offices = user.expert_id === null ? [] : await readOffices(trx, user.expert_id)
		const roles = await trx.db.selectFrom('staff_roles').select('role').where('user_id', '=', user.id).orderBy('role').execute()
		const events = await readEvents(trx, subjects)
		const counts = await readCounts(trx, user.id, user.uid)
		await recordAuditEvent(trx, { action: 'user.read', subject: `user:${user.id}` })
		return {
			userId: user.id,
			uid: user.uid,
			name: `${user.last_name} ${user.first_name}`.trim(),
			email: user.email,
			emailVerifiedAt: user.email_verified_at,
			createdAt: user.created_at,
			deletedAt: user.deleted_at,
			hasLoggedIn: user.has_logged_in,
			receivesMail: user.receive_email,
			hasLogin: user.login !== null,
			roles: roles.map(({ role }) => role),
			restriction: user.restriction,
			plan: user.plan,
			expert:
				user.expert_id === null || user.state === null ? null : { id: user.expert_id, name: user.display_name ?? '', state: user.state },
			offices,
			counts,
			events,
		}
	})
}

const readOffices = (ctx: RecentStaffCtx, expertId: number) =>
	ctx.db
		.selectFrom('office_members as m')
		.innerJoin('offices as o', 'o.id', 'm.office_id')
		.select(['o.id', 'o.name', 'o.state', 'm.role'])
		.where('m.expert_id', '=', expertId)
		.orderBy('o.id')
		.execute()

/** The latest entries of the audit log on these subjects. */
function readEvents(ctx: RecentStaffCtx, subjects: readonly string[]): Promise<PersonOverview['events']> {
	return ctx.db
		.selectFrom('audit_log as a')
		.leftJoin('users as u', 'u.id', 'a.user_id')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['a.id', 'a.at', 'a.action', 'a.reason', 'i.email as by'])
		.where('a.subject', 'in', subjects)
		.orderBy('a.id', 'desc')
		.limit(EVENTS)
		.execute()
}

async function readCounts(ctx: RecentStaffCtx, userId: string, uid: string) {
	const { rows } = await checkedSql(countColumns)`
		select
			(select count(*)::integer from questions where asker_id = ${userId}::bigint and deleted_at is null) as questions,
			(select count(*)::integer from answers a join experts e on e.id = a.expert_id where e.user_id = ${userId}::bigint) as answers,
			(select count(*)::integer from estimate_requests where user_id = ${userId}::bigint and sent_at is not null) as requests,
			(select count(*)::integer from inquiries where user_id = ${userId}::bigint) as inquiries,
			(select count(*)::integer from reviews where user_id = ${userId}::bigint) as reviews,
			(select count(*)::integer from reports where reporter_id = ${userId}::bigint) as "reportsMade",
			(select count(*)::integer from support_requests where user_id = ${userId}::bigint) as "supportRequests",
			(select count(*)::integer from sessions where uid = ${uid} and expires_at > ${ctx.now()}) as sessions,
			(select max(last_seen_at) from sessions where uid = ${uid}) as "lastSeenAt"
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('user')
	return row
}
