import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import type { DomainEvent } from '../shared/outbox.ts'
import { parseInput } from '../shared/parse-input.ts'
import { exportFromCalendar, withdrawFromCalendar } from './due-date-personal.ts'
import { makeUser } from '../../../test/factories.ts'
import { findReminders, remindOfDueDates, reminderSchema, saveReminders, stopReminders } from './due-date-reminders.ts'

const signedIn = (ctx: TestCtx, { id, uid }: { id: string; uid: string }): TestCtx => ({
	...ctx,
	viewer: { kind: 'member', userId: id, uid, isExpert: false, roles: [] },
})
const makeMember = async (ctx: TestCtx): Promise<TestCtx> => signedIn(ctx, await makeUser(ctx))

const at = (moment: string) => ({ now: () => new Date(moment) })

async function reminders(ctx: TestCtx): Promise<{ subject: string; text: string; path: string }[]> {
	const rows = await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute()
	return rows
		.map(({ event }: { event: DomainEvent }) => event)
		.flatMap((event) => (event.event === 'notice' && event.kind === 'due-date' ? [event] : []))
		.map(({ subject, text, path }) => ({ subject, text, path }))
}

test('a visitor can choose nothing', () =>
	withCtx(async (ctx) => {
		await expect(saveReminders(ctx, { who: [], closing: null })).rejects.toMatchObject({ kind: 'unauthenticated' })
	}))

test('a member chooses, changes and stops, and repeating it changes nothing', () =>
	withCtx(async (ctx) => {
		const member = await makeMember(ctx)
		expect(await findReminders(member)).toBeNull()
		await saveReminders(member, { who: ['employer'], closing: 3 })
		await saveReminders(member, { who: ['employer'], closing: 3 })
		expect(await findReminders(member)).toEqual({ who: ['employer'], closing: 3 })
		await saveReminders(member, { who: [], closing: null })
		expect(await findReminders(member)).toEqual({ who: [], closing: null })
		await stopReminders(member)
		await stopReminders(member)
		expect(await findReminders(member)).toBeNull()
	}))

test('members are notified in the morning of what is due within a week, once a day and by due date', () =>
	withCtx(async (ctx) => {
		const member = await makeMember(ctx)
		await saveReminders(member, { who: ['employer'], closing: null })
		// 10 July 2026 is a Friday; three things are due.
		const early = { ...ctx, ...at('2026-07-02T22:59:00Z') }
		expect(await remindOfDueDates(early)).toBe(0)
		const morning = { ...ctx, ...at('2026-07-02T23:00:00Z') }
		expect(await remindOfDueDates(morning)).toBe(1)
		expect(await remindOfDueDates(morning)).toBe(0)
		const [first, ...others] = await reminders(ctx)
		expect(others).toEqual([])
		expect(first).toMatchObject({ subject: 'due-date:2026-07-10', path: '/calendar?who=employer' })
		expect(first?.text).toMatch(/^2026年7月10日の手続きは「.*社会保険の算定基礎届.*」です。$/)
		expect(first?.text).toContain('労働保険の年度更新')
		expect(await remindOfDueDates({ ...ctx, ...at('2026-07-03T23:00:00Z') })).toBe(1)
	}))

test('no member is notified of due dates of other kinds of business', () =>
	withCtx(async (ctx) => {
		await saveReminders(await makeMember(ctx), { who: ['corporation'], closing: null })
		await remindOfDueDates({ ...ctx, ...at('2026-07-02T23:00:00Z') })
		expect(await reminders(ctx)).toEqual([])
	}))

test('the choice is part of the data export, and is deleted with the account', () =>
	withCtx(async (ctx) => {
		const user = await makeUser(ctx)
		await saveReminders(signedIn(ctx, user), { who: ['sole'], closing: null })
		expect(await exportFromCalendar(ctx, user)).toMatchObject({ dueDateReminders: [{ who: ['sole'], closingMonth: null }] })
		await withdrawFromCalendar(ctx, user)
		expect(await exportFromCalendar(ctx, user)).toEqual({ dueDateReminders: [] })
	}))

test.each([
	[{ who: ['king'], closing: '' }, 'who'],
	[{ who: [], closing: '13' }, 'closing'],
	[{ who: [], closing: '0' }, 'closing'],
])('%j is refused beside its field', (typed, field) => {
	expect(() => parseInput(reminderSchema, typed)).toThrow(expect.objectContaining({ fields: { [field]: expect.any(String) } }))
})
