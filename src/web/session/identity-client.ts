import type { AnswerOf } from '../../api/accounts/account-calls.ts'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import type { AccountUser } from '../../domain/accounts/users.ts'
import { type AuthFlow, catalogueMessage, catalogueSentence } from '../../domain/accounts/catalogue.ts'
import { callAccounts } from './identity-calls.ts'
import { IdentityError } from './identity-error.ts'
import { askForPasskey, makePasskey } from './passkey-dialogue.ts'
import { openPopup } from './provider-popup.ts'

/** The verbs of the spec's section 4, in the browser. Each throws IdentityError with a code of the catalogue. */
export type IdentityClient = {
	/** Makes the account and its record and asks for the verification mail; signs nobody in. */
	signUp: (account: { email: string; password: string }) => Promise<{ mailFailure: IdentityError | null }>
	signIn: (account: { email: string; password: string }) => Promise<AccountUser>
	/** After signIn or signInWith ended in auth/multi-factor-auth-required. */
	finishSignIn: (code: string) => Promise<AccountUser>
	/** To be called on the click itself, or the browser blocks the popup. */
	signInWith: (provider: string) => Promise<AccountUser>
	/** The browser asks which passkey, and for a finger, a face or a PIN. */
	signInByPasskey: () => Promise<AccountUser>
	addPasskey: () => Promise<void>
	removePasskey: (id: string) => Promise<void>
	signOut: () => Promise<void>
	/** Proves again who one is, for what asks for a login within five minutes. */
	proveByPassword: (account: { email: string; password: string; code?: string }) => Promise<void>
	/** Throws auth/multi-factor-auth-required where the code is to follow (`proveByCode`). */
	proveBy: (provider: string) => Promise<void>
	proveByCode: (code: string) => Promise<void>
	proveByPasskey: () => Promise<void>
	/** Makes the last proof the session's login. Throws auth/user-mismatch where somebody else has given it. */
	renewSession: (uid: string) => Promise<void>
	revokeSessions: (which: { id: string } | { others: true }) => Promise<void>
	/** `prove` is called once the popup is open and may ask who one is. */
	link: (provider: string, prove?: () => Promise<void>) => Promise<void>
	unlink: (provider: string) => Promise<void>
	/** A new ID token for the session, and the session anew. */
	refresh: () => Promise<void>
	/** The verification mail once more, for who is signed in. */
	sendVerification: () => Promise<void>
	changeEmail: (email: string) => Promise<void>
	/** Keeps the address in force and withdraws the one that waits for its proof. */
	withdrawEmailChange: () => Promise<void>
	startSecondFactor: () => Promise<{ secret: string; uri: string }>
	/** Switches it on by a first code; the recovery codes are shown this once. */
	confirmSecondFactor: (code: string) => Promise<string[]>
	/** New ones in place of those before, shown this once. */
	renewRecoveryCodes: () => Promise<string[]>
	removeSecondFactor: () => Promise<void>
	changePassword: (change: { currentPassword?: string; password: string }) => Promise<void>
	confirmMail: (oobCode: string) => Promise<void>
	recoverEmail: (oobCode: string) => Promise<void>
	requestPasswordReset: (email: string) => Promise<void>
	confirmPasswordReset: (reset: { oobCode: string; password: string }) => Promise<void>
	deleteAccount: () => Promise<void>
}

type TokenAnswer = { idToken: string; uid: string; email: string }

function asProvider(name: string, flow: AuthFlow): ProviderName {
	if (name !== 'google' && name !== 'facebook') throw new IdentityError('auth/unknown-provider', flow)
	return name
}

