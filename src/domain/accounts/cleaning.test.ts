import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { requestVerification } from './account-mails.ts'
import { codeOf, testSite } from './accounts-for-test.ts'
import { checkActionCode } from './action-codes.ts'
import { cleanAccounts } from './cleaning.ts'
import { signIn } from './sign-in/sign-in.ts'

test('deletes expired rows and no others', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const { uid } = await site.account('taro@example.com', { verified: false })
		const early = site.browser()
		await early.enter(uid)
		await requestVerification(await early.ctx(), null)
		const code = site.lastCode('taro@example.com')
		await codeOf(signIn(await site.browser().ctx(), { email: 'taro@example.com', password: 'a guess' }))
		site.clock.pass(4 * 24 * 60)
		const late = site.browser()
		await late.enter(uid)
		site.clock.pass(2 * 24 * 60)
		await cleanAccounts(await late.ctx())
		const count = async (table: 'sessions' | 'login_tickets' | 'throttles' | 'action_codes' | 'known_devices' | 'auth_events') =>
			(
				await ctx.db
					.selectFrom(table)
					.select((eb) => eb.fn.countAll<string>().as('rows'))
					.executeTakeFirstOrThrow()
			).rows
		expect(await count('sessions')).toBe('1')
		expect(await count('login_tickets')).toBe('0')
		expect(await count('throttles')).toBe('0')
		expect((await late.ctx()).caller.session?.uid).toBe(uid)
		// A link that expired long ago still says that it has expired.
		expect(await codeOf(checkActionCode(await late.ctx(), code))).toBe('auth/expired-action-code')
		site.clock.pass(40 * 24 * 60)
		await cleanAccounts(await late.ctx())
		expect(await codeOf(checkActionCode(await late.ctx(), code))).toBe('auth/invalid-action-code')
		expect(await ctx.db.selectFrom('auth_events').select('kind').where('kind', '=', 'sign-in-failed').execute()).toEqual([])
	}))
