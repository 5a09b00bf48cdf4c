import { PasswordQueueFull } from '../../../platform/password.ts'
import { DomainError } from '../../shared/errors.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { authError } from '../auth-error.ts'
import { passwordFaults, passwordSentence } from './password-rules.ts'

const busy = (error: unknown): never => {
	if (error instanceof PasswordQueueFull)
		throw new DomainError('unavailable', 'too many logins at once', { retryAfterSeconds: 5, cause: error })
	throw error
}

/** Whether the password matches the hash. Without a hash takes the same time and returns false. */
export async function checkPassword(ctx: AccountsCtx, password: string, hash: string | null): Promise<boolean> {
	return ctx.accounts.passwords.verify(password, hash).catch(busy)
}

/**
 * The hash of a new password, or `auth/weak-password` with every reason beside the field. `addresses` are the person's;
 * the names in their account count as known to others too.
 */
export async function hashNewPassword(ctx: AccountsCtx, password: string, addresses: readonly string[]): Promise<string> {
	const users = await ctx.db.selectFrom('users').select(['first_name', 'last_name']).where('email', 'in', addresses).execute()
	const names = users.flatMap(({ first_name: first, last_name: last }) => [first, last, `${last}${first}`, `${first}${last}`])
	const site = [ctx.site.name, new URL(ctx.site.publicUrl).hostname]
	const wordBits = await ctx.accounts.wordBits()
	const faults = passwordFaults(password, { personal: [...addresses, ...names, ...site], wordBits })
	if (faults.length > 0) throw authError('auth/weak-password', 'account', { sentence: passwordSentence(faults) })
	return ctx.accounts.passwords.hash(password).catch(busy)
}
