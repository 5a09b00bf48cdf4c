import { hashToken, randomToken } from '../../platform/token.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import type { ActionCodeKind } from './tables.server.ts'

const HOUR_MS = 3_600_000
/** How long a mail's link works. */
const lifetimes: Record<ActionCodeKind, number> = { verifyEmail: 72 * HOUR_MS, resetPassword: HOUR_MS, recoverEmail: HOUR_MS }

export type ActionCode = { uid: string; kind: ActionCodeKind; email: string; previousEmail: string | null; createdAt: Date }

/**
 * A single-use code for a mail's link, bound to the identity and the address. An earlier code of the same kind is void,
 * except those that bring an address back: whoever changed it again must not take them away.
 */
export async function makeActionCode(
	ctx: AccountsCtx,
	code: Pick<ActionCode, 'uid' | 'kind' | 'email' | 'previousEmail'>,
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
			created_at: now,
			expires_at: new Date(now.getTime() + lifetimes[code.kind]),
		})
		.execute()
	return value
}

/** Makes open codes of these kinds useless; with `since`, only those made after it. */
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

/**
 * What a code is for, without using it up. Throws `auth/invalid-action-code`, `auth/used-action-code` or
 * `auth/expired-action-code`; the last also for one whose address is the identity's no more.
 */
export async function checkActionCode(ctx: AccountsCtx, value: string, kinds?: readonly ActionCodeKind[]): Promise<ActionCode> {
	const row = await ctx.db
		.selectFrom('action_codes as c')
		.innerJoin('identities as i', 'i.uid', 'c.uid')
		.select([
			'c.uid',
			'c.kind',
			'c.email',
			'c.previous_email',
			'c.created_at',
			'c.expires_at',
			'c.used_at',
			'c.voided_at',
			'i.email as present',
		])
		.where('c.code_hash', '=', hashToken(value))
		.executeTakeFirst()
	if (!row || (kinds && !kinds.includes(row.kind))) throw authError('auth/invalid-action-code', 'mail')
	if (row.used_at) throw authError('auth/used-action-code', 'mail')
	const isMoved = row.kind !== 'recoverEmail' && row.present !== row.email
	if (row.voided_at || row.expires_at <= ctx.now() || isMoved) throw authError('auth/expired-action-code', 'mail')
	return { uid: row.uid, kind: row.kind, email: row.email, previousEmail: row.previous_email, createdAt: row.created_at }
}

/** Uses a code up. Of two at the same time, one gets it and the other `auth/used-action-code`. */
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
