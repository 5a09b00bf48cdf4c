import { type AccountIntent, doneSentences, isAccountIntent } from './account-intents.ts'
import { type IdentityFormState, type ShownOnce, unknownForm } from '../forms/identity-form-state.ts'
import { intentOf, textOf } from '../forms/read-form.ts'
import { identity } from '../session/identity-client.ts'

/** The client action of each form of the account page. */
const handlers: Record<AccountIntent, (form: FormData) => Promise<ShownOnce | void>> = {
	verify: () => identity.sendVerification(),
	async email(form) {
		await proveFrom(form)
		await identity.changeEmail(textOf(form, 'email'))
	},
	emailWithdraw: () => identity.withdrawEmailChange(),
	async password(form) {
		const password = textOf(form, 'password')
		if (form.has('code')) await proveFrom(form)
		await identity.changePassword(
			form.has('currentPassword') ? { currentPassword: textOf(form, 'currentPassword'), password } : { password },
		)
	},
	async revoke(form) {
		await proveFrom(form)
		await identity.revokeSessions({ id: textOf(form, 'id') })
	},
	async revokeOthers(form) {
		await proveFrom(form)
		await identity.revokeSessions({ others: true })
	},
	async factorStart(form) {
		await proveFrom(form)
		return identity.startSecondFactor()
	},
	async factorConfirm(form) {
		await proveFrom(form)
		return { codes: await identity.confirmSecondFactor(textOf(form, 'firstCode')) }
	},
	async factorCodes(form) {
		await proveFrom(form)
		return { codes: await identity.renewRecoveryCodes() }
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

export async function actOnAccountByClient(form: FormData): Promise<IdentityFormState> {
	const { intent } = intentOf(form)
	if (!isAccountIntent(intent)) return unknownForm('account', form)
	const shown = await handlers[intent](form)
	return { kind: 'done', intent, sentence: doneSentences[intent], shown: shown ?? undefined }
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