export function createIdentityClient(): IdentityClient {
	/** Lives as long as the page and is written nowhere. */
	let idToken: string | null = null
	/** Who has proved to be there by the last of the proofs. */
	let provenUid: string | null = null

	function keepProof(token: TokenAnswer): void {
		idToken = token.idToken
		provenUid = token.uid
	}

	/** Spec sections 4 and 7: session, my-info, and the user's record where there is none. */
	async function enter(token: TokenAnswer): Promise<AccountUser> {
		idToken = token.idToken
		await callAccounts('POST /api/sessionLogin', {}, { flow: 'session', idToken })
		const { user } = await callAccounts('GET /api/myInfo', undefined, { flow: 'user' })
		if (user) return withEmail(user)
		return withEmail(await makeRecord(token))
	}

	async function makeRecord(token: TokenAnswer): Promise<AccountUser> {
		try {
			return (await callAccounts('PUT /api/user', { user: newUser(token) }, { flow: 'user', idToken: token.idToken })).user
		} catch (error) {
			if (!(error instanceof IdentityError) || error.code === 'auth/user-creation-failed') throw error
			const code = 'auth/user-creation-failed'
			throw new IdentityError(code, 'user', { message: catalogueMessage(code, 'user', { error: error.code }) })
		}
	}

	async function ticketOf(
		name: string,
		flow: AuthFlow,
		intent?: () => Promise<string>,
	): Promise<{ provider: ProviderName; ticket: string }> {
		const provider = asProvider(name, flow)
		return { provider, ticket: await openPopup(provider, flow, intent) }
	}

	async function tokenOfPasskey(): Promise<TokenAnswer> {
		const options = await callAccounts('POST /api/identity/passkey/signIn/start', undefined, { flow: 'signIn' })
		const response = await askForPasskey(options, 'signIn')
		return callAccounts('POST /api/identity/passkey/signIn', { response }, { flow: 'signIn' })
	}

	async function redeem(name: string, flow: AuthFlow): Promise<TokenAnswer> {
		const { provider, ticket } = await ticketOf(name, flow)
		const answer = await callAccounts('POST /api/identity/popup/redeem', { ticket }, { flow })
		if (!answer.idToken)
			throw new IdentityError('auth/no-auth-result', flow, { message: catalogueMessage('auth/no-auth-result', flow, { provider }) })
		return answer
	}

	async function freshToken(flow: AuthFlow): Promise<string> {
		const answer = await callAccounts('POST /api/identity/refresh', undefined, { flow })
		idToken = answer.idToken
		return answer.idToken
	}

	return {
		async signUp(account) {
			const answer = await callAccounts('POST /api/identity/signUp', account, { flow: 'signUp' })
			// With HIDE_ACCOUNT_EXISTENCE the server has done the rest.
			if (answer.idToken === null) return { mailFailure: null }
			await makeRecord(answer)
			try {
				await sendVerification(answer.idToken)
				return { mailFailure: null }
			} catch (error) {
				if (error instanceof IdentityError) return { mailFailure: error }
				throw error
			}
		},
		async signIn(account) {
			return enter(await callAccounts('POST /api/identity/signIn', account, { flow: 'signIn' }))
		},
		async finishSignIn(code) {
			return enter(await callAccounts('POST /api/identity/secondFactor', { code }, { flow: 'signIn' }))
		},
		async signInWith(name) {
			return enter(await redeem(name, 'provider'))
		},
		async signInByPasskey() {
			return enter(await tokenOfPasskey())
		},
		async addPasskey() {
			const options = await callAccounts('POST /api/identity/passkey/start', undefined, { flow: 'account', idToken })
			const response = await makePasskey(options, 'account')
			await callAccounts('POST /api/identity/passkey', { response }, { flow: 'account', idToken })
		},
		async removePasskey(id) {
			await callAccounts('POST /api/identity/passkey/remove', { id }, { flow: 'account', idToken })
		},
		async signOut() {
			idToken = null
			await callAccounts('GET /api/sessionLogout', undefined, { flow: 'account' })
		},
		async proveByPassword({ code, ...account }) {
			try {
				idToken = (await callAccounts('POST /api/identity/signIn', account, { flow: 'signIn' })).idToken
			} catch (error) {
				if (code && error instanceof IdentityError && error.code === 'auth/multi-factor-auth-required') {
					idToken = (await callAccounts('POST /api/identity/secondFactor', { code }, { flow: 'signIn' })).idToken
					return
				}
				throw error instanceof IdentityError ? provingError(error) : error
			}
		},
		async proveBy(name) {
			keepProof(await redeem(name, 'provider'))
		},
		async proveByCode(code) {
			keepProof(await callAccounts('POST /api/identity/secondFactor', { code }, { flow: 'signIn' }))
		},
		async proveByPasskey() {
			keepProof(await tokenOfPasskey())
		},
		async renewSession(uid) {
			if (provenUid !== uid) {
				idToken = null
				throw new IdentityError('auth/user-mismatch', 'account')
			}
			await callAccounts('POST /api/sessionLogin', {}, { flow: 'session', idToken })
		},
		async revokeSessions(which) {
			await callAccounts('POST /api/identity/sessions/revoke', which, { flow: 'account', idToken })
			// Tokens from before are void.
			idToken = null
		},
		async link(name, prove) {
			const { ticket } = await ticketOf(name, 'link', async () => {
				await prove?.()
				return (await callAccounts('POST /api/identity/linkIntent', undefined, { flow: 'link', idToken })).intent
			})
			await callAccounts('POST /api/identity/link', { ticket }, { flow: 'link', idToken })
		},
		async unlink(name) {
			await callAccounts('POST /api/identity/unlink', { provider: asProvider(name, 'link') }, { flow: 'link', idToken })
		},
		async refresh() {
			await callAccounts('POST /api/sessionLogin', {}, { flow: 'session', idToken: await freshToken('session') })
		},
		sendVerification: () => sendVerification(null),
		async changeEmail(email) {
			await asCurrentUser('changeEmail', callAccounts('POST /api/identity/changeEmail', { email }, { flow: 'changeEmail', idToken }))
		},
		async withdrawEmailChange() {
			await asCurrentUser('changeEmail', callAccounts('POST /api/identity/withdrawEmailChange', undefined, { flow: 'changeEmail' }))
		},
		startSecondFactor: () => callAccounts('POST /api/identity/secondFactor/start', undefined, { flow: 'account', idToken }),
		async confirmSecondFactor(code) {
			const { recoveryCodes } = await callAccounts('POST /api/identity/secondFactor/confirm', { code }, { flow: 'account', idToken })
			// Tokens of the password alone are void.
			idToken = null
			return recoveryCodes
		},
		async renewRecoveryCodes() {
			return (await callAccounts('POST /api/identity/secondFactor/recoveryCodes', undefined, { flow: 'account', idToken })).recoveryCodes
		},
		async removeSecondFactor() {
			await callAccounts('POST /api/identity/secondFactor/remove', undefined, { flow: 'account', idToken })
		},
		async changePassword(change) {
			await callAccounts('POST /api/identity/changePassword', change, { flow: 'account', idToken })
			// Tokens from before the change are void.
			idToken = null
		},
		async confirmMail(oobCode) {
			await callAccounts('POST /api/identity/actionCode/apply', { oobCode }, { flow: 'mail' })
		},
		async recoverEmail(oobCode) {
			await callAccounts('POST /api/identity/actionCode/apply', { oobCode }, { flow: 'mail' })
		},
		async requestPasswordReset(email) {
			await callAccounts('POST /api/identity/resetPassword/request', { email }, { flow: 'mail' })
		},
		async confirmPasswordReset(reset) {
			await callAccounts('POST /api/identity/resetPassword/verify', { oobCode: reset.oobCode }, { flow: 'mail' })
			await callAccounts('POST /api/identity/resetPassword/confirm', reset, { flow: 'mail' })
		},
		async deleteAccount() {
			await callAccounts('POST /api/deleteMe', undefined, { flow: 'account', idToken })
			idToken = null
		},
	}
}

