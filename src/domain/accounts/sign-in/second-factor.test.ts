import { expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import { totpCode, totpStep } from '../../../platform/token-totp.ts'
import { hashToken } from '../../../platform/token.ts'
import { codeOf, PASSWORD, testSite } from '../accounts-for-test.ts'
import { getMyIdentity } from '../my-identity.ts'
import { confirmSecondFactor, finishSignIn, removeSecondFactor, startSecondFactor } from './second-factor.ts'
import { countRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { openSession } from '../sessions.ts'
import { refreshIdToken, signIn } from './sign-in.ts'

const taro = 'taro@example.com'

// RFC 6238 appendix B, cut to six digits.
test.each([
	[59, '287082'],
	[1_111_111_109, '081804'],
	[1_234_567_890, '005924'],
	[20_000_000_000, '353130'],
])('the code of second %i is %s', (seconds, code) => {
	expect(totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', totpStep(new Date(seconds * 1000)))).toBe(code)
})

test('from setting up to signing in with both factors', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		await browser.logIn(taro)
		const { secret, uri } = await startSecondFactor(await browser.ctx(), null)
		const codeNow = () => totpCode(secret, totpStep(site.clock.now()))
		expect(uri).toMatch(/^otpauth:\/\/totp\/%E3%81%97%E3%82%8B%E3%81%B9:taro%40example\.com\?secret=[A-Z2-7]{32}&/)
		// Has no effect before it is confirmed.
		await site.browser().logIn(taro)
		expect(await codeOf(confirmSecondFactor(await browser.ctx(), { code: '000000', idToken: null }))).toBe('auth/invalid-verification-code')
		const elsewhere = site.browser()
		const before = await elsewhere.logIn(taro).then(async () => signIn(await elsewhere.ctx(), { email: taro, password: PASSWORD }))
		const recoveryCodes = await confirmSecondFactor(await browser.ctx(), { code: codeNow(), idToken: null })
		expect(recoveryCodes).toHaveLength(10)
		// What the password alone had opened is revoked: the other session, and the ID token in another browser.
		expect((await elsewhere.ctx()).caller.session).toBeNull()
		expect(await codeOf(openSession(await elsewhere.ctx(), before.idToken))).toBe('auth/id-token-revoked')
		expect((await browser.ctx()).caller.session).toMatchObject({ secondFactor: true })
		expect(site.mails.at(-1)).toMatchObject({ to: taro, subject: '【しるべ】二段階認証を設定しました' })
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({ secondFactor: true })
		expect(await codeOf(startSecondFactor(await browser.ctx(), null))).toBe('auth/second-factor-already-in-use')

		const phone = site.browser()
		const enterPassword = async () => codeOf(signIn(await phone.ctx(), { email: taro, password: PASSWORD }))
		expect(await enterPassword()).toBe('auth/multi-factor-auth-required')
		expect(await codeOf(signIn(await phone.ctx(), { email: taro, password: 'a guess' }))).toBe('auth/invalid-credential')
		// The code that set it up is used up; another browser has nothing to finish.
		expect(await codeOf(finishSignIn(await phone.ctx(), codeNow()))).toBe('auth/invalid-verification-code')
		site.clock.pass(1)
		expect(await codeOf(finishSignIn(await site.browser().ctx(), codeNow()))).toBe('auth/invalid-ticket')
		const { idToken, uid: signedIn } = await finishSignIn(await phone.ctx(), ` ${codeNow().slice(0, 3)} ${codeNow().slice(3)}`)
		expect(signedIn).toBe(uid)
		phone.keep(await openSession(await phone.ctx(), idToken))
		expect((await phone.ctx()).caller.session).toMatchObject({ secondFactor: true })
		phone.keep(await openSession(await phone.ctx(), (await refreshIdToken(await phone.ctx())).idToken))
		expect((await phone.ctx()).caller.session).toMatchObject({ secondFactor: true })
		expect(await codeOf(finishSignIn(await phone.ctx(), codeNow()))).toBe('auth/invalid-ticket')

		const [recovery = ''] = recoveryCodes
		for (const result of ['none', 'auth/invalid-verification-code']) {
			await enterPassword()
			expect(await codeOf(finishSignIn(await phone.ctx(), recovery.toUpperCase()))).toBe(result)
		}
		site.clock.pass(6)
		expect(await codeOf(finishSignIn(await phone.ctx(), codeNow()))).toBe('auth/invalid-ticket')
		expect(await codeOf(removeSecondFactor(await phone.ctx(), null))).toBe('auth/requires-recent-login')
		await enterPassword()
		await removeSecondFactor(await phone.ctx(), (await finishSignIn(await phone.ctx(), codeNow())).idToken)
		expect(await enterPassword()).toBe('none')
	}))

test('accepts at most ten wrong codes an hour', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const owner = site.browser()
		await owner.enter(uid)
		const { secret } = await startSecondFactor(await owner.ctx(), null)
		await confirmSecondFactor(await owner.ctx(), { code: totpCode(secret, totpStep(site.clock.now())), idToken: null })
		const thief = site.browser()
		await codeOf(signIn(await thief.ctx(), { email: taro, password: PASSWORD }))
		for (let i = 0; i < 10; i++) expect(await codeOf(finishSignIn(await thief.ctx(), 'no code'))).toBe('auth/invalid-verification-code')
		expect(await codeOf(finishSignIn(await thief.ctx(), 'no code'))).toBe('auth/too-many-requests')
	}))

