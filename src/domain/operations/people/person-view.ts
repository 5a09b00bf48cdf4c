import { sql } from 'kysely'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import { findRegistration, type Registration } from '../../experts/registration.ts'
import { listOwnOffices, type OwnOffice } from '../../memberships/office-membership.ts'
import { listMyQuestions } from '../../questions/question-list.ts'
import { type Ctx, inTransaction, type Member } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { readWaitingCounts, type WaitingCounts } from '../inbox/waiting-counts.ts'

/** How many of the newest questions are shown. */
const QUESTIONS = 10

export type PersonView = {
	name: string
	isProved: boolean
	hasExpert: boolean
	/** Set while staff have limited the account. */
	limit: Member['limit']
	isSuspended: boolean
	waiting: WaitingCounts
	questions: { id: number; title: string; awaitsAddress: boolean; isResolved: boolean; answerCount: number }[]
	registration: Pick<Registration, 'state' | 'done' | 'decision' | 'opensAt'> | null
	offices: OwnOffice[]
}

/**
 * What the pages of a member say to them now, read by the same functions as theirs, for support who help them. Nothing can be written
 * on the way, no session is opened, and no message of anybody is read. The look is recorded. Throws not-found for an unknown uid and
 * for an account that was deleted.
 */
export async function readAsPerson(ctx: RecentStaffCtx, uid: string): Promise<PersonView> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const user = await trx.db
			.selectFrom('users as u')
			.leftJoin('identities as i', 'i.uid', 'u.uid')
			.leftJoin('account_restrictions as b', (join) =>
				join
					.onRef('b.user_id', '=', 'u.id')
					.on('b.lifted_at', 'is', null)
					.on((eb) => eb.or([eb('b.ends_at', 'is', null), eb('b.ends_at', '>', trx.now())])),
			)
			.select(['u.id', 'u.first_name', 'u.last_name', 'u.is_expert', 'i.email_verified_at', 'b.kind', 'b.reason', 'b.ends_at'])
			.where('u.uid', '=', uid)
			.where('u.deleted_at', 'is', null)
			.executeTakeFirst()
		if (!user) throw notFound('user')
		await recordAuditEvent(trx, { action: 'user.view', subject: `user:${user.id}` })
		const limit = user.ends_at === null ? undefined : { until: user.ends_at, reason: user.reason ?? '' }
		const viewer: Member = { kind: 'member', userId: user.id, uid, isExpert: user.is_expert, roles: [], ...(limit ? { limit } : {}) }
		return readOnly(trx, async () => {
			const theirs: Ctx = { ...trx, viewer }
			const { items } = await listMyQuestions(theirs, null)
			const registration = await findRegistration(theirs)
			return {
				name: `${user.last_name} ${user.first_name}`.trim(),
				isProved: user.email_verified_at !== null,
				hasExpert: registration !== null,
				limit,
				isSuspended: user.kind === 'suspended',
				waiting: await readWaitingCounts(theirs),
				questions: items.slice(0, QUESTIONS).map(({ id, title, awaitsAddress, state, answerCount }) => ({
					id,
					title,
					awaitsAddress,
					isResolved: state === 'resolved',
					answerCount,
				})),
				registration: registration && {
					state: registration.state,
					done: registration.done,
					decision: registration.decision,
					opensAt: registration.opensAt,
				},
				offices: registration?.state === 'verified' ? await listOwnOffices(theirs) : [],
			}
		})
	})
}

/** Reads with the person as the viewer: the database refuses every write meanwhile. */
async function readOnly<T>(ctx: RecentStaffCtx, handler: () => Promise<T>): Promise<T> {
	await sql`savepoint look`.execute(ctx.db)
	await sql`set local transaction_read_only = on`.execute(ctx.db)
	try {
		return await handler()
	} finally {
		await sql`rollback to savepoint look`.execute(ctx.db)
	}
}
