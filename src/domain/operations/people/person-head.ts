import { recordAuditEvent } from '../../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../../accounts/staff.ts'
import { inTransaction } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { mayActOn } from '../person-acts.ts'

/**
 * The name of an account and whether the viewer may act on it. The look is recorded as `action`. Throws
 * not-found for an unknown uid.
 */
export async function readPersonHead(ctx: RecentStaffCtx, uid: string, action: string): Promise<{ name: string; canAct: boolean }> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const user = await trx.db
			.selectFrom('users as u')
			.leftJoin('identities as i', 'i.uid', 'u.uid')
			.select(['u.id', 'u.first_name', 'u.last_name', 'u.deleted_at', 'i.uid as login'])
			.select((eb) => eb.exists(eb.selectFrom('staff_roles as r').select('r.role').whereRef('r.user_id', '=', 'u.id')).as('is_staff'))
			.where('u.uid', '=', uid)
			.executeTakeFirst()
		if (!user) throw notFound('user')
		await recordAuditEvent(trx, { action, subject: `user:${user.id}` })
		return {
			name: `${user.last_name} ${user.first_name}`.trim(),
			canAct: mayActOn(trx, {
				userId: user.id,
				hasLeft: user.deleted_at !== null,
				hasLogin: user.login !== null,
				isStaff: Boolean(user.is_staff),
			}),
		}
	})
}
