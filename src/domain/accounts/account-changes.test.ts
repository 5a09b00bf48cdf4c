import { expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { codeOf, PASSWORD, testSite } from './accounts-for-test.ts'
import { deleteAccount } from './account-removal.ts'
import { requestVerification } from './account-mails.ts'
import { checkActionCode } from './action-codes.ts'
import { applyActionCode, changeEmail } from './email-change.ts'
import { register } from './sign-in/form-flows.ts'
import { exportAccount, getMyIdentity } from './my-identity.ts'
import { changePassword } from './sign-in/password-change.ts'
import { confirmPasswordReset, requestPasswordReset, verifyResetCode } from './sign-in/password-reset.ts'
import { openSession } from './sessions.ts'
import { refreshIdToken, signIn } from './sign-in/sign-in.ts'

const taro = 'taro@example.com'
const NEW_PASSWORD = 'minato no akari 31'

test('a verification link works once, for three days', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const browser = site.browser()
		await register(await browser.ctx(), { email: taro, password: PASSWORD })
		const code = site.lastCode(taro)
		expect(site.mails[0]?.text).toContain(`https://shirube.example/action?mode=verifyEmail&oobCode=${code}`)
		site.clock.pass(72 * 60 - 1)
		expect(await checkActionCode(await browser.ctx(), code)).toMatchObject({ kind: 'verifyEmail', email: taro })
		expect(await applyActionCode(await browser.ctx(), code)).toMatchObject({ kind: 'verifyEmail', email: taro })
		expect(await codeOf(applyActionCode(await browser.ctx(), code))).toBe('auth/used-action-code')
		await browser.logIn(taro)
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({
			email: taro,
			emailVerified: true,
			hasPassword: true,
			recentLogin: true,
		})
	}))

test('a link is refused when it is late, replaced, unknown or of another kind', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro, { verified: false })
		const browser = site.browser()
		await browser.enter(uid)
		await requestVerification(await browser.ctx(), null)
		const first = site.lastCode(taro)
		await requestVerification(await browser.ctx(), null)
		const second = site.lastCode(taro)
		const visitor = await site.browser().ctx()
		expect(await codeOf(applyActionCode(visitor, first))).toBe('auth/expired-action-code')
		expect(await codeOf(applyActionCode(visitor, 'no such code'))).toBe('auth/invalid-action-code')
		expect(await codeOf(verifyResetCode(visitor, second))).toBe('auth/invalid-action-code')
		site.clock.pass(72 * 60 + 1)
		expect(await codeOf(applyActionCode(await site.browser().ctx(), second))).toBe('auth/expired-action-code')
		await requestPasswordReset(visitor, taro)
		expect(await codeOf(applyActionCode(visitor, site.lastCode(taro)))).toBe('auth/invalid-action-code')
	}))

test('a reset sets the password once, ends all sessions and voids ID tokens', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro, { verified: false })
		const thief = site.browser()
		await thief.enter(uid)
		const { idToken } = await refreshIdToken(await thief.ctx())
		const owner = site.browser()
		await requestPasswordReset(await owner.ctx(), taro)
		const code = site.lastCode(taro)
		expect(await verifyResetCode(await owner.ctx(), code)).toBe(taro)
		expect(await codeOf(confirmPasswordReset(await owner.ctx(), { code, password: 'short' }))).toBe('auth/weak-password')
		await confirmPasswordReset(await owner.ctx(), { code, password: NEW_PASSWORD })
		expect((await thief.ctx()).caller.session).toBeNull()
		expect(await codeOf(openSession(await thief.ctx(), idToken))).toBe('auth/id-token-revoked')
		expect(await codeOf(confirmPasswordReset(await owner.ctx(), { code, password: 'again and again 9' }))).toBe('auth/used-action-code')
		await owner.logIn(taro, NEW_PASSWORD)
		expect((await getMyIdentity(await owner.ctx())).emailVerified).toBe(true)
		expect(await codeOf(signIn(await thief.ctx(), { email: taro, password: PASSWORD }))).toBe('auth/invalid-credential')
	}))

test('an owner who is locked out by guesses signs in with a new password', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		site.accounts.passwords = { ...site.accounts.passwords }
		for (let i = 0; i < 10; i++) await codeOf(signIn(await site.browser().ctx(), { email: taro, password: `guess number ${i}` }))
		const newPhone = site.browser()
		expect(await codeOf(newPhone.logIn(taro))).toBe('auth/too-many-requests')
		await requestPasswordReset(await newPhone.ctx(), taro)
		await confirmPasswordReset(await newPhone.ctx(), { code: site.lastCode(taro), password: NEW_PASSWORD })
		await newPhone.logIn(taro, NEW_PASSWORD)
	}))

