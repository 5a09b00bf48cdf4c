import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, TEST_NOW, visitorCtx, withCtx } from '../../../../test/database.ts'
import { createFacebookSignIn } from '../../../platform/facebook-sign-in.ts'
import { createGoogleSignIn } from '../../../platform/google-sign-in.ts'
import { createLineSignIn } from '../../../platform/line-sign-in.ts'
import type { Ctx } from '../../shared/context.ts'
import type { Accounts, ProviderProfile } from '../accounts-context.ts'
import { codeOf, PASSWORD, testSite, type TestBrowser, type TestSite } from '../accounts-for-test.ts'
import { verifyIdToken } from './id-tokens.ts'
import { getMyIdentity } from '../my-identity.ts'
import { linkProvider, redeemTicket, unlinkProvider } from './provider-accounts.ts'
import { finishPopup, makeLinkIntent } from './provider-popup.ts'
import {
	BINDING,
	openPopup,
	popup,
	redirectUri,
	sayingProvider,
	startFacebookLike,
	startLineLike,
	startGoogleLike,
} from './providers-for-test.ts'
import { openSession } from '../sessions.ts'
import { refreshIdToken, signIn } from './sign-in.ts'
import type { Provider } from '../tables.ts'
import { createUser } from '../users.ts'

const people = [
	{ id: 'g-1', name: '渡辺 太郎', email: 'Taro@Example.com' },
	{ id: 'g-2', name: '無名' },
	{ id: 'g-3', name: '鈴木 花子', email: 'hanako@example.com' },
]
const google = { clientId: 'client', clientSecret: 'a secret of the client' }
const facebook = { appId: 'app', appSecret: 'a secret of the app' }
const line = { channelId: '1234567890', channelSecret: 'a secret of the channel, 32 bytes' }

let googlePeer: Awaited<ReturnType<typeof startGoogleLike>>
let facebookPeer: Awaited<ReturnType<typeof startFacebookLike>>
let linePeer: Awaited<ReturnType<typeof startLineLike>>
let providers: Accounts['providers']

beforeAll(async () => {
	googlePeer = await startGoogleLike({ ...google, redirectUri: redirectUri('google'), people })
	facebookPeer = await startFacebookLike({ ...facebook, redirectUri: redirectUri('facebook'), people })
	linePeer = await startLineLike({ ...line, redirectUri: redirectUri('line'), people })
	providers = {
		google: createGoogleSignIn({ ...google, issuer: googlePeer.origin }),
		facebook: createFacebookSignIn({ ...facebook, dialogOrigin: facebookPeer.origin, graphOrigin: facebookPeer.origin }),
		line: createLineSignIn({ ...line, dialogOrigin: linePeer.origin, apiOrigin: linePeer.origin }),
	}
})

afterAll(async () => {
	await googlePeer.close()
	await facebookPeer.close()
	await linePeer.close()
})

async function ticketOf(...given: Parameters<typeof popup>): Promise<string> {
	const result = await popup(...given)
	if ('error' in result) throw new Error(result.error)
	return result.ticket
}

