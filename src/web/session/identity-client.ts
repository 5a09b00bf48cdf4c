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
	/** Makes the account and its record and asks for the verification mail; opens no session. */
	signUp: (account: { email: string; password: string }) => Promise<{ mailFailure: IdentityError | null }>
	signIn: (account: { email: string; password: string }) => Promise<AccountUser>
	/** After signIn or signInWith ended in auth/multi-factor-auth-required. */
	finishSignIn: (code: string) => Promise<AccountUser>
	/** Call it in the click handler; otherwise the browser blocks the popup. */
	signInWith: (provider: string) => Promise<AccountUser>
	/** The browser asks which passkey, and for a finger, a face or a PIN. */
	signInByPasskey: () => Promise<AccountUser>
	addPasskey: () => Promise<void>
	removePasskey: (id: string) => Promise<void>
	signOut: () => Promise<void>
	/** Reauthenticates, for actions that need a login within five minutes. */
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
	/** Gets a new ID token and renews the session. */
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
	if (name !== 'google' && name !== 'facebook' && name !== 'line') throw new IdentityError('auth/unknown-provider', flow)
	return name
}

/** State in memory while the page is open; never stored. */
type Held = {
	idToken: string | null
	/** The account of the last reauthentication. */
	provenUid: string | null
}

export function createIdentityClient(): IdentityClient {
	const held: Held = { idToken: null, provenUid: null }
	return { ...signInVerbs(held), ...proofVerbs(held), ...credentialVerbs(held), ...accountVerbs(held), ...mailVerbs }
}

type SignInVerb = 'signUp' | 'signIn' | 'finishSignIn' | 'signInWith' | 'signInByPasskey' | 'signOut' | 'refresh'

function signInVerbs(held: Held): Pick<IdentityClient, SignInVerb> {
	/** Spec sections 4 and 7: session, my-info, and the user's record where there is none. */
	async function enter(token: TokenAnswer): Promise<AccountUser> {
		held.idToken = token.idToken
		await callAccounts('POST /api/sessionLogin', {}, { flow: 'session', idToken: held.idToken })
		const { user } = await callAccounts('GET /api/myInfo', undefined, { flow: 'user' })
		if (user) return withEmail(user)
		return withEmail(await makeRecord(token))
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
		signIn: async (account) => enter(await callAccounts('POST /api/identity/signIn', account, { flow: 'signIn' })),
		finishSignIn: async (code) => enter(await callAccounts('POST /api/identity/secondFactor', { code }, { flow: 'signIn' })),
		signInWith: async (name) => enter(await redeem(name, 'provider')),
		signInByPasskey: async () => enter(await tokenOfPasskey()),
		async signOut() {
			held.idToken = null
			await callAccounts('GET /api/sessionLogout', undefined, { flow: 'account' })
		},
		async refresh() {
			const { idToken } = await callAccounts('POST /api/identity/refresh', undefined, { flow: 'session' })
			held.idToken = idToken
			await callAccounts('POST /api/sessionLogin', {}, { flow: 'session', idToken })
		},
	}
}

type ProofVerb = 'proveByPassword' | 'proveBy' | 'proveByCode' | 'proveByPasskey' | 'renewSession'

function proofVerbs(held: Held): Pick<IdentityClient, ProofVerb> {
	const keepProof = ({ idToken, uid }: TokenAnswer): void => void Object.assign(held, { idToken, provenUid: uid } satisfies Held)
	return {
		async proveByPassword({ code, ...account }) {
			try {
				held.idToken = (await callAccounts('POST /api/identity/signIn', account, { flow: 'signIn' })).idToken
			} catch (error) {
				if (code && error instanceof IdentityError && error.code === 'auth/multi-factor-auth-required') {
					held.idToken = (await callAccounts('POST /api/identity/secondFactor', { code }, { flow: 'signIn' })).idToken
					return
				}
				throw error instanceof IdentityError ? provingError(error) : error
			}
		},
		proveBy: async (name) => keepProof(await redeem(name, 'provider')),
		proveByCode: async (code) => keepProof(await callAccounts('POST /api/identity/secondFactor', { code }, { flow: 'signIn' })),
		proveByPasskey: async () => keepProof(await tokenOfPasskey()),
		async renewSession(uid) {
			if (held.provenUid !== uid) {
				held.idToken = null
				throw new IdentityError('auth/user-mismatch', 'account')
			}
			await callAccounts('POST /api/sessionLogin', {}, { flow: 'session', idToken: held.idToken })
		},
	}
}

type CredentialVerb =
	| 'addPasskey'
	| 'removePasskey'
	| 'link'
	| 'unlink'
	| 'startSecondFactor'
	| 'confirmSecondFactor'
	| 'renewRecoveryCodes'
	| 'removeSecondFactor'
	| 'changePassword'

