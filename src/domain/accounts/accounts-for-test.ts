import { inSavepoint, type TestCtx, TEST_NOW } from '../../../test/database.ts'
import { createCommonWords } from '../../platform/common-words.ts'
import { createPasswordHasher } from '../../platform/password.ts'
import { randomToken } from '../../platform/token.ts'
import { createWebhookSender } from '../../platform/webhook-sender.ts'
import type { Ctx, OutgoingMail, Services, Viewer } from '../shared/context.ts'
import type { Accounts, AccountsCtx } from './accounts-context.ts'
import { shownAddress } from './addresses.ts'
import { logIn } from './sign-in/form-flows.ts'
import { issueIdToken } from './sign-in/id-tokens.ts'
import { findSession, type NewSession, openSession } from './sessions.ts'
import { createKeyCache } from './sign-in/signing-keys.ts'
import { insertIdentity } from './sign-in/sign-up.ts'
import { createUser } from './users.ts'

export const PASSWORD = 'kawasemi to yuuhi 88'

const passwords = createPasswordHasher()
const wordBits = createCommonWords()
let knownHash: Promise<string> | undefined

/** A clock that does not move until a test moves it. */
export type Clock = { now: () => Date; pass: (minutes: number) => void }

export function clockAt(start = TEST_NOW): Clock {
	let time = start.getTime()
	return { now: () => new Date(time), pass: (minutes) => (time += minutes * 60_000) }
}

/** One site for a test: its accounts, the mails it sent, its clock, and browsers that visit it. */
export type TestSite = {
	accounts: Accounts
	/** The services of the ctx, except that mails are collected in `mails`. */
	services: Services
	mails: OutgoingMail[]
	clock: Clock
	/** A browser that has never visited the site. */
	browser: (options?: { block?: string; userAgent?: string }) => TestBrowser
	/** An account with `PASSWORD`, verified unless stated otherwise. */
	account: (email: string, options?: { verified?: boolean }) => Promise<{ uid: string; docId: string; email: string }>
	lastCode: (to: string) => string
}

export type TestBrowser = {
	/** The ctx of this browser's next request. */
	ctx: () => Promise<AccountsCtx>
	keep: (session: NewSession | null) => void
	logIn: (email: string, password?: string) => Promise<NewSession>
	/** Signs in without the cost of a password check; staff with their second factor. */
	enter: (uid: string) => Promise<NewSession>
	sessionToken: () => string | null
	readonly device: string
}

export function testSite(ctx: TestCtx | Ctx, options: Partial<Pick<Accounts, 'hideAccountExistence' | 'providers'>> = {}): TestSite {
	const mails: OutgoingMail[] = []
	const clock = clockAt(ctx.now())
	const accounts: Accounts = {
		issuer: 'https://shirube.example/api/identity',
		audience: 'shirube',
		hideAccountExistence: false,
		sessionIdleDays: 3,
		passwords,
		wordBits,
		keys: createKeyCache(),
		providers: {},
		mailbox: null,
		reportFault: () => undefined,
		...options,
	}
	const { storage, encryptor } = ctx
	const services: Services = {
		storage,
		encryptor,
		enqueueMail: async (_, mail) => void mails.push(mail),
		cards: null,
		webhooks: createWebhookSender(),
		vapidKeys: null,
		line: null,
	}
	const browser: TestSite['browser'] = ({ block = '203.0.113.7', userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' } = {}) => {
		const device = randomToken()
		let token: string | null = null
		const current = async (): Promise<AccountsCtx> => {
			const base = { ...ctx, ...services, now: clock.now, accounts }
			const found = token === null ? null : await findSession(base, token)
			const viewer: Viewer = found?.viewer ?? { kind: 'visitor' }
			return { ...base, viewer, caller: { block, userAgent, device, session: found?.session ?? null } }
		}
		return {
			device,
			ctx: current,
			keep: (session) => (token = session?.token ?? null),
			sessionToken: () => token,
			async logIn(email, password = PASSWORD) {
				const session = await logIn(await current(), { email, password })
				token = session.token
				return session
			},
			async enter(uid) {
				const identity = await ctx.db
					.selectFrom('identities as i')
					.select(['i.uid', shownAddress.as('email'), 'i.email_verified_at', 'i.epoch'])
					.where('i.uid', '=', uid)
					.executeTakeFirstOrThrow()
				const roles = await ctx.db
					.selectFrom('staff_roles as r')
					.innerJoin('users as u', 'u.id', 'r.user_id')
					.select('r.role')
					.where('u.uid', '=', uid)
					.execute()
				const proof = { authTime: clock.now(), provider: 'password', secondFactor: roles.length > 0 } as const
				const { idToken } = await issueIdToken(await current(), identity, proof)
				const session = await openSession(await current(), idToken)
				token = session.token
				return session
			},
		}
	}
	return {
		accounts,
		services,
		mails,
		clock,
		browser,
		async account(email, { verified = true } = {}) {
			knownHash ??= passwords.hash(PASSWORD)
			const visitor = await browser().ctx()
			const made = await insertIdentity(visitor, { email, passwordHash: await knownHash, verifiedAt: verified ? clock.now() : null })
			if (!made) throw new Error(`${email} is taken`)
			const { docId } = await createUser(visitor, { ...made, provider: 'password' }, {})
			return { uid: made.uid, docId, email }
		},
		lastCode(to) {
			const mail = mails.findLast((sent) => sent.to === to)
			const code = /oobCode=([A-Za-z0-9_-]+)/.exec(mail?.text ?? '')?.[1]
			if (!code) throw new Error(`no link was mailed to ${to}`)
			return code
		},
	}
}

/** Returns the code of the error that `promise` rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
	try {
		await promise
	} catch (error) {
		// A deadlock with another test file says nothing about this one: run the test again.
		if (error instanceof Error && 'code' in error && error.code !== '40P01') return String(error.code)
		throw error
	}
	return 'none'
}

/** Returns the code of the error of `handler` in a browser, without ending the transaction of the test. */
export const codeInBrowser = (ctx: TestCtx, browser: TestBrowser, handler: (ctx: AccountsCtx) => Promise<unknown>): Promise<string> =>
	codeOf(inSavepoint(ctx, async ({ db }) => handler({ ...(await browser.ctx()), db })))
