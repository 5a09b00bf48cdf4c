import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../../../test/database.ts'
import { PASSWORD, testSite } from '../../accounts/accounts-for-test.ts'
import { signUp } from '../../accounts/sign-in/sign-up.ts'
import { staffOf } from '../../billing/billing-for-test.ts'
import { answerInput, as, makeMember, makeThread, questionInput, refusal } from '../../questions/questions-for-test.ts'
import { postAnswer } from '../../questions/answers.ts'
import { postQuestion } from '../../questions/questions.ts'
import { isDomainError } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import { type SwitchName, switches, type SwitchState } from '../../shared/switch-names.ts'
import { isOnFor, isSwitchedOn } from '../../shared/switches.ts'
import { changeSwitch, listSwitches } from './switch-admin.ts'
import { type SwitchInput, switchSchema } from './switch-schemas.ts'

const input = (name: SwitchName, state: SwitchState, values: Partial<SwitchInput> = {}): SwitchInput => ({
	name,
	state,
	percent: 0,
	uids: [],
	owner: '運営 花子',
	reason: '不具合を調べるため',
	expiresOn: null,
	version: 0,
	...values,
})
const set = async (ctx: TestCtx, ...change: Parameters<typeof input>) => changeSwitch(await staffOf(ctx, 'admin'), input(...change))
const sentenceOf = async (promise: Promise<unknown>) => {
	try {
		await promise
		return null
	} catch (error) {
		return isDomainError(error) ? [error.kind, error.fields['form']] : error
	}
}

test('posting that is stopped is refused with its sentence and goes on once it may', () =>
	withCtx(async (ctx) => {
		const { questionId, expert } = await makeThread(ctx)
		const member = as(ctx, await makeMember(ctx))
		await set(ctx, 'posting', 'off')
		const refused = ['forbidden', switches.posting.sentence]
		expect(await sentenceOf(postQuestion(member, questionInput()))).toEqual(refused)
		expect(await sentenceOf(postAnswer(as(ctx, expert), questionId, answerInput()))).toEqual(refused)
		await set(ctx, 'posting', 'on', { version: 1 })
		expect(await sentenceOf(postQuestion(member, questionInput()))).toBeNull()
	}))

test('sign-up that is stopped makes no account, and those who have one still log in', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const known = await site.account('known@example.com')
		const browser = site.browser()
		await set(ctx, 'sign-up', 'off')
		expect(await refusal(signUp(await browser.ctx(), { email: 'new@example.com', password: PASSWORD }))).toBe(
			'auth/admin-restricted-operation',
		)
		const { count } = await ctx.db
			.selectFrom('identities')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.where('email', '=', 'new@example.com')
			.executeTakeFirstOrThrow()
		expect(Number(count)).toBe(0)
		await browser.enter(known.uid)
		expect((await browser.ctx()).caller.session).not.toBeNull()
	}))

test('a switch is on again after its last day', () =>
	withCtx(async (ctx) => {
		await set(ctx, 'booking', 'off', { expiresOn: '2026-06-16' })
		const at = (count: number) => ({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(count)) })
		expect([await isSwitchedOn(at(0), 'booking'), await isSwitchedOn(at(1), 'booking'), await isSwitchedOn(at(2), 'booking')]).toEqual([
			false,
			false,
			true,
		])
		const [, , , , booking] = await listSwitches({ ...(await staffOf(ctx, 'admin')), now: at(2).now })
		expect(booking).toMatchObject({ name: 'booking', isExpired: true })
	}))

test('a share of members is the same people while it grows, and never a visitor', async () => {
	const member = (uid: string) => ({ kind: 'member', userId: '1', uid, isExpert: false, roles: [] }) as const
	const people = Array.from({ length: 400 }, (_, place) => member(`user_${place}`))
	const on = (percent: number) => people.filter((one) => isOnFor('booking', { state: 'percent', percent, uids: [] }, one))
	expect(on(10).length).toBeGreaterThan(15)
	expect(on(10).length).toBeLessThan(80)
	expect(on(30)).toEqual(expect.arrayContaining(on(10)))
	expect(on(100)).toHaveLength(400)
	expect(isOnFor('booking', { state: 'percent', percent: 100, uids: [] }, { kind: 'visitor' })).toBe(false)
	const listed = { state: 'list', percent: 0, uids: ['user_3'] } as const
	expect([isOnFor('booking', listed, member('user_3')), isOnFor('booking', listed, member('user_4'))]).toEqual([true, false])
	const staffOnly = { state: 'staff', percent: 0, uids: [] } as const
	expect([isOnFor('booking', staffOnly, { ...member('a'), roles: ['editor'] }), isOnFor('booking', staffOnly, member('a'))]).toEqual([
		true,
		false,
	])
})

test('of two people who change a switch at once, the second is told; only admins change one', () =>
	withCtx(async (ctx) => {
		await set(ctx, 'mail', 'off')
		expect(await refusal(set(ctx, 'mail', 'on'))).toBe('conflict')
		expect(await refusal(changeSwitch(await staffOf(ctx, 'support'), input('mail', 'on', { version: 1 })))).toBe('forbidden')
		const { action, subject, reason } = await ctx.db
			.selectFrom('audit_log')
			.select(['action', 'subject', 'reason'])
			.orderBy('id', 'desc')
			.executeTakeFirstOrThrow()
		expect([action, subject, reason]).toEqual(['switch.change', 'switch:mail', '不具合を調べるため'])
	}))

test('a kill switch is on or off, and a share or list says whom', () => {
	const issues = (values: Record<string, string>) =>
		switchSchema
			.safeParse({ owner: '運営', reason: '調べるため', expiresOn: '', version: '0', ...values })
			.error?.issues.map(({ path }) => path[0])
	expect(issues({ name: 'mail', state: 'percent', percent: '10' })).toEqual(['state'])
	expect(issues({ name: 'booking', state: 'percent', percent: '' })).toEqual(['percent'])
	expect(issues({ name: 'booking', state: 'percent', percent: '１０％' })).toBeUndefined()
	expect(issues({ name: 'booking', state: 'list', uids: '' })).toEqual(['uids'])
	expect(issues({ name: 'other', state: 'on' })).toEqual(['name'])
})
