import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import type { AccountsCtx } from '../accounts-context.ts'
import { codeInBrowser, codeOf, PASSWORD, type TestSite, testSite } from '../accounts-for-test.ts'
import { assertChangesAllowed } from '../change-freeze.ts'
import { applyActionCode, changeEmail } from '../email-change.ts'
import { getMyIdentity } from '../my-identity.ts'
import { startPasskey } from './passkeys.ts'
import { changePassword } from './password-change.ts'
import { confirmPasswordReset, requestPasswordReset } from './password-reset.ts'
import { unlinkProvider } from './provider-accounts.ts'
import { finishSignIn, startSecondFactor } from './second-factor.ts'
import { signIn } from './sign-in.ts'
import { days } from '../../shared/japan-time.ts'

const owner = 'owner@example.com'
const thiefs = 'thief@example.com'
const NEW_PASSWORD = 'minato no akari 31'

const addLink = (site: TestSite, ctx: TestCtx, uid: string, provider: 'google' | 'facebook') =>
	ctx.db
		.insertInto('identity_links')
		.values({ uid, provider, subject: `${provider} of ${uid}`, email: null, created_at: site.clock.now() })
		.execute()

const addPasskey = (site: TestSite, ctx: TestCtx, uid: string, name: string) =>
	ctx.db
		.insertInto('passkeys')
		.values({
			uid,
			name,
			credential_id: name,
			public_key: Buffer.alloc(77),
			counter: '0',
			transports: [],
			created_at: site.clock.now(),
			last_used_at: null,
		})
		.execute()

const addFactor = (site: TestSite, ctx: TestCtx, uid: string) =>
	ctx.db
		.insertInto('second_factors')
		.values({ uid, sealed_secret: 'sealed', created_at: site.clock.now(), confirmed_at: site.clock.now() })
		.execute()

/** An account whose owner has opened a mail, set up a link and a passkey, and logged in since, in one browser. */
async function ownersAccount(ctx: TestCtx) {
	const site = testSite(ctx)
	const { uid } = await site.account(owner)
	const browser = site.browser()
	await requestPasswordReset(await browser.ctx(), owner)
	await confirmPasswordReset(await browser.ctx(), { code: site.lastCode(owner), password: PASSWORD })
	site.clock.pass(60)
	await addLink(site, ctx, uid, 'google')
	await addPasskey(site, ctx, uid, 'mine')
	site.clock.pass(60)
	await browser.logIn(owner)
	return { site, uid, browser }
}

const waysIn = async (ctx: TestCtx, uid: string) => ({
	links: (await ctx.db.selectFrom('identity_links').select('provider').where('uid', '=', uid).orderBy('provider').execute()).map(
		(one) => one.provider,
	),
	passkeys: (await ctx.db.selectFrom('passkeys').select('name').where('uid', '=', uid).orderBy('id').execute()).map((one) => one.name),
	factors: (await ctx.db.selectFrom('second_factors').select('uid').where('uid', '=', uid).execute()).length,
})

test('recovery voids the password and removes all that is newer than the owner’s last proved login, however often the thief logged in', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		const thief = site.browser()
		site.clock.pass(24 * 60)
		await thief.logIn(owner)
		await addLink(site, ctx, uid, 'facebook')
		await addPasskey(site, ctx, uid, 'thief’s')
		site.clock.pass(60)
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: thiefs, idToken: null })
		await addFactor(site, ctx, uid)
		const code = site.lastCode(owner)
		await applyActionCode(await thief.ctx(), site.lastCode(thiefs))

		await applyActionCode(await site.browser().ctx(), code)
		expect((await thief.ctx()).caller.session).toBeNull()
		expect(await codeInBrowser(ctx, site.browser(), (inner) => signIn(inner, { email: owner, password: PASSWORD }))).toBe(
			'auth/invalid-credential',
		)
		expect(await waysIn(ctx, uid)).toEqual({ links: ['google'], passkeys: ['mine'], factors: 0 })
		const mail = site.mails.at(-1)
		expect(mail?.to).toBe(owner)
		for (const words of ['これまでのパスワードを無効', '連携、パスキー、二段階認証は削除', '24時間']) expect(mail?.text).toContain(words)

		await confirmPasswordReset(await site.browser().ctx(), { code: site.lastCode(owner), password: NEW_PASSWORD })
		expect(await waysIn(ctx, uid)).toEqual({ links: ['google'], passkeys: ['mine'], factors: 0 })
		expect((await signIn(await site.browser().ctx(), { email: owner, password: NEW_PASSWORD })).uid).toBe(uid)
	}))

