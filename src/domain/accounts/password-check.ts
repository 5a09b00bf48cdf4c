import { PasswordQueueFull } from '../../platform/password.ts'
import { DomainError } from '../errors.ts'
import type { AccountsCtx } from './accounts-context.ts'
import { authError } from './auth-error.ts'
import { passwordFault, passwordSentence } from './password-rules.ts'

const busy = (error: unknown): never => {
	if (error instanceof PasswordQueueFull)
		throw new DomainError('unavailable', 'too many logins at once', { retryAfterSeconds: 5, cause: error })
	throw error
}

/** Whether the password is the hash's; without a hash the same work and no. */
export async function checkPassword(ctx: AccountsCtx, password: string, hash: string | null): Promise<boolean> {
	return ctx.accounts.passwords.verify(password, hash).catch(busy)
}

/** The hash of a new password, or `auth/weak-password` with the reason beside the field. */
export async function hashNewPassword(ctx: AccountsCtx, password: string, personal: readonly string[]): Promise<string> {
	const fault = passwordFault(password, [...personal, ctx.site.name])
	if (fault !== null) throw authError('auth/weak-password', 'account', { sentence: passwordSentence(fault) })
	return ctx.accounts.passwords.hash(password).catch(busy)
}
