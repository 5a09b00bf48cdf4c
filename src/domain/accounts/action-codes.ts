import { hashToken, randomToken } from '../../platform/token.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import type { ActionCodeKind } from './tables.ts'
import { hours } from '../shared/japan-time.ts'

/** How long the link in a mail is valid. */
const lifetimes: Record<ActionCodeKind, number> = { verifyEmail: hours(72), resetPassword: hours(1), recoverEmail: hours(1) }

export type ActionCode = {
	uid: string
	kind: ActionCodeKind
	email: string
	previousEmail: string | null
	createdAt: Date
	/** For recoverEmail: the owner's last proved login before the change. */
	ownerLoginAt: Date | null
	/** For recoverEmail: when the address had been proved. */
	emailProvedAt: Date | null
}

/**
 * Makes a single-use code for a mail's link, bound to the identity and the address. Voids an earlier code of the same kind,
 * except those that recover an address: a person who has changed it again must not be able to void them.
 */
export async function makeActionCode(
	ctx: AccountsCtx,
	code: Pick<ActionCode, 'uid' | 'kind' | 'email' | 'previousEmail'> & Partial<Pick<ActionCode, 'ownerLoginAt' | 'emailProvedAt'>>,
): Promise<string> {
	const value = randomToken()
	const now = ctx.now()
	if (code.kind !== 'recoverEmail') await voidCodes(ctx, code.uid, [code.kind])
	await ctx.db
		.insertInto('action_codes')
		.values({
			code_hash: hashToken(value),
			uid: code.uid,
			kind: code.kind,
			email: code.email,
			previous_email: code.previousEmail,
			owner_login_at: code.ownerLoginAt ?? null,
			email_proved_at: code.emailProvedAt ?? null,
			created_at: now,
			expires_at: new Date(now.getTime() + lifetimes[code.kind]),
		})
		.execute()
	return value
}

/** Invalidates open codes of these kinds; with `since`, only those created after it. */
export async function voidCodes(ctx: AccountsCtx, uid: string, kinds: readonly ActionCodeKind[], since: Date | null = null): Promise<void> {
	let voiding = ctx.db
		.updateTable('action_codes')
		.set({ voided_at: ctx.now() })
		.where('uid', '=', uid)
		.where('kind', 'in', kinds)
		.where('used_at', 'is', null)
		.where('voided_at', 'is', null)
	if (since !== null) voiding = voiding.where('created_at', '>=', since)
	await voiding.execute()
}

/** Invalidates open codes that would prove `email` for any other account than `uid`. */
export async function voidCodesOfOthers(ctx: AccountsCtx, uid: string, email: string): Promise<void> {
	await ctx.db
		.updateTable('action_codes')
		.set({ voided_at: ctx.now() })
		.where('email', '=', email)
		.where('uid', '!=', uid)
		.where('kind', 'in', ['verifyEmail', 'resetPassword'])
		.where('used_at', 'is', null)
		.where('voided_at', 'is', null)
		.execute()
}

/**
 * Returns what a code is for, without using it up. Throws `auth/invalid-action-code`, `auth/used-action-code` or
 * `auth/expired-action-code`; the last also where the address no longer belongs to the identity.
 */
export async function checkActionCode(ctx: AccountsCtx, value: string, kinds?: readonly ActionCodeKind[]): Promise<ActionCode> {
	const row = await ctx.db
		.selectFrom('action_codes as c')
		.innerJoin('identities as i', 'i.uid', 'c.uid')
		.leftJoin('address_claims as a', 'a.uid', 'c.uid')
		.select([
			'c.uid',
			'c.kind',
			'c.email',
			'c.previous_email',
			'c.created_at',
			'c.expires_at',
			'c.used_at',
			'c.voided_at',
			'c.owner_login_at',
			'c.email_proved_at',
			'i.email as in_force',
			'a.email as claimed',
		])
		.where('c.code_hash', '=', hashToken(value))
		.executeTakeFirst()
	if (!row || (kinds && !kinds.includes(row.kind))) throw authError('auth/invalid-action-code', 'mail')
	if (row.used_at) throw authError('auth/used-action-code', 'mail')
	if (row.voided_at || row.expires_at <= ctx.now() || isMoved(row)) throw authError('auth/expired-action-code', 'mail')
	return {
		uid: row.uid,
		kind: row.kind,
		email: row.email,
		previousEmail: row.previous_email,
		createdAt: row.created_at,
		ownerLoginAt: row.owner_login_at,
		emailProvedAt: row.email_proved_at,
	}
}

/** A claim is proved by its own code; only a code sent to the current address resets a password. */
function isMoved(row: { kind: ActionCodeKind; email: string; in_force: string | null; claimed: string | null }): boolean {
	if (row.kind === 'recoverEmail') return false
	return row.email !== row.in_force && (row.kind === 'resetPassword' || row.email !== row.claimed)
}

/** Consumes a code. Of two concurrent calls, one succeeds and the other throws `auth/used-action-code`. */
export async function spendActionCode(ctx: AccountsCtx, value: string, kinds: readonly ActionCodeKind[]): Promise<ActionCode> {
	const code = await checkActionCode(ctx, value, kinds)
	const { numUpdatedRows } = await ctx.db
		.updateTable('action_codes')
		.set({ used_at: ctx.now() })
		.where('code_hash', '=', hashToken(value))
		.where('used_at', 'is', null)
		.where('voided_at', 'is', null)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw authError('auth/used-action-code', 'mail')
	return code
}

/** The page behind a mail's link (product.md section 6). */
export function actionUrl(ctx: AccountsCtx, kind: ActionCodeKind, code: string): string {
	return `${ctx.site.publicUrl}/action?mode=${kind}&oobCode=${code}`
}