test('a claim that is not proved yet is ended by the same link', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		const thief = site.browser()
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: thiefs, idToken: null })
		const claimCode = site.lastCode(thiefs)
		await applyActionCode(await site.browser().ctx(), site.lastCode(owner))
		expect(await codeInBrowser(ctx, thief, (inner) => applyActionCode(inner, claimCode))).toBe('auth/expired-action-code')
		expect((await thief.ctx()).caller.session).toBeNull()
		const identity = await ctx.db.selectFrom('identities').select(['email', 'password_hash']).where('uid', '=', uid).executeTakeFirst()
		expect(identity).toEqual({ email: owner, password_hash: null })
	}))

test('a thief who waits until the first link has expired triggers a second one when the address changes', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		const thief = site.browser()
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: thiefs, idToken: null })
		const first = site.lastCode(owner)
		site.clock.pass(1)
		await addPasskey(site, ctx, uid, 'thief’s')
		site.clock.pass(60)
		await thief.enter(uid)
		await applyActionCode(await thief.ctx(), site.lastCode(thiefs))
		expect(await codeInBrowser(ctx, site.browser(), (inner) => applyActionCode(inner, first))).toBe('auth/expired-action-code')
		await applyActionCode(await site.browser().ctx(), site.lastCode(owner))
		expect((await waysIn(ctx, uid)).passkeys).toEqual(['mine'])
	}))

test('a thief who moves an account twice and restores the first address cannot void the owner’s link by a reset', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		const thief = site.browser()
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: thiefs, idToken: null })
		await applyActionCode(await thief.ctx(), site.lastCode(thiefs))
		const ownersCode = site.lastCode(owner)
		site.clock.pass(1)
		await changeEmail(await thief.ctx(), { email: 'second@example.com', idToken: null })
		await applyActionCode(await thief.ctx(), site.lastCode('second@example.com'))
		await applyActionCode(await thief.ctx(), site.lastCode(thiefs))
		const resetting = { code: site.lastCode(thiefs), password: NEW_PASSWORD }
		expect(await codeInBrowser(ctx, thief, (inner) => confirmPasswordReset(inner, resetting))).toBe('auth/recent-address-change')

		await applyActionCode(await site.browser().ctx(), ownersCode)
		await confirmPasswordReset(await site.browser().ctx(), { code: site.lastCode(owner), password: NEW_PASSWORD })
		expect((await signIn(await site.browser().ctx(), { email: owner, password: NEW_PASSWORD })).uid).toBe(uid)
	}))

test('freezes address, password, links, passkeys and factors for 24 hours after a recovery', () =>
	withCtx(async (ctx) => {
		const { site, uid, browser } = await ownersAccount(ctx)
		await changeEmail(await browser.ctx(), { email: 'new@example.com', idToken: null })
		await applyActionCode(await site.browser().ctx(), site.lastCode(owner))
		const changes: readonly ((ctx: AccountsCtx) => Promise<unknown>)[] = [
			(inner) => changeEmail(inner, { email: 'new@example.com', idToken: null }),
			(inner) => startPasskey(inner, null),
			(inner) => startSecondFactor(inner, null),
			(inner) => unlinkProvider(inner, { provider: 'google', idToken: null }),
			(inner) => changePassword(inner, { currentPassword: undefined, password: NEW_PASSWORD, idToken: null }),
		]
		await browser.enter(uid)
		for (const change of changes) expect(await codeInBrowser(ctx, browser, change)).toBe('auth/changes-frozen')
		expect((await getMyIdentity(await browser.ctx())).changesFrozenUntil).toBe(site.clock.now().getTime() + days(1))
		site.clock.pass(24 * 60)
		await browser.enter(uid)
		for (const change of changes) expect(await codeInBrowser(ctx, browser, change)).toBe('none')
	}))