test('a reset drops provider links that are older than any proof of the address', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const unproven = await site.account(taro, { verified: false })
		const proven = await site.account('hanako@example.com')
		site.clock.pass(10)
		for (const { uid } of [unproven, proven])
			await ctx.db
				.insertInto('identity_links')
				.values({ uid, provider: 'google', subject: `subject of ${uid}`, email: null, created_at: site.clock.now() })
				.execute()
		for (const { email } of [unproven, proven]) {
			await requestPasswordReset(await site.browser().ctx(), email)
			await confirmPasswordReset(await site.browser().ctx(), { code: site.lastCode(email), password: NEW_PASSWORD })
		}
		expect((await ctx.db.selectFrom('identity_links').select('uid').execute()).map(({ uid }) => uid)).toEqual([proven.uid])
	}))

test('a reset for an unknown address is the catalogue’s Unknown error, or looks like any other', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await expect(requestPasswordReset(await site.browser().ctx(), 'nobody@example.com')).rejects.toMatchObject({
			code: 'auth/user-not-found',
			detail: 'Unknown error',
		})
		site.accounts.hideAccountExistence = true
		expect(await codeOf(requestPasswordReset(await site.browser().ctx(), 'nobody@example.com'))).toBe('none')
		expect(site.mails).toEqual([])
	}))

test('one address gets five reset mails an hour at most', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		for (let i = 0; i < 5; i++) await requestPasswordReset(await site.browser({ block: `192.0.2.${i}` }).ctx(), taro)
		expect(await codeOf(requestPasswordReset(await site.browser({ block: '192.0.2.9' }).ctx(), taro))).toBe('auth/too-many-requests')
		expect(site.mails).toHaveLength(5)
	}))

test('changing the address writes identity and user, mails both addresses, and moves once the new one is proved', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId } = await site.account(taro)
		const browser = site.browser()
		await browser.enter(uid)
		await requestPasswordReset(await site.browser().ctx(), taro)
		const resetCode = site.lastCode(taro)
		site.mails.length = 0
		await changeEmail(await browser.ctx(), { email: 'new@example.com', idToken: null })
		expect(site.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
			`${taro} 【しるべ】メールアドレスの変更のお申し込みがありました`,
			'new@example.com 【しるべ】新しいメールアドレスの確認をお願いします',
		])
		const user = await ctx.db.selectFrom('users').select(['email', 'updated_at']).where('id', '=', docId).executeTakeFirst()
		expect(user).toEqual({ email: 'new@example.com', updated_at: ctx.now() })
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({ email: taro, emailVerified: true, pendingEmail: 'new@example.com' })
		const recoverable = { kind: 'recoverEmail', email: taro, previousEmail: 'new@example.com' }
		expect(await checkActionCode(await browser.ctx(), site.lastCode(taro))).toMatchObject(recoverable)
		expect(await verifyResetCode(await browser.ctx(), resetCode)).toBe(taro)
		await applyActionCode(await browser.ctx(), site.lastCode('new@example.com'))
		expect(await getMyIdentity(await browser.ctx())).toMatchObject({ email: 'new@example.com', emailVerified: true, pendingEmail: null })
		expect(site.mails.at(-1)).toMatchObject({ to: taro, subject: '【しるべ】新しいメールアドレスが確認されました' })
		expect(await checkActionCode(await browser.ctx(), site.lastCode(taro))).toMatchObject(recoverable)
		// The takeover of identity.md: a link mailed for the former address no longer works.
		expect(await codeOf(confirmPasswordReset(await site.browser().ctx(), { code: resetCode, password: NEW_PASSWORD }))).toBe(
			'auth/expired-action-code',
		)
	}))

test('changing the address needs a login within five minutes, or one’s own fresh ID token', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		await site.account('hanako@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		site.clock.pass(6)
		const change = async (idToken: string | null) => codeOf(changeEmail(await browser.ctx(), { email: 'new@example.com', idToken }))
		expect(await change(null)).toBe('auth/requires-recent-login')
		expect(await change((await refreshIdToken(await browser.ctx())).idToken)).toBe('auth/requires-recent-login')
		const ofHanako = await signIn(await browser.ctx(), { email: 'hanako@example.com', password: PASSWORD })
		expect(await change(ofHanako.idToken)).toBe('auth/requires-recent-login')
		expect(await change((await signIn(await browser.ctx(), { email: taro, password: PASSWORD })).idToken)).toBe('none')
		expect(await codeOf(changeEmail(await site.browser().ctx(), { email: 'x@example.com', idToken: null }))).toBe('auth/session-required')
	}))

test('an address of another account cannot be taken', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		await site.account('hanako@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		await expect(
			inSavepoint(ctx, async (inner) =>
				changeEmail({ ...(await browser.ctx()), db: inner.db }, { email: 'hanako@example.com', idToken: null }),
			),
		).rejects.toMatchObject({ code: 'auth/email-already-in-use', detail: '利用されているメールアドレスです' })
		expect(site.mails).toEqual([])
	}))

