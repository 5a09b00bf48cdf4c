/**
 * Ownership of addresses. The current one (`identities.email`) is unique and changes only by a proof; claims are not unique and
 * grant nothing (docs/decisions/0021-addresses.md).
 */
import { sql } from 'kysely'
import { checkedSql, text } from '../../platform/checked-sql.ts'
import { hashToken } from '../../platform/token.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { voidCodes, voidCodesOfOthers } from './action-codes.ts'
import { authError } from './auth-error.ts'
import { publishEvent } from '../shared/outbox.ts'
import type { TableRow } from '../shared/tables.ts'

/**
 * Serialises everything that proves, claims or registers one address until the transaction ends. Taken before any row lock, so
 * that two transactions for the same address cannot deadlock.
 */
export async function lockAddress(ctx: AccountsCtx, email: string): Promise<void> {
	const key = hashToken(`address ${email}`).readBigInt64BE().toString()
	await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(ctx.db)
}

/** The account that has proved the address, or null. */
export async function findProvedOwner(ctx: AccountsCtx, email: string): Promise<{ uid: string } | null> {
	const owner = await ctx.db
		.selectFrom('identities')
		.select('uid')
		.where('email', '=', email)
		.where('email_verified_at', 'is not', null)
		.executeTakeFirst()
	return owner ?? null
}

/** The claim of an account, or null. */
export async function findClaim(ctx: AccountsCtx, uid: string): Promise<{ email: string; owner_login_at: Date | null } | null> {
	const claim = await ctx.db.selectFrom('address_claims').select(['email', 'owner_login_at']).where('uid', '=', uid).executeTakeFirst()
	return claim ?? null
}

/** Records the address an account wants, in place of an earlier claim, and writes it to the user record. */
export async function claimAddress(
	ctx: AccountsCtx,
	uid: string,
	{ email, ownerLoginAt }: { email: string; ownerLoginAt: Date | null },
): Promise<void> {
	const claim = { email, claimed_at: ctx.now(), owner_login_at: ownerLoginAt }
	await ctx.db
		.insertInto('address_claims')
		.values({ uid, ...claim })
		.onConflict((conflict) => conflict.column('uid').doUpdateSet(claim))
		.execute()
	await writeUserAddress(ctx, uid, email)
}

/** Withdraws an account's claim: the user record goes back to the address in force. An account without one keeps its claim. */
export async function dropClaim(ctx: AccountsCtx, uid: string): Promise<void> {
	const { rows } = await checkedSql({ email: text })`
		delete from address_claims c using identities i
		where c.uid = ${uid} and i.uid = c.uid and i.email is not null
		returning i.email
	`.execute(ctx.db)
	const [inForce] = rows
	if (inForce) await writeUserAddress(ctx, uid, inForce.email)
}

/**
 * Puts a proved address in force for an account. Every other claim on it is withdrawn, and an account that signed up with
 * it without a proof loses it. An account's first proof is an event: what waited for it is published. `provedAt` is for an address that is restored. Throws `auth/email-already-in-use` if another account has proved it before.
 */
export async function proveAddress(ctx: AccountsCtx, uid: string, email: string, provedAt: Date = ctx.now()): Promise<void> {
	const { own, holder } = await lockForProof(ctx, uid, email)
	if (holder?.email_verified_at) throw authError('auth/email-already-in-use', 'changeEmail')
	await withdrawOtherClaims(ctx, uid, email)
	if (holder) await displace(ctx, holder.uid, email)
	await ctx.db.deleteFrom('address_claims').where('uid', '=', uid).execute()
	if (own?.email !== email || own.email_verified_at === null)
		await ctx.db
			.updateTable('identities')
			.set((eb) => ({
				email,
				email_verified_at: provedAt,
				first_proved_at: eb.fn.coalesce('first_proved_at', 'email_verified_at', eb.val(provedAt)),
			}))
			.where('uid', '=', uid)
			.execute()
	await writeUserAddress(ctx, uid, email)
	if (own?.email_verified_at == null) await publishEvent(ctx, { event: 'address.proved', uid })
	await voidCodesOfOthers(ctx, uid, email)
	await voidCodes(ctx, uid, ['verifyEmail', 'resetPassword'])
}

type Involved = Pick<TableRow<'identities'>, 'uid' | 'email' | 'email_verified_at' | 'owner_login_at'>

/** Locks the address, the account that proves it and the one that has it so far. */
export async function lockForProof(
	ctx: AccountsCtx,
	uid: string,
	email: string,
): Promise<{ own: Involved | undefined; holder: Involved | undefined }> {
	await lockAddress(ctx, email)
	const involved = await ctx.db
		.selectFrom('identities')
		.select(['uid', 'email', 'email_verified_at', 'owner_login_at'])
		.where((eb) => eb.or([eb('uid', '=', uid), eb('email', '=', email)]))
		// In a fixed order, so that two accounts that swap addresses cannot deadlock.
		.orderBy('uid')
		.forUpdate()
		.execute()
	return {
		own: involved.find((one) => one.uid === uid),
		holder: involved.find((one) => one.uid !== uid && one.email === email),
	}
}

async function withdrawOtherClaims(ctx: AccountsCtx, uid: string, email: string): Promise<void> {
	const { rows } = await checkedSql({ uid: text })`
		delete from address_claims c using identities i
		where c.email = ${email} and c.uid <> ${uid} and i.uid = c.uid and i.email is not null
		returning c.uid
	`.execute(ctx.db)
	for (const loser of rows)
		await sql`
			update users u set email = i.email, updated_at = ${ctx.now()} from identities i where i.uid = u.uid and u.uid = ${loser.uid}
		`.execute(ctx.db)
}

/** Takes the address from an account that never proved it. The account keeps its other ways to sign in and its claim. */
async function displace(ctx: AccountsCtx, uid: string, email: string): Promise<void> {
	await ctx.db.updateTable('identities').set({ email: null }).where('uid', '=', uid).execute()
	await ctx.db
		.insertInto('address_claims')
		.values({ uid, email, claimed_at: ctx.now(), owner_login_at: null })
		.onConflict((conflict) => conflict.column('uid').doNothing())
		.execute()
}

async function writeUserAddress(ctx: AccountsCtx, uid: string, email: string): Promise<void> {
	await ctx.db
		.updateTable('users')
		.set({ email, updated_at: ctx.now() })
		.where('uid', '=', uid)
		.where('email', 'is distinct from', email)
		.execute()
}

/** The address shown for an account: the current one or, without one, its claim. `i` is the identity. */
export const shownAddress = sql<string>`coalesce(i.email, (select c.email from address_claims c where c.uid = i.uid), '')`
