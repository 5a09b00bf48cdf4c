import type { WordBits } from '../../platform/common-words.ts'
import type { PasswordHasher } from '../../platform/password.ts'
import type { Ctx, OutgoingMail } from '../shared/context.ts'
import type { KeyCache } from './sign-in/key-cache.ts'
import type { Session } from './session.ts'
import type { Provider } from './tables.ts'

/** What a provider says about the person who signed in there. */
export type ProviderProfile = {
	subject: string
	/** Lower case, or null where the provider gave none. */
	email: string | null
	emailIsVerified: boolean
	displayName: string
}

/** One outside provider: the page to redirect to, and the parsing of its callback. */
export type ProviderClient = {
	authorizeUrl: (start: { redirectUri: string; state: string; nonce: string; codeVerifier: string }) => Promise<URL>
	/** Exchanges the code of `callback` and checks all that can be checked. */
	readProfile: (answer: {
		callback: URL
		redirectUri: string
		state: string
		nonce: string
		codeVerifier: string
	}) => Promise<ProviderProfile>
}

export type DemoMail = OutgoingMail & { id: string; at: number; replyTo?: string | undefined }

/** Dependencies of signing in besides a ctx; created once at start. */
export type Accounts = {
	/** `iss` and `aud` of ID tokens. */
	issuer: string
	audience: string
	/** Sign-up and reset give the same response for known and unknown addresses. */
	hideAccountExistence: boolean
	/** A session ends after this many days without use. */
	sessionIdleDays: number
	passwords: PasswordHasher
	/** The list of common passwords, words and names, read when it is first needed. */
	wordBits: () => Promise<WordBits>
	keys: KeyCache
	providers: Partial<Record<Provider, ProviderClient>>
	/** Logs a provider whose response is not as specified, for the operator. */
	reportFault: (error: unknown) => void
	/** Mails that were stored instead of sent, newest first. Readable by anybody; only for a demo on localhost. */
	mailbox: (() => Promise<DemoMail[]>) | null
}

/** The browser that asks, as far as the domain may know it. */
export type Caller = {
	/** The address block that one subscriber of a network has. */
	block: string
	userAgent: string
	/** The secret of this browser, in an HttpOnly cookie. Created when the browser has none. */
	device: string
	session: Session | null
}

/** The ctx of a request: it has a caller, who may sign in. */
export type AccountsCtx = Ctx & { accounts: Accounts; caller: Caller }
