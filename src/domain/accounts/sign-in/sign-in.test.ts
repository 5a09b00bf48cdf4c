import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { codeOf, PASSWORD, testSite } from '../accounts-for-test.ts'
import { verifyIdToken } from './id-tokens.ts'
import { changePassword } from './password-change.ts'
import { findSession, listSessions, openSession, revokeSessions } from '../sessions.ts'
import { refreshIdToken, signIn } from './sign-in.ts'
import { signingKey } from './signing-keys.ts'
import { days } from '../../shared/japan-time.ts'

const taro = 'taro@example.com'

test('signing in returns an ID token, which opens one session', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		const { idToken } = await signIn(await browser.ctx(), { email: taro, password: PASSWORD })
		const session = await openSession(await browser.ctx(), idToken)
		expect(session).toMatchObject({ uid, expiresAt: new Date(ctx.now().getTime() + days(5)) })
		browser.keep(session)
		expect((await browser.ctx()).viewer).toMatchObject({ kind: 'member', uid })
		expect(await codeOf(openSession(await browser.ctx(), idToken))).toBe('auth/id-token-revoked')
	}))

test('a wrong password and an unknown address give one code and one message', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		for (const given of [
			{ email: taro, password: 'wrong password 1' },
			{ email: 'nobody@example.com', password: PASSWORD },
		])
			await expect(signIn(await site.browser().ctx(), given)).rejects.toMatchObject({
				code: 'auth/invalid-credential',
				detail: 'Email or password is incorrect.',
				fields: {},
			})
	}))

test('an unknown address costs as much time as a wrong password', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const time = async (email: string) => {
			const caller = await site.browser().ctx()
			const start = performance.now()
			await codeOf(signIn(caller, { email, password: 'wrong password 1' }))
			return performance.now() - start
		}
		const known: number[] = []
		const unknown: number[] = []
		await site.account('0@example.com')
		await time('0@example.com')
		for (let i = 1; i <= 15; i++) {
			await site.account(`${i}@example.com`)
			known.push(await time(`${i}@example.com`))
			unknown.push(await time(`nobody${i}@example.com`))
		}
		// The quickest of each, which other work on the machine hardly delays. Without a password to check it would be a tenth.
		const ratio = Math.min(...unknown) / Math.min(...known)
		expect(ratio).toBeGreaterThan(0.5)
		expect(ratio).toBeLessThan(2)
	}))

test('ten guesses an hour reach the password, from wherever they come, and the owner still gets in', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		const owner = site.browser({ block: '198.51.100.1' })
		await owner.logIn(taro)
		let tried = 0
		let hashed = 0
		const { verify } = site.accounts.passwords
		site.accounts.passwords = { ...site.accounts.passwords, verify: (...given) => (hashed++, verify(...given)) }
		for (let guess = 0; guess < 300; guess++) {
			const stranger = site.browser({ block: `203.0.${guess % 256}.0` })
			if ((await codeOf(signIn(await stranger.ctx(), { email: taro, password: `guess number ${guess}` }))) === 'auth/invalid-credential')
				tried++
			site.clock.pass(0.1)
		}
		expect({ tried, hashed }).toEqual({ tried: 10, hashed: 10 })
		await owner.logIn(taro)
		// Even the right password is not tried for a stranger until the hour has passed.
		expect(await codeOf(signIn(await site.browser().ctx(), { email: taro, password: PASSWORD }))).toBe('auth/too-many-requests')
		site.clock.pass(60)
		expect(await codeOf(signIn(await site.browser().ctx(), { email: taro, password: PASSWORD }))).toBe('none')
	}))

