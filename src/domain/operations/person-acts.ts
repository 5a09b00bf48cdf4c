import { sendVerificationMail } from '../accounts/account-mails.ts'
import type { AccountsCtx } from '../accounts/accounts-context.ts'
import { findClaim } from '../accounts/addresses.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { recordEvent } from '../accounts/events.ts'
import { revokeEverything } from '../accounts/sessions.ts'
import { isStaffWith, requireRecentStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'

export type ActCtx = AccountsCtx & RecentStaffCtx

/** What `openPerson` decides by. */
export type ActedOn = { userId: string; hasLeft: boolean; hasLogin: boolean; isStaff: boolean }

/** Whether the viewer may act on an account: what `openPerson` refuses by, and what pages offer acts by. */
export const mayActOn = ({ viewer }: StaffCtx, { userId, hasLeft, hasLogin, isStaff }: ActedOn): boolean =>
	!hasLeft && hasLogin && userId !== viewer.userId && (!isStaff || isStaffWith(viewer, 'admin'))

/** The account of somebody who has not left. What is the account of staff is for admins, and one's own for others. */
export async function openPerson(ctx: ActCtx, uid: string): Promise<{ id: string; email: string | null; email_verified_at: Date | null }> {
	const user = await ctx.db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select(['u.id', 'i.email', 'i.email_verified_at'])
		.select((eb) => eb.exists(eb.selectFrom('staff_roles as r').select('r.role').whereRef('r.user_id', '=', 'u.id')).as('is_staff'))
		.where('u.uid', '=', uid)
		.where('u.deleted_at', 'is', null)
		.executeTakeFirst()
	if (!user) throw notFound('user')
	if (!mayActOn(ctx, { userId: user.id, hasLeft: false, hasLogin: true, isStaff: Boolean(user.is_staff) }))
		throw new DomainError('forbidden', 'an account of staff', {
			fields: { form: 'ご自身とスタッフのアカウントには、管理者だけが対応できます（ご自身の分は、ほかの管理者が行います）。' },
		})
	return user
}

/** Logs a person out on all devices, for one who has lost theirs. Their logins and mails stay as they are. */
export async function endSessionsOf(ctx: ActCtx, uid: string, reason: string): Promise<void> {
	requireRecentStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const { id } = await openPerson(trx, uid)
		await revokeEverything(trx, uid)
		await recordEvent(trx, 'session-revoked', uid)
		await recordAuditEvent(trx, { action: 'user.end-sessions', subject: `user:${id}`, reason })
	})
}

/** Mails the link that proves an address once more. Throws conflict where every address is proved, rate-limited as for the person. */
export async function resendVerificationTo(ctx: ActCtx, uid: string): Promise<void> {
	requireRecentStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const { id, email, email_verified_at } = await openPerson(trx, uid)
		const waiting = (await findClaim(trx, uid))?.email ?? (email_verified_at === null ? email : null)
		if (waiting === null)
			throw new DomainError('conflict', 'nothing to prove', { fields: { form: 'メールアドレスは、すでに確認されています。' } })
		await sendVerificationMail(trx, { uid, email: waiting }, waiting !== email)
		await recordAuditEvent(trx, { action: 'user.resend-verification', subject: `user:${id}` })
	})
}

export type PersonDevice = { id: string; userAgent: string; createdAt: Date; lastSeenAt: Date; hasSecondFactor: boolean }

/** Where a person is logged in, and what guards the account. No address of a device, no token. */
export async function readPersonSecurity(
	ctx: RecentStaffCtx,
	uid: string,
): Promise<{ devices: PersonDevice[]; hasApp: boolean; passkeys: number }> {
	requireRecentStaff(ctx, 'support')
	const [sessions, app, keys] = await Promise.all([
		ctx.db
			.selectFrom('sessions')
			.select(['id', 'user_agent', 'created_at', 'last_seen_at', 'second_factor_at'])
			.where('uid', '=', uid)
			.where('expires_at', '>', ctx.now())
			.orderBy('last_seen_at', 'desc')
			.limit(20)
			.execute(),
		ctx.db.selectFrom('second_factors').select('uid').where('uid', '=', uid).where('confirmed_at', 'is not', null).executeTakeFirst(),
		ctx.db
			.selectFrom('passkeys')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.where('uid', '=', uid)
			.executeTakeFirstOrThrow(),
	])
	return {
		devices: sessions.map((row) => ({
			id: row.id,
			userAgent: row.user_agent,
			createdAt: row.created_at,
			lastSeenAt: row.last_seen_at,
			hasSecondFactor: row.second_factor_at !== null,
		})),
		hasApp: app !== undefined,
		passkeys: Number(keys.count),
	}
}