test('recovery codes have 112 bits or more, and may be typed in any case and with any separators', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const owner = site.browser()
		await owner.enter(uid)
		const { secret } = await startSecondFactor(await owner.ctx(), null)
		const codes = await confirmSecondFactor(await owner.ctx(), { code: totpCode(secret, totpStep(site.clock.now())), idToken: null })
		for (const code of codes) expect(code).toMatch(/^(?:[2-9a-hjkmnp-z]{4}-){5}[2-9a-hjkmnp-z]{4}$/)
		expect(24 * Math.log2(30)).toBeGreaterThan(112)
		const login = async (typed: string) => {
			const browser = site.browser()
			await codeOf(signIn(await browser.ctx(), { email: taro, password: PASSWORD }))
			return codeOf(finishSignIn(await browser.ctx(), typed))
		}
		expect(await login((codes[0] ?? '').toUpperCase().replaceAll('-', ' '))).toBe('none')
		expect(await login((codes[1] ?? '').replaceAll('-', ''))).toBe('none')
		expect(await login((codes[2] ?? '').replaceAll('-', '－'))).toBe('none')
		expect(await countRecoveryCodes(await owner.ctx())).toEqual({ left: 7, areShort: false })
	}))

test('former short codes work until new ones are created, and not after that', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const owner = site.browser()
		await owner.enter(uid)
		expect(await codeOf(renewRecoveryCodes(await owner.ctx(), null))).toBe('auth/no-second-factor')
		const { secret } = await startSecondFactor(await owner.ctx(), null)
		const [kept = ''] = await confirmSecondFactor(await owner.ctx(), { code: totpCode(secret, totpStep(site.clock.now())), idToken: null })
		for (const short of ['abcde23456', 'fghjk23456'])
			await ctx.db
				.insertInto('recovery_codes')
				.values({ uid, code_hash: hashToken(`${uid} ${short}`), created_at: null })
				.execute()
		expect(await countRecoveryCodes(await owner.ctx())).toEqual({ left: 12, areShort: true })
		const login = async (typed: string) => {
			const browser = site.browser()
			await codeOf(signIn(await browser.ctx(), { email: taro, password: PASSWORD }))
			return codeOf(finishSignIn(await browser.ctx(), typed))
		}
		expect(await login('ABCDE-23456')).toBe('none')
		const [renewed = ''] = await renewRecoveryCodes(await owner.ctx(), null)
		expect(site.mails.at(-1)).toMatchObject({ to: taro, subject: '【しるべ】回復用コードを作り直しました' })
		expect(await login('fghjk-23456')).toBe('auth/invalid-verification-code')
		expect(await login(kept)).toBe('auth/invalid-verification-code')
		expect(await login(renewed)).toBe('none')
	}))