describe('with a real issuer', () => {
	test('Google shows its picker, and a new person gets a verified account with empty names', () =>
		withCtx(async (ctx) => {
			const site = testSite(ctx, { providers })
			const browser = site.browser()
			const address = await openPopup(browser)
			expect(Object.fromEntries(address.searchParams)).toMatchObject({
				prompt: 'select_account',
				code_challenge_method: 'S256',
				scope: 'openid email profile',
			})
			const ticket = await ticketOf(browser, 'google', 'g-1')
			const answer = await redeemTicket(await browser.ctx(), { ticket, binding: BINDING })
			expect(answer).toMatchObject({ email: 'taro@example.com', emailVerified: true, provider: 'google' })
			browser.keep(await openSession(await browser.ctx(), answer.idToken))
			expect((await browser.ctx()).viewer.kind).toBe('visitor')
			const { user, created } = await createUser(await browser.ctx(), await verifyIdToken(await browser.ctx(), answer.idToken, 'user'), {})
			expect({ created, firstName: user.firstName, lastName: user.lastName }).toEqual({ created: true, firstName: '', lastName: '' })
			expect((await browser.ctx()).viewer.kind).toBe('member')
			const again = await redeemTicket(await browser.ctx(), { ticket: await ticketOf(browser, 'google', 'g-1'), binding: BINDING })
			expect(again.uid).toBe(answer.uid)
		}))

	test('Facebook is asked to authenticate again, its name is split, and its address counts as unverified', () =>
		withCtx(async (ctx) => {
			const site = testSite(ctx, { providers })
			const browser = site.browser()
			const address = await openPopup(browser, { provider: 'facebook' })
			expect(address.searchParams.get('auth_type')).toBe('reauthenticate')
			const answer = await redeemTicket(await browser.ctx(), { ticket: await ticketOf(browser, 'facebook', 'g-1'), binding: BINDING })
			expect(answer).toMatchObject({ email: 'taro@example.com', emailVerified: false, provider: 'facebook' })
			const { user } = await createUser(await browser.ctx(), await verifyIdToken(await browser.ctx(), answer.idToken, 'user'), {
				lastName: 'ほか',
			})
			expect(user).toMatchObject({ firstName: '太郎', lastName: '渡辺' })
		}))

	test('LINE gives an account with empty names, whose address counts as unverified', () =>
		withCtx(async (ctx) => {
			const site = testSite(ctx, { providers })
			const browser = site.browser()
			const address = await openPopup(browser, { provider: 'line' })
			expect(Object.fromEntries(address.searchParams)).toMatchObject({ scope: 'openid profile email', code_challenge_method: 'S256' })
			const answer = await redeemTicket(await browser.ctx(), { ticket: await ticketOf(browser, 'line', 'g-1'), binding: BINDING })
			expect(answer).toMatchObject({ email: 'taro@example.com', emailVerified: false, provider: 'line' })
			const { user } = await createUser(await browser.ctx(), await verifyIdToken(await browser.ctx(), answer.idToken, 'user'), {})
			expect(user).toMatchObject({ firstName: '', lastName: '' })
			const again = await redeemTicket(await browser.ctx(), { ticket: await ticketOf(browser, 'line', 'g-1'), binding: BINDING })
			expect(again.uid).toBe(answer.uid)
		}))

	test.each([
		['of another channel', { claims: { aud: 'another' } }],
		['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
		['of another sign-in', { claims: { nonce: 'another' } }],
		['that is over', { claims: { exp: 1_000 } }],
		['signed with another secret', { signedWith: 'another secret of 32 bytes or more' }],
	])('LINE: refuses a token %s', (_about, wrong) =>
		withCtx(async (ctx) => {
			const peer = await startLineLike({ ...line, redirectUri: redirectUri('line'), people, ...wrong })
			const site = testSite(ctx, { providers: { line: createLineSignIn({ ...line, dialogOrigin: peer.origin, apiOrigin: peer.origin }) } })
			expect(await popup(site.browser(), 'line', 'g-1')).toMatchObject({ error: 'auth/no-auth-result' })
			await peer.close()
		}),
	)

	test.each(['google', 'facebook', 'line'] as const)('%s: refuses to sign in without an address or without consent', (provider) =>
		withCtx(async (ctx) => {
			const site = testSite(ctx, { providers })
			const browser = site.browser()
			const ticket = await ticketOf(browser, provider, 'g-2')
			await expect(redeemTicket(await browser.ctx(), { ticket, binding: BINDING })).rejects.toMatchObject({
				code: 'auth/missing-email',
				detail: 'メールアドレスを取得できないため利用できません。',
			})
			expect(await popup(browser, provider, null)).toEqual({ attempt: 'attempt-1', provider, error: 'auth/access-denied' })
		}),
	)

	test('a Facebook token of another app is refused', () =>
		withCtx(async (ctx) => {
			const peer = await startFacebookLike({ ...facebook, redirectUri: redirectUri('facebook'), people, tokensOf: 'another app' })
			const faults: unknown[] = []
			const site = testSite(ctx, {
				providers: { facebook: createFacebookSignIn({ ...facebook, dialogOrigin: peer.origin, graphOrigin: peer.origin }) },
			})
			site.accounts.reportFault = (error) => void faults.push(error)
			expect(await popup(site.browser(), 'facebook', 'g-1')).toMatchObject({ error: 'auth/no-auth-result' })
			expect(faults).toHaveLength(1)
			await peer.close()
		}))
})

const hanako: ProviderProfile = { subject: 'h-1', email: 'hanako@example.com', emailIsVerified: true, displayName: '鈴木 花子' }

async function quickTicket(
	browser: TestBrowser,
	options: { provider?: Provider; intent?: string; binding?: string } = {},
): Promise<string> {
	const { provider = 'google', binding = BINDING } = options
	const address = await openPopup(browser, { provider, intent: options.intent ?? null, binding })
	const result = await finishPopup(await browser.ctx(), { provider, search: `?code=c&state=${address.searchParams.get('state')}`, binding })
	if ('error' in result) throw new Error(result.error)
	return result.ticket
}

const signedIn = async (site: TestSite, email: string) => {
	const browser = site.browser()
	const { uid } = await site.account(email)
	await browser.enter(uid)
	return { browser, uid }
}

test('an address that another account has is refused, never linked', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		await site.account('hanako@example.com')
		const browser = site.browser()
		await expect(redeemTicket(await browser.ctx(), { ticket: await quickTicket(browser), binding: BINDING })).rejects.toMatchObject({
			code: 'auth/account-exists-with-different-credential',
			detail: 'Already used by another account.',
		})
		expect(await ctx.db.selectFrom('identity_links').select('uid').execute()).toEqual([])
	}))