test('the owner restores a stolen address, however often it was changed, and the thief cannot undo that', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId } = await site.account(taro)
		const thief = site.browser()
		await thief.enter(uid)
		await changeEmail(await thief.ctx(), { email: 'thief-1@example.com', idToken: null })
		const ownersCode = site.lastCode(taro)
		site.clock.pass(1)
		await changeEmail(await thief.ctx(), { email: 'thief-2@example.com', idToken: null })
		const thiefsCode = site.lastCode('thief-1@example.com')
		await ctx.db
			.insertInto('identity_links')
			.values({ uid, provider: 'google', subject: 'the thief', email: null, created_at: site.clock.now() })
			.execute()
		const { idToken } = await refreshIdToken(await thief.ctx())
		const owner = site.browser()
		expect(await applyActionCode(await owner.ctx(), ownersCode)).toMatchObject({ kind: 'recoverEmail', email: taro })
		expect((await thief.ctx()).caller.session).toBeNull()
		expect(await codeOf(openSession(await thief.ctx(), idToken))).toBe('auth/id-token-revoked')
		expect(await codeOf(applyActionCode(await thief.ctx(), thiefsCode))).toBe('auth/expired-action-code')
		expect(await codeOf(applyActionCode(await owner.ctx(), ownersCode))).toBe('auth/used-action-code')
		expect(await ctx.db.selectFrom('identity_links').select('uid').execute()).toEqual([])
		expect(await ctx.db.selectFrom('users').select('email').where('id', '=', docId).executeTakeFirst()).toEqual({ email: taro })
		await confirmPasswordReset(await owner.ctx(), { code: site.lastCode(taro), password: NEW_PASSWORD })
		await owner.logIn(taro, NEW_PASSWORD)
		expect(await codeOf(signIn(await thief.ctx(), { email: taro, password: PASSWORD }))).toBe('auth/invalid-credential')
	}))

test('does not restore an address that another account has proved meanwhile', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		await browser.enter(uid)
		await changeEmail(await browser.ctx(), { email: 'new@example.com', idToken: null })
		const code = site.lastCode(taro)
		await applyActionCode(await browser.ctx(), site.lastCode('new@example.com'))
		await site.account(taro)
		await expect(
			inSavepoint(ctx, async (inner) => applyActionCode({ ...(await browser.ctx()), db: inner.db }, code)),
		).rejects.toMatchObject({ code: 'auth/email-already-in-use' })
	}))

test('deleting an account removes its personal data in one step and leaves an anonymous row', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId } = await site.account(taro)
		const browser = site.browser()
		await browser.enter(uid)
		site.clock.pass(6)
		expect(await codeOf(deleteAccount(await browser.ctx(), null, []))).toBe('auth/requires-recent-login')
		const { idToken } = await signIn(await browser.ctx(), { email: taro, password: PASSWORD })
		const left: string[] = []
		await deleteAccount(await browser.ctx(), idToken, [async (_, user) => void left.push(user.id)])
		expect(left).toEqual([docId])
		expect((await browser.ctx()).caller.session).toBeNull()
		expect(await ctx.db.selectFrom('users').selectAll().where('id', '=', docId).executeTakeFirst()).toMatchObject({
			uid: expect.stringMatching(/^deleted_/),
			email: null,
			anonymize: true,
			deleted_at: site.clock.now(),
		})
		expect(await ctx.db.selectFrom('auth_events').select('kind').where('uid', '=', uid).execute()).toEqual([])
		expect(site.mails.at(-1)).toMatchObject({ to: taro, subject: '【しるべ】退会のお手続きが完了しました' })
		await site.account(taro)
	}))

test('a failing part rolls back the whole deletion', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		await browser.enter(uid)
		await expect(
			inSavepoint(ctx, async (inner) =>
				deleteAccount({ ...(await browser.ctx()), db: inner.db }, null, [
					async () => {
						throw new Error('no')
					},
				]),
			),
		).rejects.toThrow('no')
		expect((await browser.ctx()).caller.session).not.toBeNull()
	}))

test('the export contains all stored data and no secret', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId } = await site.account(taro)
		const browser = site.browser()
		const { token } = await browser.logIn(taro)
		const passkey = { credential_id: 'credential', public_key: Buffer.alloc(77), counter: '0', transports: [], last_used_at: null }
		await ctx.db
			.insertInto('passkeys')
			.values({ uid, name: 'Chrome・Windows', created_at: ctx.now(), ...passkey })
			.execute()
		const text = JSON.stringify(await exportAccount(await browser.ctx(), [async (_, { id }) => ({ things: [`of ${id}`] })]))
		expect(text).toContain(taro)
		expect(text).toContain('"passkeys":[{"name":"Chrome・Windows"')
		expect(text).toContain(`"things":["of ${docId}"]`)
		expect(text).not.toContain('credential')
		expect(text).not.toContain('argon2')
		expect(text).not.toContain(token)
	}))

test('guesses at the present password by a stolen session are counted too', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const thief = site.browser()
		await thief.enter(uid)
		const guess = async () =>
			codeOf(changePassword(await thief.ctx(), { currentPassword: 'a guess', password: NEW_PASSWORD, idToken: null }))
		for (let i = 0; i < 10; i++) expect(await guess()).toBe('auth/wrong-password')
		expect(await guess()).toBe('auth/too-many-requests')
	}))
