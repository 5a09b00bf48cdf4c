import { z } from 'zod'
import { requestVerification } from '../../domain/accounts/account-mails.ts'
import { changeEmail, withdrawEmailChange } from '../../domain/accounts/email-change.ts'
import { emailSchema, givenPasswordSchema, longIdSchema, newPasswordSchema } from '../../domain/accounts/schemas.ts'
import { changePassword } from '../../domain/accounts/sign-in/password-change.ts'
import { removePasskey } from '../../domain/accounts/sign-in/passkeys.ts'
import { unlinkProvider } from '../../domain/accounts/sign-in/provider-accounts.ts'
import { renewRecoveryCodes } from '../../domain/accounts/sign-in/recovery-codes.ts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from '../../domain/accounts/sign-in/second-factor.ts'
import { revokeSessions } from '../../domain/accounts/sessions.ts'
import { type AccountIntent, doneSentences } from './account-intents.ts'
import { type IdentityFormState, type ShownOnce } from '../forms/identity-form-state.ts'
import { noFields, textField } from '../forms/form-fields.server.ts'
import type { IdentityTools } from '../forms/identity-action.server.ts'
import { proofFrom } from '../session/proof.server.ts'

/** A form of the account page, sent without a script. `change` may return what the page shows this once. */
const accountForm = <S extends z.ZodType>(
	intent: AccountIntent,
	input: S,
	change: (tools: IdentityTools & { form: FormData }, given: z.output<S>) => Promise<ShownOnce | void>,
) => ({
	input,
	async run(tools: IdentityTools, given: z.output<S>, _args: unknown, form: FormData): Promise<IdentityFormState> {
		const shown = await change({ ...tools, form }, given)
		return { kind: 'done', intent, sentence: doneSentences[intent], shown: shown ?? undefined }
	},
})

/** Throws not-found for any unknown row. */
const rowFields = z.object({ id: longIdSchema.catch('0') })

export const accountForms = {
	verify: accountForm('verify', noFields, ({ ctx }) => requestVerification(ctx, null)),
	email: accountForm('email', z.object({ email: emailSchema }), async ({ ctx, form }, { email }) => {
		await changeEmail(ctx, { email, idToken: await proofFrom(ctx, form) })
	}),
	emailWithdraw: accountForm('emailWithdraw', noFields, ({ ctx }) => withdrawEmailChange(ctx)),
	password: accountForm(
		'password',
		z.object({ currentPassword: givenPasswordSchema.optional(), password: newPasswordSchema }),
		async ({ ctx, cookies, form }, { currentPassword, password }) => {
			const idToken = form.has('code') ? await proofFrom(ctx, form) : null
			cookies.signedIn(await changePassword(ctx, { currentPassword, password, idToken }))
		},
	),
	revoke: accountForm('revoke', rowFields, async ({ ctx, form }, { id }) => {
		await revokeSessions(ctx, { id, idToken: await proofFrom(ctx, form) })
	}),
	revokeOthers: accountForm('revokeOthers', noFields, async ({ ctx, form }) => {
		await revokeSessions(ctx, { others: true, idToken: await proofFrom(ctx, form) })
	}),
	factorStart: accountForm('factorStart', noFields, async ({ ctx, form }) => startSecondFactor(ctx, await proofFrom(ctx, form))),
	factorConfirm: accountForm('factorConfirm', z.object({ firstCode: textField }), async ({ ctx, form }, { firstCode: code }) => ({
		codes: await confirmSecondFactor(ctx, { code, idToken: await proofFrom(ctx, form) }),
	})),
	factorCodes: accountForm('factorCodes', noFields, async ({ ctx, form }) => ({
		codes: await renewRecoveryCodes(ctx, await proofFrom(ctx, form)),
	})),
	factorRemove: accountForm('factorRemove', noFields, async ({ ctx, form }) => removeSecondFactor(ctx, await proofFrom(ctx, form))),
	passkeyRemove: accountForm('passkeyRemove', rowFields, async ({ ctx, form }, { id }) =>
		removePasskey(ctx, { id, idToken: await proofFrom(ctx, form) }),
	),
	unlink: accountForm('unlink', z.object({ provider: textField }), async ({ ctx, form }, { provider }) => {
		await unlinkProvider(ctx, { provider, idToken: await proofFrom(ctx, form) })
	}),
} satisfies Record<AccountIntent, unknown>
