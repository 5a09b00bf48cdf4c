/** The same flows in one step each, for forms without JavaScript. */
import { sendVerificationMail } from '../account-mails.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { verifyIdToken } from './id-tokens.ts'
import { type NewSession, openSession } from '../sessions.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { createUser, type UserChange } from '../users.ts'

/** Signs in with a password: signIn, then sessionLogin. */
export async function logIn(ctx: AccountsCtx, given: { email: string; password: string }): Promise<NewSession> {
	return openSession(ctx, (await signIn(ctx, given)).idToken)
}

/** Signs up with an address: identity, user record, verification mail. Does not sign in. */
export async function register(
	ctx: AccountsCtx,
	given: { email: string; password: string },
	names: Pick<UserChange, 'firstName' | 'lastName'> = {},
): Promise<void> {
	const answer = await signUp(ctx, given)
	// With HIDE_ACCOUNT_EXISTENCE the sign-up is already complete.
	if (answer === null) return
	const proof = await verifyIdToken(ctx, answer.idToken, 'signUp')
	await createUser(ctx, proof, names)
	await sendVerificationMail(ctx, proof)
}