async function sendVerification(idToken: string | null): Promise<void> {
	await asCurrentUser('mail', callAccounts('POST /api/identity/sendVerification', undefined, { flow: 'mail', idToken }))
}

/** In the flows of e-mail, having no session any more has a message of its own (spec section 8). */
async function asCurrentUser(flow: AuthFlow, work: Promise<unknown>): Promise<void> {
	try {
		await work
	} catch (error) {
		throw error instanceof IdentityError && error.code === 'auth/session-required' ? new IdentityError('auth/no-current-user', flow) : error
	}
}

/** The record of a new user with the spec's defaults (sections 3 and 9); the server decides what it keeps of it. */
function newUser({ uid, email }: TokenAnswer): Record<string, unknown> {
	return {
		taskIds: [],
		hasLoggedIn: false,
		receiveEmail: true,
		isS: false,
		anonymize: false,
		firstName: '',
		lastName: '',
		uid,
		email,
		isExpert: false,
		isPhoneNumberAuthenticated: false,
		createdAt: Date.now(),
	}
}

function withEmail(user: AnswerOf<'GET /api/myInfo'>['user'] & object): AccountUser {
	if (user.email === null) throw new IdentityError('auth/user-without-email', 'signIn')
	return user
}

/** Somebody who is signed in already gets told at the field what is wrong with the password. */
function provingError(error: IdentityError): IdentityError {
	if (error.code === 'auth/invalid-credential')
		return new IdentityError('auth/wrong-password', 'account', {
			fields: { currentPassword: catalogueSentence('auth/wrong-password', 'account') },
		})
	const { password } = error.fields
	return password === undefined
		? error
		: new IdentityError(error.code, 'account', { message: error.message, fields: { currentPassword: password } })
}

/** The one of this page. */
export const identity: IdentityClient = createIdentityClient()
