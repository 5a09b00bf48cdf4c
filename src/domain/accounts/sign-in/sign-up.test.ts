import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, TEST_NOW, visitorCtx, withCtx } from '../../../../test/database.ts'
import { codeOf, PASSWORD, testSite } from '../accounts-for-test.ts'
import { requestVerification } from '../account-mails.ts'
import { logIn, register } from './form-flows.ts'
import { verifyIdToken } from './id-tokens.ts'
import { userChangeSchema } from '../schemas.ts'
import { signUp } from './sign-up.ts'
import { createUser, findMyUser, getUserWithParam, recordLoggedIn, updateUser } from '../users.ts'

const taro = 'taro@example.com'

test('signing up makes an identity and a user with the defaults, and no session', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const browser = site.browser()
		const answer = await signUp(await browser.ctx(), { email: taro, password: PASSWORD })
		const proof = await verifyIdToken(await browser.ctx(), answer?.idToken ?? null, 'user')
		const { user, created } = await createUser(await browser.ctx(), proof, {})
		expect(created).toBe(true)
		expect(user).toEqual({
			uid: proof.uid,
			email: taro,
			firstName: '',
			lastName: '',
			imageUrl: null,
			taskIds: [],
			categoryIds: [],
			businessRole: null,
			hasLoggedIn: false,
			receiveEmail: true,
			isS: false,
			anonymize: false,
			isExpert: false,
			isPhoneNumberAuthenticated: false,
			createdAt: TEST_NOW.getTime(),
			updatedAt: null,
		})
		await requestVerification(await browser.ctx(), answer?.idToken ?? null)
		expect(site.mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
			{ to: taro, subject: '【しるべ】メールアドレスの確認をお願いします' },
		])
		expect((await browser.ctx()).caller.session).toBeNull()
		expect(await ctx.db.selectFrom('sessions').select('id').execute()).toEqual([])
	}))

test('an address that is taken says so with the catalogue’s message', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await site.account(taro)
		await expect(signUp(await site.browser().ctx(), { email: taro, password: PASSWORD })).rejects.toMatchObject({
			kind: 'conflict',
			code: 'auth/email-already-in-use',
			detail: 'This email address is already registered.',
			fields: { email: expect.stringContaining('すでに登録されています') },
		})
	}))

test('an unfinished sign-up releases its address after fifteen minutes', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		await signUp(await site.browser().ctx(), { email: taro, password: PASSWORD })
		expect(await codeOf(signUp(await site.browser().ctx(), { email: taro, password: PASSWORD }))).toBe('auth/email-already-in-use')
		site.clock.pass(16)
		expect(await codeOf(signUp(await site.browser().ctx(), { email: taro, password: PASSWORD }))).toBe('none')
	}))

test('with hidden accounts a taken address looks like a free one, and its owner gets a mail', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx, { hideAccountExistence: true })
		await site.account(taro)
		for (const email of [taro, 'new@example.com'])
			expect(await signUp(await site.browser().ctx(), { email, password: PASSWORD })).toBeNull()
		expect(site.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
			`${taro} 【しるべ】すでにご登録いただいています`,
			'new@example.com 【しるべ】メールアドレスの確認をお願いします',
		])
		const made = await ctx.db.selectFrom('users').select('email').where('email', '=', 'new@example.com').execute()
		expect(made).toHaveLength(1)
	}))

test('a user record is made once; sending it again changes nothing', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const browser = site.browser()
		const answer = await signUp(await browser.ctx(), { email: taro, password: PASSWORD })
		const proof = await verifyIdToken(await browser.ctx(), answer?.idToken ?? null, 'user')
		const first = await createUser(await browser.ctx(), proof, { lastName: '渡辺', firstName: '太郎' })
		const second = await createUser(await browser.ctx(), proof, { lastName: 'べつの', firstName: '名' })
		expect(second).toEqual({ ...first, created: false })
	}))

describe('at the same time', () => {
	let made: Awaited<ReturnType<typeof freshDatabase>>
	beforeAll(async () => {
		made = await freshDatabase()
	})
	afterAll(() => made.close())

	test('fifty sign-ups with one address make one account', async () => {
		const site = testSite(visitorCtx(made.db))
		site.accounts.passwords = { ...site.accounts.passwords, hash: async () => '$argon2id$v=19$test' }
		const codes = await Promise.all(
			Array.from({ length: 50 }, async (_, i) =>
				codeOf(register(await site.browser({ block: `192.0.2.${i}` }).ctx(), { email: taro, password: PASSWORD })),
			),
		)
		expect(codes.filter((code) => code === 'none')).toHaveLength(1)
		expect(codes.filter((code) => code === 'auth/email-already-in-use')).toHaveLength(49)
		expect(await made.db.selectFrom('identities').select('uid').execute()).toHaveLength(1)
		expect(await made.db.selectFrom('users').select('id').execute()).toHaveLength(1)
		expect(site.mails).toHaveLength(1)
	})

	test('a hundred guesses at once let ten reach the password', async () => {
		const site = testSite(visitorCtx(made.db))
		let checked = 0
		site.accounts.passwords = { ...site.accounts.passwords, verify: async () => (checked++, false) }
		await Promise.all(
			Array.from({ length: 100 }, async (_, i) =>
				codeOf(logIn(await site.browser({ block: `192.0.2.${i}` }).ctx(), { email: 'victim@example.com', password: `guess ${i}` })),
			),
		)
		expect(checked).toBe(10)
	})
})

