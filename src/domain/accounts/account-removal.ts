import { randomToken } from '../../platform/token.ts'
import { inTransaction, type Site } from '../shared/context.ts'
import { sendMail } from './account-mails.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { forgetAvatar } from './avatars.ts'
import { recordEvent } from './events.ts'
import { accountDeletedMail, type MailText } from './mails.ts'
import { requireRecentLogin } from './sessions.ts'
import { requireOtherAdmin } from './staff-roles.ts'

/**
 * Removes a user's data from another room, in the same transaction: deletes what belonged to the user alone and anonymises
 * what others still need.
 */
export type LeavingPart = (ctx: AccountsCtx, user: { id: string; uid: string }) => Promise<void>

/**
 * Deletes the caller's account (spec: POST /api/deleteMe) after a login within 5 minutes. Identity, sessions, links, codes
 * and login records are deleted; the user's row stays without personal data because other rows reference it.
 */
export async function deleteAccount(ctx: AccountsCtx, idToken: string | null, parts: readonly LeavingPart[]): Promise<void> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	// After the commit: an orphaned picture does less harm than an account that lost its picture.
	await forgetAvatar(ctx, await inTransaction(ctx, (trx) => eraseAccount(trx, uid, parts)))
}

/**
 * Does what leaving does to any account, within the transaction of the caller, who decides whether it may. Returns the picture, which
 * is to be removed after the commit; `farewell` goes to the address. Throws `auth/no-current-user` without an identity.
 */
export async function eraseAccount(
	trx: AccountsCtx,
	uid: string,
	parts: readonly LeavingPart[],
	farewell: (site: Site) => MailText = accountDeletedMail,
): Promise<string | null> {
	const identity = await trx.db.selectFrom('identities').select('email').where('uid', '=', uid).forUpdate().executeTakeFirst()
	if (!identity) throw authError('auth/no-current-user', 'account')
	const user = await trx.db.selectFrom('users').select(['id', 'uid', 'image_url']).where('uid', '=', uid).forUpdate().executeTakeFirst()
	if (user) {
		await requireOtherAdmin(trx, user.id)
		for (const part of parts) await part(trx, user)
		await trx.db.deleteFrom('rule_agreements').where('user_id', '=', user.id).execute()
		await trx.db.deleteFrom('staff_roles').where('user_id', '=', user.id).execute()
		await trx.db
			.updateTable('users')
			.set({
				uid: `deleted_${randomToken(15)}`,
				email: null,
				first_name: '',
				last_name: '',
				image_url: null,
				is_expert: false,
				is_s: false,
				anonymize: true,
				receive_email: false,
				task_ids: [],
				category_ids: [],
				business_role: null,
				updated_at: trx.now(),
				deleted_at: trx.now(),
			})
			.where('id', '=', user.id)
			.execute()
	}
	await trx.db.deleteFrom('identities').where('uid', '=', uid).execute()
	await trx.db.deleteFrom('auth_events').where('uid', '=', uid).execute()
	await recordEvent(trx, 'account-deleted', null)
	if (identity.email !== null) await sendMail(trx, identity.email, farewell(trx.site))
	return user?.image_url ?? null
}
