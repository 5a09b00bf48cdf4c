import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { requestVerification, sendServiceMail } from './account-mails.ts'
import { codeInBrowser, PASSWORD, testSite } from './accounts-for-test.ts'
import { applyActionCode, changeEmail, withdrawEmailChange } from './email-change.ts'
import { register } from './sign-in/form-flows.ts'
import { getMyIdentity } from './my-identity.ts'
import { confirmPasswordReset, requestPasswordReset } from './sign-in/password-reset.ts'
import { signIn } from './sign-in/sign-in.ts'

const attacker = 'attacker@example.com'
const victim = 'victim@example.com'
const NEW_PASSWORD = 'minato no akari 31'

test('a claim on an address gives no access to its owner’s reset or data, and no recovery link changes that', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const account = await site.account(attacker)
		const thief = site.browser()
		await thief.enter(account.uid)
		await changeEmail(await thief.ctx(), { email: victim, idToken: null })
		const recoverCode = site.lastCode(attacker)

		const owner = site.browser()
		expect(await codeInBrowser(ctx, owner, (inner) => requestPasswordReset(inner, victim))).toBe('auth/user-not-found')
		await register(await owner.ctx(), { email: victim, password: NEW_PASSWORD })
		await applyActionCode(await owner.ctx(), site.lastCode(victim))
		const mine = await owner.logIn(victim, NEW_PASSWORD)
		expect(mine.uid).not.toBe(account.uid)

		await applyActionCode(await thief.ctx(), recoverCode)
		const users = await ctx.db.selectFrom('users').select(['uid', 'email']).orderBy('id').execute()
		expect(users).toEqual([
			{ uid: account.uid, email: attacker },
			{ uid: mine.uid, email: victim },
		])
		expect((await owner.ctx()).caller.session?.uid).toBe(mine.uid)
	}))

test('until a new address is proved, sign-in and reset use the last proved one', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(attacker)
		const browser = site.browser()
		await browser.enter(uid)
		await changeEmail(await browser.ctx(), { email: 'new@example.com', idToken: null })
		expect(await codeInBrowser(ctx, site.browser(), (inner) => signIn(inner, { email: 'new@example.com', password: PASSWORD }))).toBe(
			'auth/invalid-credential',
		)
		expect((await signIn(await site.browser().ctx(), { email: attacker, password: PASSWORD })).uid).toBe(uid)
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({
			email: attacker,
			emailVerified: true,
			pendingEmail: 'new@example.com',
		})
		await applyActionCode(await site.browser().ctx(), site.lastCode('new@example.com'))
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({ email: 'new@example.com', emailVerified: true, pendingEmail: null })
		expect((await signIn(await site.browser().ctx(), { email: 'new@example.com', password: PASSWORD })).uid).toBe(uid)
		expect(await codeInBrowser(ctx, site.browser(), (inner) => signIn(inner, { email: attacker, password: PASSWORD }))).toBe(
			'auth/invalid-credential',
		)
	}))

test('a reset voids every open link of the account and withdraws its claim', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(victim)
		const thief = site.browser()
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: attacker, idToken: null })
		const [recoverCode, claimCode] = [site.lastCode(victim), site.lastCode(attacker)]
		const owner = site.browser()
		await requestPasswordReset(await owner.ctx(), victim)
		await confirmPasswordReset(await owner.ctx(), { code: site.lastCode(victim), password: NEW_PASSWORD })
		for (const code of [recoverCode, claimCode])
			expect(await codeInBrowser(ctx, thief, (inner) => applyActionCode(inner, code))).toBe('auth/expired-action-code')
		await owner.logIn(victim, NEW_PASSWORD)
		expect(await getMyIdentity(await owner.ctx())).toMatchObject({ email: victim, pendingEmail: null })
		const user = await ctx.db.selectFrom('users').select('email').where('uid', '=', uid).executeTakeFirstOrThrow()
		expect(user.email).toBe(victim)
	}))