test('only the listed fields of one’s own user can be written, whatever is sent', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid, docId } = await site.account(taro)
		const other = await site.account('hanako@example.com')
		const browser = site.browser()
		await browser.enter(uid)
		const before = await ctx.db.selectFrom('users').selectAll().where('id', '=', docId).executeTakeFirstOrThrow()
		const everything = {
			id: '1',
			uid: 'stolen-uid',
			email: 'evil@example.com',
			isExpert: true,
			is_expert: true,
			isS: true,
			hasLoggedIn: true,
			imageUrl: 'https://evil.example/pixel.png',
			isPhoneNumberAuthenticated: true,
			createdAt: 0,
			roles: ['admin'],
			deletedAt: 1,
			firstName: '太郎',
			lastName: '渡辺',
			receiveEmail: false,
			anonymize: true,
			taskIds: [101, 101, 203],
			categoryIds: [1],
			businessRole: 'owner',
		}
		await updateUser(await browser.ctx(), docId, userChangeSchema.parse(everything))
		const after = await ctx.db.selectFrom('users').selectAll().where('id', '=', docId).executeTakeFirstOrThrow()
		expect(after).toEqual({
			...before,
			first_name: '太郎',
			last_name: '渡辺',
			receive_email: false,
			anonymize: true,
			task_ids: [101, 203],
			category_ids: [1],
			business_role: 'owner',
			updated_at: TEST_NOW,
		})
		expect(await codeOf(updateUser(await browser.ctx(), other.docId, { lastName: '乗っ取り' }))).toBe('forbidden')
		expect(await codeOf(updateUser(await site.browser().ctx(), docId, { lastName: '訪問者' }))).toBe('auth/session-required')
	}))

test('staff may write to others, and look them up', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const staff = await site.account('staff@example.com')
		const { uid, docId } = await site.account(taro)
		await ctx.db.insertInto('staff_roles').values({ user_id: staff.docId, role: 'support' }).execute()
		const browser = site.browser()
		await browser.enter(staff.uid)
		expect((await browser.ctx()).viewer).toMatchObject({ roles: ['support'] })
		expect((await updateUser(await browser.ctx(), docId, { lastName: '渡辺' })).user.lastName).toBe('渡辺')
		expect(await getUserWithParam(await browser.ctx(), { email: taro })).toMatchObject({ docId, user: { uid } })
		const acts = await ctx.db.selectFrom('audit_log').select(['action', 'subject', 'user_id']).orderBy('id').execute()
		expect(acts).toEqual(['user.update', 'user.read'].map((action) => ({ action, subject: `user:${docId}`, user_id: staff.docId })))
	}))

test('a stranger finds an expert’s public part by uid, and no one by address', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const expert = await site.account('expert@example.com')
		const member = await site.account(taro)
		await ctx.db.updateTable('users').set({ is_expert: true, last_name: '早坂' }).where('id', '=', expert.docId).execute()
		const visitor = await site.browser().ctx()
		expect(await getUserWithParam(visitor, { uid: expert.uid })).toEqual({
			docId: expert.docId,
			user: { uid: expert.uid, firstName: '', lastName: '早坂', imageUrl: null, isExpert: true },
		})
		expect(await codeOf(getUserWithParam(visitor, { email: 'expert@example.com' }))).toBe('not-found')
		expect(await codeOf(getUserWithParam(visitor, { uid: member.uid }))).toBe('not-found')
		expect(await codeOf(getUserWithParam(visitor, { email: taro }))).toBe('not-found')
		const browser = site.browser()
		await browser.enter(member.uid)
		expect((await getUserWithParam(await browser.ctx(), { email: taro })).user).toMatchObject({ email: taro, receiveEmail: true })
	}))

test('the welcome is recorded', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account(taro)
		const browser = site.browser()
		await browser.enter(uid)
		expect((await recordLoggedIn(await browser.ctx())).user.hasLoggedIn).toBe(true)
		expect((await findMyUser(await browser.ctx()))?.user.hasLoggedIn).toBe(true)
		expect(await findMyUser(await site.browser().ctx())).toBeNull()
	}))
