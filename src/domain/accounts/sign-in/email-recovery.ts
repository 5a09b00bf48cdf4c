import { sendMail } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { type ActionCode, actionUrl, makeActionCode, spendActionCode, voidCodes } from '../action-codes.ts'
import { lockForProof, proveAddress } from '../addresses.ts'
import { FREEZE_MS } from '../change-freeze.ts'
import { recordEvent } from '../events.ts'
import { forgetDevices } from './known-devices.ts'
import { addressRestoredMail } from '../mails.ts'
import { revokeEverything } from '../sessions.ts'

/**
 * Returns an address to its owner and locks out the person who changed it: voids the password; removes links, passkeys and a
 * second factor newer than the owner's last proved login; ends all sessions, ID tokens and started sign-ins; freezes address,
 * links and keys for 24 hours or until a new password is set by the mail that follows. Codes of later changes are void; those
 * of earlier ones are not, or the other person could undo this.
 */
export async function recoverAddress(ctx: AccountsCtx, value: string, code: ActionCode): Promise<void> {
	const { uid, email, createdAt, ownerLoginAt } = code
	await lockForProof(ctx, uid, email)
	await spendActionCode(ctx, value, ['recoverEmail'])
	await proveAddress(ctx, uid, email, code.emailProvedAt ?? ctx.now())
	await ctx.db
		.updateTable('identities')
		.set({ password_hash: null, changes_frozen_until: new Date(ctx.now().getTime() + FREEZE_MS), owner_login_at: ownerLoginAt })
		.where('uid', '=', uid)
		.execute()
	for (const table of ['identity_links', 'second_factors', 'passkeys'] as const)
		await ctx.db
			.deleteFrom(table)
			.where('uid', '=', uid)
			.where('created_at', '>', ownerLoginAt ?? createdAt)
			.execute()
	await voidCodes(ctx, uid, ['verifyEmail', 'resetPassword'])
	await voidCodes(ctx, uid, ['recoverEmail'], createdAt)
	await revokeEverything(ctx, uid)
	await forgetDevices(ctx, uid)
	await recordEvent(ctx, 'email-recovered', uid)
	const resetCode = await makeActionCode(ctx, { uid, kind: 'resetPassword', email, previousEmail: null })
	await sendMail(ctx, email, addressRestoredMail(ctx.site, actionUrl(ctx, 'resetPassword', resetCode)))
}
