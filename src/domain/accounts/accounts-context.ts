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

/** One outside provider: its page to send the person to, and what comes back from there. */
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

export type DemoMail = OutgoingMail & { id: string; at: number }

/** What signing in needs besides a ctx; made once by the composition. */
export type Accounts = {
	/** `iss` and `aud` of ID tokens. */
	issuer: string
	audience: string
	/** Sign-up and reset answer alike for known and unknown addresses. */
	hideAccountExistence: boolean
	/** A session ends after this many days without use. */
	sessionIdleDays: number
	passwords: PasswordHasher
	/** The list of common passwords, words and names, read when it is first needed. */
	wordBits: () => Promise<WordBits>
	keys: KeyCache
	providers: Partial<Record<Provider, ProviderClient>>
	/** For the operator's log: a provider that does not answer as it should. */
	reportFault: (error: unknown) => void
	/** Mails that were kept instead of sent, newest first, where anybody may read them: on a demo's own machine only. */
	mailbox: (() => Promise<DemoMail[]>) | null
}

/** The browser that asks, as far as the domain may know it. */
export type Caller = {
	/** The address block that one customer holds. */
	block: string
	userAgent: string
	/** This browser's own secret, in a cookie that scripts cannot read. Made when it had none. */
	device: string
	session: Session | null
}

/** The ctx of a request: it has a caller, who may sign in. */
export type AccountsCtx = Ctx & { accounts: Accounts; caller: Caller }