test('one network that guesses at many accounts is stopped, and learns for how long', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		site.accounts.passwords = { ...site.accounts.passwords, verify: async () => false }
		const guesser = site.browser({ block: '203.0.113.99' })
		for (let i = 0; i < 100; i++)
			expect(await codeOf(signIn(await guesser.ctx(), { email: `${i}@example.com`, password: 'password' }))).toBe('auth/invalid-credential')
		await expect(signIn(await guesser.ctx(), { email: 'x@example.com', password: 'password' })).rejects.toMatchObject({
			kind: 'throttled',
			retryAfterSeconds: 3600,
		})
		expect(await codeOf(signIn(await site.browser({ block: '192.0.2.1' }).ctx(), { email: 'x@example.com', password: 'password' }))).toBe(
			'auth/invalid-credential',
		)
	}))

test('signing in often with the right password does not count as guessing', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		for (let i = 0; i < 12; i++) expect(await codeOf(site.browser().logIn(taro))).toBe('none')
	}))

test('an ID token is refused when it is missing, old, altered, of another issuer, or in another browser', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		const { idToken } = await signIn(await browser.ctx(), { email: taro, password: PASSWORD })
		const [head = '', body = '', signature = ''] = idToken.split('.')
		const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
		const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'another-person' })).toString('base64url')
		const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
		const { key, kid } = await signingKey(await browser.ctx())
		const signed = (changes: Record<string, unknown>) =>
			new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key)
		const check = async (token: string | null, from = browser) => codeOf(verifyIdToken(await from.ctx(), token, 'session'))
		expect(await check(null)).toBe('auth/missing-id-token')
		expect(await check('nonsense')).toBe('auth/invalid-id-token')
		expect(await check(`${head}.${forged}.${signature}`)).toBe('auth/invalid-id-token')
		expect(await check(`${none}.${body}.`)).toBe('auth/invalid-id-token')
		expect(await check(await signed({ iss: 'https://evil.example' }))).toBe('auth/invalid-id-token')
		expect(await check(await signed({ aud: 'another' }))).toBe('auth/invalid-id-token')
		expect(await check(await signed({ sub: 'nobody-here' }))).toBe('auth/id-token-revoked')
		expect(await check(idToken, site.browser())).toBe('auth/invalid-id-token')
		expect(await check(idToken)).toBe('none')
		site.clock.pass(5.1)
		expect(await check(idToken)).toBe('auth/id-token-expired')
		expect(uid).toHaveLength(28)
	}))

test('a token of the same second as a revocation is void', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		const browser = site.browser()
		await browser.logIn(taro)
		const { idToken } = await signIn(await browser.ctx(), { email: taro, password: PASSWORD })
		await revokeSessions(await browser.ctx(), { others: true, idToken: null })
		expect(await codeOf(openSession(await browser.ctx(), idToken))).toBe('auth/id-token-revoked')
	}))

test('a session gets a new value at each login and the old one is worth nothing', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		const browser = site.browser()
		const first = await browser.logIn(taro)
		const second = await browser.logIn(taro)
		expect(second.token).not.toBe(first.token)
		expect(await findSession({ ...ctx, accounts: site.accounts }, first.token)).toBeNull()
		expect(await findSession({ ...ctx, accounts: site.accounts }, 'x'.repeat(43))).toBeNull()
		expect(await findSession({ ...ctx, accounts: site.accounts }, "' or true --")).toBeNull()
	}))

test('a session ends after 5 days, and refreshed ones 14 days after the login', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		site.accounts.sessionIdleDays = 5
		await site.account(taro)
		const browser = site.browser()
		const { expiresAt } = await browser.logIn(taro)
		const loggedInAt = ctx.now().getTime()
		const dayMinutes = 24 * 60
		for (const day of [4, 8, 12]) {
			site.clock.pass(4 * dayMinutes)
			const { idToken, authTime } = await refreshIdToken(await browser.ctx())
			expect(authTime).toBe(loggedInAt / 1000)
			const session = await openSession(await browser.ctx(), idToken)
			expect(session.expiresAt.getTime()).toBe(loggedInAt + days(Math.min(day + 5, 14)))
			browser.keep(session)
		}
		site.clock.pass(2 * dayMinutes + 1)
		expect((await browser.ctx()).caller.session).toBeNull()
		expect(expiresAt.getTime()).toBe(loggedInAt + days(5))
	}))

