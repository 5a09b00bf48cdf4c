import { randomInt } from 'node:crypto'
import { hashToken } from '../../../platform/token.ts'
import { inTransaction } from '../../shared/context.ts'
import { sendNotice } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { authError } from '../auth-error.ts'
import { assertChangesAllowed } from '../change-freeze.ts'
import { hasSecondFactor } from './confirmed-factor.ts'
import { recordEvent } from '../events.ts'
import { recoveryCodesMail } from '../mails.ts'
import { requireRecentLogin, requireSession } from '../sessions.ts'

const CODES = 10
/** No letter that looks like another: 4.95 bits each, 118 in all, so that a plain hash keeps them. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LETTERS = 24
const GROUP = 4

const hashOf = (uid: string, letters: string) => hashToken(`${uid} ${letters}`)

function newCode(): string {
	const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
	return (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
}

/** Replaces the codes with ten new ones. They are shown once; the database stores their hashes. */
export async function replaceRecoveryCodes(trx: AccountsCtx, uid: string): Promise<string[]> {
	const codes = Array.from({ length: CODES }, newCode)
	await trx.db.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
	await trx.db
		.insertInto('recovery_codes')
		.values(codes.map((code) => ({ uid, code_hash: hashOf(uid, code.replaceAll('-', '')), created_at: trx.now() })))
		.execute()
	return codes
}

/** Consumes a code; returns false for one that is not the owner's. `letters` without separators, in lower case. */
export async function takeRecoveryCode(ctx: AccountsCtx, uid: string, letters: string): Promise<boolean> {
	const { numDeletedRows } = await ctx.db
		.deleteFrom('recovery_codes')
		.where('uid', '=', uid)
		.where('code_hash', '=', hashOf(uid, letters))
		.executeTakeFirst()
	return numDeletedRows === 1n
}

export type RecoveryCodesLeft = {
	left: number
	/** Whether some have the former short format, which should be replaced. */
	areShort: boolean
}

/** How many of the caller's codes are left. */
export async function countRecoveryCodes(ctx: AccountsCtx): Promise<RecoveryCodesLeft> {
	const { uid } = requireSession(ctx)
	const rows = await ctx.db.selectFrom('recovery_codes').select('created_at').where('uid', '=', uid).execute()
	return { left: rows.length, areShort: rows.some((row) => row.created_at === null) }
}

/** Makes new codes for the caller, which takes a fresh login. Voids the old ones and notifies the owner by mail. */
export async function renewRecoveryCodes(ctx: AccountsCtx, idToken: string | null): Promise<string[]> {
	const { uid } = await requireRecentLogin(ctx, idToken)
	return inTransaction(ctx, async (trx) => {
		await assertChangesAllowed(trx)
		if (!(await hasSecondFactor(trx, uid))) throw authError('auth/no-second-factor', 'account')
		const codes = await replaceRecoveryCodes(trx, uid)
		await recordEvent(trx, 'recovery-codes-renewed', uid)
		await sendNotice(trx, uid, recoveryCodesMail(trx.site))
		return codes
	})
}
