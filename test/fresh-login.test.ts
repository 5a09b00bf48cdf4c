import pino from 'pino'
import { expect, test } from 'vitest'
import { createApi } from '../src/api/index.ts'
import { PASSWORD } from '../src/domain/accounts/accounts-for-test.ts'
import { type AccountIntent, doneSentences } from '../src/web/accounts/account-intents.ts'
import { action } from '../src/web/accounts/mypage-account.page.tsx'
import { type TestCtx, withCtx } from './database.ts'
import { pageContext } from './permission-pages.ts'
import { CSRF, makeWorld, ORIGIN, undoing, type World } from './permission-world.ts'

/** Changes of access to an account take a fresh login: every call and every form of accounts is in one of the tables. */
const REFUSED = 'auth/requires-recent-login'
const response = { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} }

const freshCalls: Readonly<Record<string, (world: World) => unknown>> = {
	'/api/identity/linkIntent': () => undefined,
	'/api/identity/unlink': () => ({ provider: 'google' }),
	'/api/identity/sessions/revoke': () => ({ others: true }),
	'/api/identity/secondFactor/start': () => undefined,
	'/api/identity/secondFactor/confirm': () => ({ code: '000000' }),
	'/api/identity/secondFactor/recoveryCodes': () => undefined,
	'/api/identity/secondFactor/remove': () => undefined,
	'/api/identity/passkey/start': () => undefined,
	'/api/identity/passkey': () => ({ response }),
	'/api/identity/passkey/remove': (world) => ({ id: world.passkeyId }),
	'/api/identity/changeEmail': () => ({ email: 'moved@example.com' }),
	'/api/deleteMe': () => undefined,
}

/** Authenticated by their own content: a password, a code, a signature, a mail's link or the ticket of a fresh intent. */
const otherCalls = [
	'/api/identity/signUp',
	'/api/identity/signIn',
	'/api/identity/secondFactor',
	'/api/identity/refresh',
	'/api/identity/sendVerification',
	'/api/identity/popup/redeem',
	'/api/identity/link',
	'/api/identity/passkey/signIn/start',
	'/api/identity/passkey/signIn',
	'/api/identity/resetPassword/request',
	'/api/identity/resetPassword/verify',
	'/api/identity/resetPassword/confirm',
	'/api/identity/actionCode/apply',
	// Withdrawing keeps the address that is proved.
	'/api/identity/withdrawEmailChange',
	// By the present password; see the second test for an account with a second factor.
	'/api/identity/changePassword',
]

const freshForms: Readonly<
	Record<Exclude<AccountIntent, 'verify' | 'emailWithdraw' | 'password'>, (world: World) => Record<string, string>>
> = {
	email: () => ({ email: 'moved@example.com' }),
	revoke: (world) => ({ id: world.otherSession }),
	revokeOthers: () => ({}),
	unlink: () => ({ provider: 'google' }),
	passkeyRemove: (world) => ({ id: world.passkeyId }),
	factorStart: () => ({}),
	factorConfirm: () => ({ firstCode: '000000' }),
	factorCodes: () => ({}),
	factorRemove: () => ({}),
}

test('every call and every form of accounts says whether it takes a fresh login', async () => {
	const api = createApi({ config: { siteName: 'しるべ', publicUrl: ORIGIN }, log: pino({ level: 'silent' }) })
	const document = (await (await api.request('/api/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> }
	const writes = Object.entries(document.paths).flatMap(([path, methods]) =>
		'post' in methods && (path.startsWith('/api/identity/') || path === '/api/deleteMe') ? [path] : [],
	)
	expect([...Object.keys(freshCalls), ...otherCalls].toSorted()).toEqual(writes.toSorted())
	expect([...Object.keys(freshForms), 'verify', 'emailWithdraw', 'password'].toSorted()).toEqual(Object.keys(doneSentences).toSorted())
})

async function call(world: World, path: string, body: unknown): Promise<string> {
	const answer = await world.app.request(
		`${ORIGIN}${path}`,
		{
			method: 'POST',
			headers: {
				origin: ORIGIN,
				'sec-fetch-site': 'same-origin',
				'x-csrf-token': CSRF,
				cookie: world.cookie('member'),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		},
		{ address: '203.0.113.7' },
	)
	return ((await answer.json()) as { code?: string }).code ?? 'done'
}

async function send(world: World, fields: Record<string, string>): Promise<string> {
	const request = new Request(`${ORIGIN}/mypage/account`, {
		method: 'POST',
		headers: { cookie: world.cookie('member') },
		body: new URLSearchParams(fields),
	})
	const context = await pageContext(world, request)
	const answer = await action({ request, context, params: {} })
	const shown = 'data' in answer ? (answer.data as object) : answer
	return 'code' in shown ? String(shown.code) : 'done'
}

/** The calls and forms that wrongly accept this login. */
async function opened(ctx: TestCtx, world: World): Promise<string[]> {
	const wrong: string[] = []
	for (const [path, bodyOf] of Object.entries(freshCalls)) {
		const code = await undoing(ctx, () => call(world, path, bodyOf(world)))
		if (code !== REFUSED) wrong.push(`${path}: ${code}`)
	}
	for (const [intent, fieldsOf] of Object.entries(freshForms)) {
		const code = await undoing(ctx, () => send(world, { intent, ...fieldsOf(world) }))
		if (code !== REFUSED) wrong.push(`form ${intent}: ${code}`)
	}
	return wrong
}

test('none of them accepts a login of more than five minutes ago', { timeout: 90_000 }, () =>
	withCtx(async (ctx) => {
		const world = await makeWorld(ctx)
		const { uid } = world.people.member
		await ctx.db
			.updateTable('sessions')
			.set({ auth_time: new Date(ctx.now().getTime() - 6 * 60_000) })
			.where('uid', '=', uid)
			.execute()
		expect(await opened(ctx, world)).toEqual([])
	}),
)

test(
	'where a second factor is switched on, a login by password alone opens none of them, nor a change of the password',
	{ timeout: 90_000 },
	() =>
		withCtx(async (ctx) => {
			const world = await makeWorld(ctx)
			const { uid } = world.people.member
			const values = { uid, sealed_secret: 'x', created_at: ctx.now(), confirmed_at: ctx.now(), last_step: '0' }
			await ctx.db.insertInto('second_factors').values(values).execute()
			await ctx.db.updateTable('sessions').set({ second_factor_at: null }).where('uid', '=', uid).execute()
			expect(await opened(ctx, world)).toEqual([])
			const password = 'yukidoke no kawa wo aruku'
			expect(await call(world, '/api/identity/changePassword', { currentPassword: PASSWORD, password })).toBe(REFUSED)
			expect(await send(world, { intent: 'password', currentPassword: PASSWORD, password })).toBe(REFUSED)
		}),
)