test('two accounts may claim one address; the first to prove it gets it and the other falls back', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const shared = 'shared@example.com'
		const accounts = [await site.account('a@example.com'), await site.account('b@example.com')]
		const codes: string[] = []
		for (const { uid } of accounts) {
			const browser = site.browser()
			await browser.enter(uid)
			await changeEmail(await browser.ctx(), { email: shared, idToken: null })
			codes.push(site.lastCode(shared))
		}
		await applyActionCode(await site.browser().ctx(), codes[1] ?? '')
		expect(await codeInBrowser(ctx, site.browser(), (inner) => applyActionCode(inner, codes[0] ?? ''))).toBe('auth/expired-action-code')
		const users = await ctx.db.selectFrom('users').select('email').orderBy('id').execute()
		expect(users.map(({ email }) => email)).toEqual(['a@example.com', shared])
	}))

test('a sign-up with another person’s address does not block its owner: the first proof gets the address', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const squatter = await site.account(victim, { verified: false })
		const squat = site.browser()
		await squat.enter(squatter.uid)
		const owner = await site.account('old@example.com')
		const browser = site.browser()
		await browser.enter(owner.uid)
		await changeEmail(await browser.ctx(), { email: victim, idToken: null })
		await applyActionCode(await browser.ctx(), site.lastCode(victim))
		expect((await signIn(await site.browser().ctx(), { email: victim, password: PASSWORD })).uid).toBe(owner.uid)
		expect(await getMyIdentity(await squat.ctx())).toMatchObject({ email: victim, emailVerified: false })
		expect(await codeInBrowser(ctx, squat, (inner) => requestVerification(inner, null))).toBe('auth/email-already-in-use')
		await changeEmail(await squat.ctx(), { email: 'other@example.com', idToken: null })
		await applyActionCode(await squat.ctx(), site.lastCode('other@example.com'))
		expect(await getMyIdentity(await squat.ctx())).toMatchObject({ email: 'other@example.com', emailVerified: true })
	}))

test('with hidden accounts a change to a taken address looks like any other, and its owner gets a mail', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { hideAccountExistence: true })
		await site.account(victim)
		const seen: unknown[] = []
		for (const [email, from] of [
			[victim, 'a@example.com'],
			['free@example.com', 'b@example.com'],
		] as const) {
			const browser = site.browser()
			await browser.enter((await site.account(from)).uid)
			site.mails.length = 0
			await changeEmail(await browser.ctx(), { email, idToken: null })
			await requestVerification(await browser.ctx(), null)
			const me = await getMyIdentity(await browser.ctx())
			seen.push({
				toOld: site.mails[0]?.subject,
				isPending: me.pendingEmail === email,
				verified: me.emailVerified,
				inForce: me.email === from,
			})
			expect(site.mails.slice(1).map(({ to, subject }) => `${to} ${subject}`)).toEqual(
				email === victim
					? [`${victim} 【しるべ】すでにご登録いただいています`, `${victim} 【しるべ】すでにご登録いただいています`]
					: [`${email} 【しるべ】新しいメールアドレスの確認をお願いします`, `${email} 【しるべ】新しいメールアドレスの確認をお願いします`],
			)
		}
		expect(seen[0]).toEqual(seen[1])
	}))

test('a claim can be withdrawn, and its link then proves nothing', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId } = await site.account(attacker)
		const browser = site.browser()
		await browser.enter(uid)
		await changeEmail(await browser.ctx(), { email: 'new@example.com', idToken: null })
		const code = site.lastCode('new@example.com')
		await withdrawEmailChange(await browser.ctx())
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({ email: attacker, pendingEmail: null })
		const user = await ctx.db.selectFrom('users').select('email').where('id', '=', docId).executeTakeFirstOrThrow()
		expect(user.email).toBe(attacker)
		expect(await codeInBrowser(ctx, browser, (inner) => applyActionCode(inner, code))).toBe('auth/expired-action-code')
	}))

test('service mail goes to the proved address only', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const proved = await site.account(attacker)
		const unproved = await site.account('fresh@example.com', { verified: false })
		const browser = site.browser()
		await browser.enter(proved.uid)
		await changeEmail(await browser.ctx(), { email: victim, idToken: null })
		site.mails.length = 0
		for (const { docId } of [proved, unproved])
			await sendServiceMail(await browser.ctx(), docId, { subject: 'お知らせ', text: '', html: '' })
		expect(site.mails.map(({ to }) => to)).toEqual([attacker])
	}))