test('a provider-verified address is taken from an account that signed up without a proof', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const squatter = await site.account('hanako@example.com', { verified: false })
		const browser = site.browser()
		const answer = await redeemTicket(await browser.ctx(), { ticket: await quickTicket(browser), binding: BINDING })
		expect(answer).toMatchObject({ email: 'hanako@example.com', emailVerified: true })
		expect(answer.uid).not.toBe(squatter.uid)
		expect(await codeOf(signIn(await site.browser().ctx(), { email: 'hanako@example.com', password: PASSWORD }))).toBe(
			'auth/invalid-credential',
		)
	}))

test('with hidden accounts a provider sign-in answers alike for a taken and a free address', () =>
	withCtx(async (ctx) => {
		const answers: unknown[] = []
		for (const isTaken of [true, false]) {
			const email = `hanako${Number(isTaken)}@example.com`
			const site = testSite(ctx, {
				hideAccountExistence: true,
				providers: sayingProvider({ ...hanako, email, subject: `subject of ${email}` }),
			})
			const owner = isTaken ? await site.account(email) : null
			const browser = site.browser()
			const answer = await redeemTicket(await browser.ctx(), { ticket: await quickTicket(browser), binding: BINDING })
			expect(answer.uid).not.toBe(owner?.uid)
			browser.keep(await openSession(await browser.ctx(), answer.idToken))
			const me = await getMyIdentity(await browser.ctx())
			answers.push({ verified: answer.emailVerified, isShown: answer.email === email, me: { ...me, uid: '', email: '', providers: [] } })
			expect(site.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
				isTaken ? `${email} 【しるべ】すでにご登録いただいています` : `${email} 【しるべ】メールアドレスの確認をお願いします`,
			])
		}
		expect(answers[0]).toEqual(answers[1])
	}))

test('a state works once, in the browser and for the provider it was made for, for ten minutes', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const browser = site.browser()
		const begin = async () => {
			const address = await openPopup(browser)
			return `?code=c&state=${address.searchParams.get('state')}`
		}
		const finish = async (search: string, binding: string | null = BINDING, provider = 'google') => {
			const result = await finishPopup(await browser.ctx(), { provider, search, binding })
			return 'error' in result ? result.error : 'ticket'
		}
		const search = await begin()
		expect(await finish(search, 'the cookie of a victim')).toBe('auth/invalid-auth-event')
		expect(await finish(search, null)).toBe('auth/invalid-auth-event')
		expect(await finish(search, BINDING, 'facebook')).toBe('auth/invalid-auth-event')
		expect(await finish(search)).toBe('ticket')
		expect(await finish(search)).toBe('auth/invalid-auth-event')
		expect(await finish('?code=c&state=made-up')).toBe('auth/invalid-auth-event')
		expect(await finish('?code=c')).toBe('auth/invalid-auth-event')
		expect(await finish(search, BINDING, 'twitter')).toBe('auth/unknown-provider')
		const late = await begin()
		site.clock.pass(10.1)
		expect(await finish(late)).toBe('auth/invalid-auth-event')
	}))

test('a ticket is redeemed once, within a minute, in its browser, and for what it was made', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const { browser: member } = await signedIn(site, 'taro@example.com')
		const browser = site.browser()
		const redeem = async (ticket: string, binding: string | null = BINDING) =>
			codeOf(redeemTicket(await browser.ctx(), { ticket, binding }))
		const ticket = await quickTicket(browser)
		expect(await redeem(ticket, 'another cookie')).toBe('auth/invalid-ticket')
		expect(await redeem(ticket, null)).toBe('auth/invalid-ticket')
		expect(await codeOf(linkProvider(await member.ctx(), { ticket, binding: BINDING }))).toBe('auth/invalid-ticket')
		expect(await redeem(ticket)).toBe('none')
		expect(await redeem(ticket)).toBe('auth/invalid-ticket')
		const late = await quickTicket(browser)
		site.clock.pass(1.1)
		expect(await redeem(late)).toBe('auth/invalid-ticket')
	}))

test('an unknown provider and one without keys are refused before anything opens', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const start = async (provider: string) => openPopup(site.browser(), { provider })
		await expect(start('twitter')).rejects.toMatchObject({ code: 'auth/unknown-provider', detail: 'unknown provider' })
		expect(await codeOf(start('google'))).toBe('auth/operation-not-allowed')
	}))