test('a new password by the owner’s mail link ends the freeze', () =>
	withCtx(async (ctx) => {
		const { site, browser } = await ownersAccount(ctx)
		await changeEmail(await browser.ctx(), { email: 'new@example.com', idToken: null })
		await applyActionCode(await browser.ctx(), site.lastCode(owner))
		await confirmPasswordReset(await browser.ctx(), { code: site.lastCode(owner), password: NEW_PASSWORD })
		await browser.logIn(owner, NEW_PASSWORD)
		expect((await getMyIdentity(await browser.ctx())).changesFrozenUntil).toBeNull()
		expect(await codeInBrowser(ctx, browser, (inner) => changeEmail(inner, { email: 'new@example.com', idToken: null }))).toBe('none')
	}))

test('a request that was under way when the session ended changes nothing', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		const thief = site.browser()
		await thief.enter(uid)
		const underWay = await thief.ctx()
		await requestPasswordReset(await site.browser().ctx(), owner)
		await confirmPasswordReset(await site.browser().ctx(), { code: site.lastCode(owner), password: NEW_PASSWORD })
		expect(underWay.caller.session).not.toBeNull()
		expect(await codeOf(assertChangesAllowed(underWay))).toBe('auth/session-required')
	}))

test('a sign-in that waits for its second factor is ended by a reset', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		await addFactor(site, ctx, uid)
		const thief = site.browser()
		expect(await codeInBrowser(ctx, thief, (inner) => signIn(inner, { email: owner, password: PASSWORD }))).toBe(
			'auth/multi-factor-auth-required',
		)
		await codeOf(signIn(await thief.ctx(), { email: owner, password: PASSWORD }))
		await requestPasswordReset(await site.browser().ctx(), owner)
		await confirmPasswordReset(await site.browser().ctx(), { code: site.lastCode(owner), password: NEW_PASSWORD })
		expect(await codeInBrowser(ctx, thief, (inner) => finishSignIn(inner, '123456'))).toBe('auth/invalid-ticket')
	}))

test('proving the address of a sign-up removes the credentials of the person who signed up with it', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(owner, { verified: false })
		await addLink(site, ctx, uid, 'google')
		await addPasskey(site, ctx, uid, 'squatter’s')
		await addFactor(site, ctx, uid)
		await requestPasswordReset(await site.browser().ctx(), owner)
		await confirmPasswordReset(await site.browser().ctx(), { code: site.lastCode(owner), password: NEW_PASSWORD })
		expect(await waysIn(ctx, uid)).toEqual({ links: [], passkeys: [], factors: 0 })
		expect((await signIn(await site.browser().ctx(), { email: owner, password: NEW_PASSWORD })).uid).toBe(uid)
	}))

test('the new address cannot reset the password while the owner’s recovery link is valid', () =>
	withCtx(async (ctx) => {
		const { site, uid } = await ownersAccount(ctx)
		const thief = site.browser()
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: thiefs, idToken: null })
		await applyActionCode(await thief.ctx(), site.lastCode(thiefs))
		expect(await codeInBrowser(ctx, thief, (inner) => requestPasswordReset(inner, thiefs))).toBe('auth/recent-address-change')
		site.clock.pass(61)
		expect(await codeInBrowser(ctx, thief, (inner) => requestPasswordReset(inner, thiefs))).toBe('none')
	}))
