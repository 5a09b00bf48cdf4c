import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, TEST_NOW, visitorCtx } from '../../../../test/database.ts'
import type { Ctx } from '../../shared/context.ts'
import { codeOf, testSite } from '../accounts-for-test.ts'
import { listPasskeys, removePasskey } from './passkeys.ts'
import { unlinkProvider } from './provider-accounts.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let ctx: Ctx
beforeAll(async () => {
	made = await freshDatabase()
	ctx = visitorCtx(made.db)
})
afterAll(() => made.close())

/** A signed-in person with these ways in, and what takes each of them away. */
async function personWith(email: string, given: { password: boolean; google: boolean; passkeys: number }) {
	const site = testSite(ctx)
	const { uid } = await site.account(email)
	const browser = site.browser()
	await browser.enter(uid)
	if (!given.password) await made.db.updateTable('identities').set({ password_hash: null }).where('uid', '=', uid).execute()
	if (given.google)
		await made.db
			.insertInto('identity_links')
			.values({ uid, provider: 'google', subject: email, email: null, created_at: TEST_NOW })
			.execute()
	for (let place = 0; place < given.passkeys; place++)
		await made.db
			.insertInto('passkeys')
			.values({
				uid,
				credential_id: `${email} ${place}`,
				public_key: Buffer.alloc(77),
				counter: '0',
				transports: [],
				name: 'Chrome・Windows',
				created_at: TEST_NOW,
				last_used_at: null,
			})
			.execute()
	const ids = (await listPasskeys(await browser.ctx())).map(({ id }) => id)
	return {
		unlink: async () => codeOf(unlinkProvider(await browser.ctx(), { provider: 'google', idToken: null })),
		forget: async (place = 0) => codeOf(removePasskey(await browser.ctx(), { id: ids[place] ?? '', idToken: null })),
		passkeysLeft: async () => (await listPasskeys(await browser.ctx())).length,
	}
}

test('the last provider goes when a passkey remains, and then the passkey stays', async () => {
	const person = await personWith('one@example.com', { password: false, google: true, passkeys: 1 })
	expect(await person.unlink()).toBe('none')
	expect(await person.forget()).toBe('auth/last-sign-in-method')
	expect(await person.passkeysLeft()).toBe(1)
})

test('the last passkey goes when a provider or a password remains', async () => {
	const linked = await personWith('two@example.com', { password: false, google: true, passkeys: 1 })
	expect(await linked.forget()).toBe('none')
	expect(await linked.unlink()).toBe('auth/last-sign-in-method')
	const remembering = await personWith('three@example.com', { password: true, google: true, passkeys: 1 })
	expect([await remembering.forget(), await remembering.unlink()]).toEqual(['none', 'none'])
})

test('of two removals at once one is refused', async () => {
	const mixed = await personWith('four@example.com', { password: false, google: true, passkeys: 1 })
	expect((await Promise.all([mixed.unlink(), mixed.forget()])).toSorted()).toEqual(['auth/last-sign-in-method', 'none'])
	const keys = await personWith('five@example.com', { password: false, google: false, passkeys: 2 })
	expect((await Promise.all([keys.forget(0), keys.forget(1)])).toSorted()).toEqual(['auth/last-sign-in-method', 'none'])
	expect(await keys.passkeysLeft()).toBe(1)
})
