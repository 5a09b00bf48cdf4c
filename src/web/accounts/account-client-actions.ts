import { type AccountIntent, doneSentences } from './account-intents.ts'
import { type FormAnswer, type ShownOnce, textOf } from './form-answer.ts'
import { callAccounts } from './identity-calls.ts'
import { identity } from './identity-client.ts'

const flow = 'account'

/** What each form of the account page does by the identity client. */
const works: Record<AccountIntent, (form: FormData) => Promise<unknown>> = {
	verify: () => identity.sendVerification(),
	async email(form) {
		await proveFrom(form)
		await identity.changeEmail(textOf(form, 'email'))
	},
	async password(form) {
		const password = textOf(form, 'password')
		await identity.changePassword(
			form.has('currentPassword') ? { currentPassword: textOf(form, 'currentPassword'), password } : { password },
		)
	},
	revoke: (form) => callAccounts('POST /api/identity/sessions/revoke', { id: textOf(form, 'id') }, { flow }),
	revokeOthers: () => callAccounts('POST /api/identity/sessions/revoke', { others: true }, { flow }),
	async factorStart(form) {
		await proveFrom(form)
		return identity.startSecondFactor()
	},
	async factorConfirm(form) {
		await proveFrom(form)
		return { codes: await identity.confirmSecondFactor(textOf(form, 'firstCode')) }
	},
	async factorRemove(form) {
		await proveFrom(form)
		await identity.removeSecondFactor()
	},
	async passkeyRemove(form) {
		await proveFrom(form)
		await identity.removePasskey(textOf(form, 'id'))
	},
	async unlink(form) {
		await proveFrom(form)
		await identity.unlink(textOf(form, 'provider'))
	},
}

export async function actOnAccountByClient(form: FormData): Promise<FormAnswer> {
	const intent = textOf(form, 'intent') as AccountIntent
	const shown = (await works[intent](form)) as ShownOnce | undefined
	return { kind: 'done', intent, sentence: doneSentences[intent], shown }
}

/** The password again, where the form asks for it. */
export async function proveFrom(form: FormData): Promise<void> {
	if (!form.has('currentPassword')) return
	await identity.proveByPassword({
		email: textOf(form, 'accountEmail'),
		password: textOf(form, 'currentPassword'),
		code: textOf(form, 'code'),
	})
}