test('linking takes a fresh ID token and the own session, and allows signing in with the provider', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const { browser, uid } = await signedIn(site, 'taro@example.com')
		const { idToken } = await refreshIdToken(await browser.ctx())
		const intent = await makeLinkIntent(await browser.ctx(), idToken)
		const ticket = await quickTicket(browser, { intent })
		expect(await codeOf(redeemTicket(await browser.ctx(), { ticket, binding: BINDING }))).toBe('auth/invalid-ticket')
		expect(await linkProvider(await browser.ctx(), { ticket, binding: BINDING })).toBe('google')
		expect(site.mails.at(-1)).toMatchObject({ to: 'taro@example.com', subject: '【しるべ】Googleアカウントと連携しました' })
		const elsewhere = site.browser()
		expect(await redeemTicket(await elsewhere.ctx(), { ticket: await quickTicket(elsewhere), binding: BINDING })).toMatchObject({ uid })
		expect(await codeOf(quickTicket(browser, { intent }))).toBe('auth/invalid-ticket')
	}))

test('refuses to link a provider to another’s account', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const { browser: attacker } = await signedIn(site, 'attacker@example.com')
		const { browser: victim } = await signedIn(site, 'taro@example.com')
		const { idToken } = await refreshIdToken(await attacker.ctx())
		const intent = await makeLinkIntent(await attacker.ctx(), idToken)
		expect(await codeOf(quickTicket(victim, { intent }))).toBe('auth/invalid-ticket')
		expect(await codeOf(makeLinkIntent(await site.browser().ctx(), idToken))).toBe('auth/session-required')
		const ticket = await quickTicket(attacker, { intent })
		expect(await codeOf(linkProvider(await victim.ctx(), { ticket, binding: BINDING }))).toBe('auth/invalid-ticket')
	}))

test('a provider that is another account’s, or linked already, is refused', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const { browser: first } = await signedIn(site, 'taro@example.com')
		const { browser: second } = await signedIn(site, 'jiro@example.com')
		const link = async (browser: TestBrowser) => {
			const intent = await makeLinkIntent(await browser.ctx(), (await refreshIdToken(await browser.ctx())).idToken)
			return linkProvider(await browser.ctx(), { ticket: await quickTicket(browser, { intent }), binding: BINDING })
		}
		await link(first)
		await expect(link(second)).rejects.toMatchObject({ code: 'auth/credential-already-in-use', detail: 'Already used email address.' })
		expect(await codeOf(link(first))).toBe('auth/provider-already-linked')
	}))

describe('at the same time', () => {
	let made: Awaited<ReturnType<typeof freshDatabase>>
	let ctx: Ctx
	beforeAll(async () => {
		made = await freshDatabase()
		ctx = visitorCtx(made.db)
	})
	afterAll(() => made.close())

	test('two first sign-ins of one person make one account', async () => {
		const site = testSite(ctx, { providers: sayingProvider(hanako) })
		const browser = site.browser()
		const tickets = await Promise.all([quickTicket(browser), quickTicket(browser)])
		const answers = await Promise.all(tickets.map(async (ticket) => redeemTicket(await browser.ctx(), { ticket, binding: BINDING })))
		expect(new Set(answers.map(({ uid }) => uid)).size).toBe(1)
	})

	test('two unlinkings leave one way to sign in', async () => {
		const site = testSite(ctx)
		const { browser, uid } = await signedIn(site, 'both@example.com')
		await made.db.updateTable('identities').set({ password_hash: null }).where('uid', '=', uid).execute()
		for (const provider of ['google', 'facebook'] as const)
			await made.db.insertInto('identity_links').values({ uid, provider, subject: 'both', email: null, created_at: TEST_NOW }).execute()
		const codes = await Promise.all(
			(['google', 'facebook'] as const).map(async (provider) => codeOf(unlinkProvider(await browser.ctx(), { provider, idToken: null }))),
		)
		expect(codes.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['auth/last-sign-in-method', 'none'])
		expect(await made.db.selectFrom('identity_links').select('provider').where('uid', '=', uid).execute()).toHaveLength(1)
	})

	test('an ID token that is sent twice at once opens one session', async () => {
		const site = testSite(ctx)
		await site.account('twice@example.com')
		const browser = site.browser()
		const { idToken } = await signIn(await browser.ctx(), { email: 'twice@example.com', password: PASSWORD })
		const codes = await Promise.all(Array.from({ length: 5 }, async () => codeOf(openSession(await browser.ctx(), idToken))))
		expect(codes.filter((code) => code === 'none')).toHaveLength(1)
	})
})
