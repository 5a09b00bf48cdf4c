import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { authError } from '../../domain/accounts/auth-error.ts'
import { givenPasswordSchema } from '../../domain/accounts/schemas.ts'
import { getMyIdentity, type MyIdentity } from '../../domain/accounts/my-identity.ts'
import { finishSignIn } from '../../domain/accounts/sign-in/second-factor.ts'
import { signIn } from '../../domain/accounts/sign-in/sign-in.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { textOf } from '../forms/read-form.ts'
import { parseForm } from '../forms/parse-form.server.ts'
import type { WaysToProve } from './reauthentication.tsx'

/** A fresh ID token from the password of a form that asks for it again; null where the form does not ask. */
export async function proofFrom(ctx: AccountsCtx, form: FormData): Promise<string | null> {
	if (!form.has('currentPassword')) return null
	return proofOf(ctx, form, (await getMyIdentity(ctx)).email)
}

/** A fresh ID token for this address, by the form's password and, where a second factor is switched on, its code. */
export async function proofOf(ctx: AccountsCtx, form: FormData, email: string): Promise<string> {
	const { currentPassword } = parseForm(form, { currentPassword: givenPasswordSchema })
	try {
		return (await signIn(ctx, { email, password: currentPassword })).idToken
	} catch (error) {
		const code = textOf(form, 'code')
		if (isDomainError(error) && error.code === 'auth/multi-factor-auth-required' && code !== '')
			return (await finishSignIn(ctx, code)).idToken
		if (isDomainError(error) && error.code === 'auth/invalid-credential') throw authError('auth/wrong-password', 'account')
		throw error
	}
}

/** How the caller can prove again who they are, for `Reauthentication`. */
export function waysToProve(ctx: AccountsCtx, { uid, email, hasPassword, secondFactor, hasPasskey, providers }: MyIdentity): WaysToProve {
	const usable = providers.map(({ provider }) => provider).filter((provider) => provider in ctx.accounts.providers)
	return { uid, email, hasPassword, secondFactor, hasPasskey, providers: usable }
}
