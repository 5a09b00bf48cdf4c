/**
 * The JSON calls of accounts and of the embedded identity service, as both sides see them. Pure types.
 *
 * Every write: `content-type: application/json`, the CSRF cookie's value in `X-CSRF-TOKEN` or as `csrfToken` in the
 * body. `Authorization: Bearer <ID token>` where noted. Errors are problem+json: `code` is a code of
 * domain/accounts/catalogue.ts (`auth/…`) or an error kind, `message` the catalogue's message to the letter, `fields` a
 * Japanese sentence for each bad field.
 */
import type { AuthErrorCode } from '../../domain/accounts/catalogue.ts'
import type { AccountUser, PublicUser, UserChange } from '../../domain/accounts/users.ts'

export type { AccountUser, PublicUser, UserChange }

export type ProviderName = 'google' | 'facebook'

export type IdTokenAnswer = {
	/** Good for 5 minutes. Keep in page memory only. */
	idToken: string
	uid: string
	email: string
	emailVerified: boolean
	/** Seconds. */
	authTime: number
	expiresIn: number
}

export type SessionEntry = {
	id: string
	current: boolean
	/** Such as "Chrome・Windows". */
	device: string
	provider: 'password' | 'passkey' | ProviderName
	createdAt: number
	lastSeenAt: number
	expiresAt: number
}

export type ActionMode = 'verifyEmail' | 'resetPassword' | 'recoverEmail'