/** The ways to sign in of an account. */
function credentialVerbs(held: Held): Pick<IdentityClient, CredentialVerb> {
	const inAccount = () => ({ flow: 'account', idToken: held.idToken }) as const
	const inLink = () => ({ flow: 'link', idToken: held.idToken }) as const
	return {
		async addPasskey() {
			const options = await callAccounts('POST /api/identity/passkey/start', undefined, inAccount())
			const response = await makePasskey(options, 'account')
			await callAccounts('POST /api/identity/passkey', { response }, inAccount())
		},
		async removePasskey(id) {
			await callAccounts('POST /api/identity/passkey/remove', { id }, inAccount())
		},
		async link(name, prove) {
			const { ticket } = await ticketOf(name, 'link', async () => {
				await prove?.()
				return (await callAccounts('POST /api/identity/linkIntent', undefined, inLink())).intent
			})
			await callAccounts('POST /api/identity/link', { ticket }, inLink())
		},
		async unlink(name) {
			await callAccounts('POST /api/identity/unlink', { provider: asProvider(name, 'link') }, inLink())
		},
		startSecondFactor: () => callAccounts('POST /api/identity/secondFactor/start', undefined, inAccount()),
		async confirmSecondFactor(code) {
			const { recoveryCodes } = await callAccounts('POST /api/identity/secondFactor/confirm', { code }, inAccount())
			// Tokens of the password alone are void.
			held.idToken = null
			return recoveryCodes
		},
		async renewRecoveryCodes() {
			return (await callAccounts('POST /api/identity/secondFactor/recoveryCodes', undefined, inAccount())).recoveryCodes
		},
		async removeSecondFactor() {
			await callAccounts('POST /api/identity/secondFactor/remove', undefined, inAccount())
		},
		async changePassword(change) {
			await callAccounts('POST /api/identity/changePassword', change, inAccount())
			// Tokens from before the change are void.
			held.idToken = null
		},
	}
}

type AccountVerb = 'revokeSessions' | 'sendVerification' | 'changeEmail' | 'withdrawEmailChange' | 'deleteAccount'

function accountVerbs(held: Held): Pick<IdentityClient, AccountVerb> {
	return {
		async revokeSessions(which) {
			await callAccounts('POST /api/identity/sessions/revoke', which, { flow: 'account', idToken: held.idToken })
			// Tokens from before are void.
			held.idToken = null
		},
		sendVerification: () => sendVerification(null),
		async changeEmail(email) {
			const changing = callAccounts('POST /api/identity/changeEmail', { email }, { flow: 'changeEmail', idToken: held.idToken })
			await asCurrentUser('changeEmail', changing)
		},
		async withdrawEmailChange() {
			await asCurrentUser('changeEmail', callAccounts('POST /api/identity/withdrawEmailChange', undefined, { flow: 'changeEmail' }))
		},
		async deleteAccount() {
			await callAccounts('POST /api/deleteMe', undefined, { flow: 'account', idToken: held.idToken })
			held.idToken = null
		},
	}
}

type MailVerb = 'confirmMail' | 'recoverEmail' | 'requestPasswordReset' | 'confirmPasswordReset'

/** Actions authorised by the code of a mail's link. */
const mailVerbs: Pick<IdentityClient, MailVerb> = {
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

async function ticketOf(name: string, flow: AuthFlow, intent?: () => Promise<string>): Promise<{ provider: ProviderName; ticket: string }> {
	const provider = asProvider(name, flow)
	return { provider, ticket: await openPopup(provider, flow, intent) }
}

async function redeem(name: string, flow: AuthFlow): Promise<TokenAnswer> {
	const { provider, ticket } = await ticketOf(name, flow)
	const answer = await callAccounts('POST /api/identity/popup/redeem', { ticket }, { flow })
	if (!answer.idToken)
		throw new IdentityError('auth/no-auth-result', flow, { message: catalogueMessage('auth/no-auth-result', flow, { provider }) })
	return answer
}

async function tokenOfPasskey(): Promise<TokenAnswer> {
	const options = await callAccounts('POST /api/identity/passkey/signIn/start', undefined, { flow: 'signIn' })
	const response = await askForPasskey(options, 'signIn')
	return callAccounts('POST /api/identity/passkey/signIn', { response }, { flow: 'signIn' })
}

async function sendVerification(idToken: string | null): Promise<void> {
	await asCurrentUser('mail', callAccounts('POST /api/identity/sendVerification', undefined, { flow: 'mail', idToken }))
}

/** In the flows of e-mail, an ended session has a separate message (spec section 8). */
async function asCurrentUser(flow: AuthFlow, promise: Promise<unknown>): Promise<void> {
	try {
		await promise
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

/** For a signed-in person a wrong password is a field error. */
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
