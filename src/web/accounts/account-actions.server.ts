import { requestVerification } from '../../domain/accounts/account-mails.ts'
import type { AccountsCtx } from '../../domain/accounts/accounts-context.ts'
import { changeEmail, withdrawEmailChange } from '../../domain/accounts/email-change.ts'
import { emailSchema, givenPasswordSchema, longIdSchema, newPasswordSchema } from '../../domain/accounts/schemas.ts'
import { changePassword } from '../../domain/accounts/sign-in/password-change.ts'
import { removePasskey } from '../../domain/accounts/sign-in/passkeys.ts'
import { unlinkProvider } from '../../domain/accounts/sign-in/provider-accounts.ts'
import { renewRecoveryCodes } from '../../domain/accounts/sign-in/recovery-codes.ts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../domain/accounts/sign-in/second-factor.ts'
import { revokeSessions } from '../../domain/accounts/sessions.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import type { AccountCookies } from '../../http/accounts-request.ts'
import { type AccountIntent, doneSentences } from './account-intents.ts'
import { type IdentityFormState, type ShownOnce } from '../forms/identity-form-state.ts'
import { unknownForm } from '../forms/page-action.server.ts'
import { textOf } from '../forms/read-form.ts'
import { parseForm } from '../forms/parse-form.server.ts'
import { proofFrom } from '../session/proof.server.ts'

type Tools = { ctx: AccountsCtx; cookies: AccountCookies; form: FormData }

/** What each form of the account page does when it is sent without a script. */
const works: Record<AccountIntent, (tools: Tools) => Promise<unknown>> = {
	verify: ({ ctx }) => requestVerification(ctx, null),
	async email({ ctx, form }) {
		const { email } = parseForm(form, { email: emailSchema })
		await changeEmail(ctx, { email, idToken: await proofFrom(ctx, form) })
	},
	emailWithdraw: ({ ctx }) => withdrawEmailChange(ctx),
	async password({ ctx, cookies, form }) {
		const currentPassword = form.has('currentPassword')
			? parseForm(form, { currentPassword: givenPasswordSchema }).currentPassword
			: undefined
		const { password } = parseForm(form, { password: newPasswordSchema })
		const idToken = form.has('code') ? await proofFrom(ctx, form) : null
		cookies.signedIn(await changePassword(ctx, { currentPassword, password, idToken }))
	},
	revoke: async ({ ctx, form }) => revokeSessions(ctx, { id: chosenId(form), idToken: await proofFrom(ctx, form) }),
	revokeOthers: async ({ ctx, form }) => revokeSessions(ctx, { others: true, idToken: await proofFrom(ctx, form) }),
	factorStart: async ({ ctx, form }) => startSecondFactor(ctx, await proofFrom(ctx, form)),
	factorConfirm: async ({ ctx, form }) => ({
		codes: await confirmSecondFactor(ctx, { code: textOf(form, 'firstCode'), idToken: await proofFrom(ctx, form) }),
	}),
	factorCodes: async ({ ctx, form }) => ({ codes: await renewRecoveryCodes(ctx, await proofFrom(ctx, form)) }),
	factorRemove: async ({ ctx, form }) => removeSecondFactor(ctx, await proofFrom(ctx, form)),
	passkeyRemove: async ({ ctx, form }) => removePasskey(ctx, { id: chosenId(form), idToken: await proofFrom(ctx, form) }),
	unlink: async ({ ctx, form }) => unlinkProvider(ctx, { provider: textOf(form, 'provider'), idToken: await proofFrom(ctx, form) }),
}

export async function actOnAccount(tools: Tools): Promise<IdentityFormState> {
	const intent = textOf(tools.form, 'intent') as AccountIntent
	const work = Object.hasOwn(works, intent) ? works[intent] : undefined
	if (!work) throw unknownForm()
	const shown = (await work(tools)) as ShownOnce | undefined
	return { kind: 'done', intent, sentence: doneSentences[intent], shown }
}

function chosenId(form: FormData): string {
	const id = longIdSchema.safeParse(textOf(form, 'id'))
	if (id.success) return id.data
	throw new DomainError('not-found', 'not found')
}