export type AccountCalls = {
	/** `user` is null for visitors, and for an identity that has no user record yet (then PUT /api/user). */
	'GET /api/myInfo': { answer: { user: AccountUser | null; docId: string | null } }
	'POST /api/user/recordLoggedIn': { answer: { user: AccountUser } }
	'POST /api/user/category': { body: { category: number[] }; answer: { user: AccountUser } }
	/** Clears a cookie whose session has ended. */
	'GET /api/sessionCheck': { answer: { loggedIn: boolean; uid: string | null; expiresAt: number | null } }
	/** With the ID token. Each ID token opens one session. */
	'POST /api/sessionLogin': { body: { csrfToken?: string }; answer: { uid: string; expiresAt: number } }
	/** `fetch` from our own page only. */
	'GET /api/sessionLogout': { answer: { loggedIn: false } }
	/** With the ID token. Creates the user record; one that is there already is left as it is. */
	'PUT /api/user': {
		body: { user?: Record<string, unknown>; csrfToken?: string }
		answer: { user: AccountUser; docId: string; created: boolean }
	}
	/** Signed in within 5 minutes, or with a fresh ID token. Else 'auth/requires-recent-login'. */
	'POST /api/deleteMe': { answer: { deleted: true } }
	'POST /api/getUserWithParam': {
		body: { email: string } | { uid: string }
		answer: { user: AccountUser | PublicUser; docId: string }
	}
	'POST /api/updateUser': { body: { id: string; user: UserChange }; answer: { user: AccountUser; docId: string } }

	/** `idToken` is null with HIDE_ACCOUNT_EXISTENCE: the server has done the rest, go on to /register_mailed. */
	'POST /api/identity/signUp': { body: { email: string; password: string }; answer: IdTokenAnswer | { idToken: null } }
	'POST /api/identity/signIn': { body: { email: string; password: string }; answer: IdTokenAnswer }
	/**
	 * After signIn or popup/redeem ended in 'auth/multi-factor-auth-required' (401): the app's code or a recovery code,
	 * from the same browser within 5 minutes.
	 */
	'POST /api/identity/secondFactor': { body: { code: string }; answer: IdTokenAnswer }
	/** Setting it up: signed in within 5 minutes, or with a fresh ID token. `uri` is what a QR code holds. */
	'POST /api/identity/secondFactor/start': { answer: { secret: string; uri: string } }
	'POST /api/identity/secondFactor/confirm': { body: { code: string }; answer: { recoveryCodes: string[] } }
	/** Voids the codes before. */
	'POST /api/identity/secondFactor/recoveryCodes': { answer: { recoveryCodes: string[] } }
	'POST /api/identity/secondFactor/remove': { answer: { removed: true } }
	/** By the session. Same `authTime` as before; then sessionLogin again. */
	'POST /api/identity/refresh': { answer: IdTokenAnswer }
	/** How the signed-in person may sign in. */
	'GET /api/identity/me': {
		answer: {
			uid: string
			/** The address in force or, without one, the one that waits for its proof. */
			email: string
			emailVerified: boolean
			/** A new address that waits for its proof while `email` stays in force. */
			pendingEmail: string | null
			/** Until when address, links and keys cannot be changed after a recovery. */
			changesFrozenUntil: number | null
			hasPassword: boolean
			secondFactor: boolean
			hasPasskey: boolean
			providers: { provider: ProviderName; email: string | null; linkedAt: number }[]
			/** Whether changes that need a login within 5 minutes are open now. */
			recentLogin: boolean
		}
	}
	/** With the ID token (sign-up) or by the session. */
	'POST /api/identity/sendVerification': { answer: { sent: true } }
	'POST /api/identity/resetPassword/request': { body: { email: string }; answer: { sent: true } }
	'POST /api/identity/resetPassword/verify': { body: { oobCode: string }; answer: { email: string } }
	'POST /api/identity/resetPassword/confirm': { body: { oobCode: string; password: string }; answer: { email: string } }
	/** Refused codes: auth/expired-action-code, auth/used-action-code, auth/invalid-action-code. */
	'POST /api/identity/actionCode/check': {
		body: { oobCode: string }
		answer: { mode: ActionMode; email: string; previousEmail: string | null }
	}
	/** verifyEmail and recoverEmail. */
	'POST /api/identity/actionCode/apply': { body: { oobCode: string }; answer: { mode: ActionMode; email: string } }
	/** Session; signed in within 5 minutes, or with a fresh ID token. */
	'POST /api/identity/withdrawEmailChange': { answer: { withdrawn: true } }
	'POST /api/identity/changeEmail': { body: { email: string }; answer: { email: string } }
	/**
	 * Session. `currentPassword` where there is a password; else signed in within 5 minutes or a fresh ID token. Ends all
	 * other sessions; this browser gets a new cookie.
	 */
	'POST /api/identity/changePassword': { body: { currentPassword?: string; password: string }; answer: { changed: true } }
	'GET /api/identity/sessions': { answer: { sessions: SessionEntry[] } }
	/** Signed in within 5 minutes, or with a fresh ID token. */
	'POST /api/identity/sessions/revoke': { body: { id: string } | { others: true }; answer: { revoked: number } }
	/** Everything we hold about the signed-in person, as a download. */
	/** The body is the picture itself (`content-type: image/…`, 8 MB at most); comes back as `imageUrl`. A field `image` when it cannot be used. */
	'PUT /api/user/avatar': { answer: { user: AccountUser; docId: string } }
	'DELETE /api/user/avatar': { answer: { user: AccountUser; docId: string } }
	'GET /api/identity/export': { answer: Record<string, unknown> }

	/** Options and responses are WebAuthn's own, as JSON. Each challenge is good once, for 5 minutes, in this browser. */
	'POST /api/identity/passkey/start': { answer: Record<string, unknown> }
	'POST /api/identity/passkey': { body: { response: unknown }; answer: { added: true } }
	'GET /api/identity/passkey': { answer: { passkeys: { id: string; name: string; createdAt: number; lastUsedAt: number | null }[] } }
	'POST /api/identity/passkey/remove': { body: { id: string }; answer: { removed: true } }
	'POST /api/identity/passkey/signIn/start': { answer: Record<string, unknown> }
	'POST /api/identity/passkey/signIn': { body: { response: unknown }; answer: IdTokenAnswer }

	/** Signed in within 5 minutes, or with a fresh ID token: a 60 s intent, to be carried into the popup. */
	'POST /api/identity/linkIntent': { answer: { intent: string } }
	/** Sign-in. The ticket comes by BroadcastChannel and is good for 60 s in this browser only. */
	'POST /api/identity/popup/redeem': { body: { ticket: string }; answer: IdTokenAnswer & { provider: ProviderName } }
	/** Linking. */
	'POST /api/identity/link': { body: { ticket: string }; answer: { provider: ProviderName } }
	'POST /api/identity/unlink': { body: { provider: string }; answer: { provider: ProviderName } }
}

export type AccountCall = keyof AccountCalls
export type BodyOf<Call extends AccountCall> = AccountCalls[Call] extends { body: infer Body } ? Body : undefined
export type AnswerOf<Call extends AccountCall> = AccountCalls[Call]['answer']

/**
 * The popup's address: `/api/identity/popup?provider=google&attempt=…` and for linking `&intent=…`. `attempt` is made
 * by the page (8 to 64 of A–Z a–z 0–9 _ -) so that it knows its own result among those of other tabs.
 */
export const POPUP_PATH = '/api/identity/popup'
/** Name of the BroadcastChannel on which the popup tells its result, then closes. */
export const POPUP_CHANNEL = 'identity-popup'
export type PopupMessage = { attempt: string; provider: ProviderName } & ({ ticket: string } | { error: AuthErrorCode })