test('a session unused for three days ends; one in use does not', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		const used = site.browser()
		const left = site.browser()
		await used.logIn(taro)
		await left.logIn(taro)
		for (let day = 0; day < 3; day++) {
			site.clock.pass(24 * 60)
			expect((await used.ctx()).caller.session).not.toBeNull()
		}
		site.clock.pass(20)
		expect(await listSessions(await used.ctx())).toHaveLength(1)
		expect((await left.ctx()).caller.session).toBeNull()
		expect((await used.ctx()).caller.session).not.toBeNull()
	}))

test('only their owner lists and revokes sessions', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const other = await site.account('hanako@example.com')
		const here = site.browser()
		const phone = site.browser({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1' })
		const stranger = site.browser()
		await here.enter(uid)
		await phone.enter(uid)
		await stranger.enter(other.uid)
		const list = await listSessions(await here.ctx())
		expect(list.map(({ device, current }) => `${device} ${current ? 'here' : 'elsewhere'}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
			'Chrome・Windows here',
			'Safari・iPhone elsewhere',
		])
		const ofPhone = list.find(({ current }) => !current)!
		expect(await codeOf(revokeSessions(await stranger.ctx(), { id: ofPhone.id, idToken: null }))).toBe('not-found')
		expect(await revokeSessions(await here.ctx(), { id: ofPhone.id, idToken: null })).toBe(1)
		expect((await phone.ctx()).caller.session).toBeNull()
		expect((await stranger.ctx()).caller.session).not.toBeNull()
		expect(await codeOf(listSessions(await phone.ctx()))).toBe('auth/session-required')
	}))

test('a changed password ends every other session and gives this one a new value', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const here = site.browser()
		const elsewhere = site.browser()
		const before = await here.enter(uid)
		await elsewhere.enter(uid)
		const change = async (currentPassword: string | undefined, password: string) =>
			changePassword(await here.ctx(), { currentPassword, password, idToken: null })
		expect(await codeOf(change('not this one', 'a new and long one'))).toBe('auth/wrong-password')
		await expect(change(PASSWORD, 'taro@example.com')).rejects.toMatchObject({
			code: 'auth/weak-password',
			fields: { password: expect.stringContaining('メールアドレス、サイトの名前を中心にしたパスワードは推測されます。') },
		})
		here.keep(await change(PASSWORD, 'minato no akari 31'))
		expect((await elsewhere.ctx()).caller.session).toBeNull()
		expect((await here.ctx()).caller.session).not.toBeNull()
		expect(await findSession({ ...ctx, accounts: site.accounts }, before.token)).toBeNull()
		expect(await codeOf(signIn(await here.ctx(), { email: taro, password: PASSWORD }))).toBe('auth/invalid-credential')
		expect(site.mails.at(-1)).toMatchObject({ to: taro, subject: '【しるべ】パスワードが変更されました' })
	}))

test('signing keys rotate after 30 days, tokens of the old key stay good, and the private part is encrypted', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		await browser.enter(uid)
		const first = await signingKey(await browser.ctx())
		site.clock.pass(30 * 24 * 60 - 1)
		expect((await signingKey(await browser.ctx())).kid).toBe(first.kid)
		await browser.enter(uid)
		const { idToken } = await refreshIdToken(await browser.ctx())
		site.clock.pass(2)
		expect((await signingKey(await browser.ctx())).kid).not.toBe(first.kid)
		expect(await codeOf(verifyIdToken(await browser.ctx(), idToken, 'session'))).toBe('none')
		for (const row of await ctx.db.selectFrom('signing_keys').selectAll().execute()) {
			expect(row.public_jwk).not.toHaveProperty('d')
			expect(row.sealed_private).not.toContain('"d"')
		}
	}))
