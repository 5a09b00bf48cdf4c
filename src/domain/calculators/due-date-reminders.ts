import { z } from 'zod'
import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { addDays, clockTime, dateText, isoDay } from '../shared/japan-time.ts'
import { calendarPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { type CalendarQuery, calendarSearch, isAudience, REMINDER_DAYS } from './calendar-query.ts'
import { dueDatesOf, readRows } from './due-dates.ts'

export const reminderSchema = z.object({
	who: z
		.array(z.string())
		.refine((who) => who.every(isAudience), '事業の種類を選び直してください。')
		.transform((who) => who.filter(isAudience)),
	closing: z
		.string()
		.regex(/^(?:[1-9]|1[0-2])?$/, '決算月を1月から12月の中から選んでください。')
		.transform((month) => (month === '' ? null : Number(month))),
})

export const dueDateTexts = defineTexts('due-date', {
	ahead: ['手続きの期限', '{期日}の手続きは{手続き}です。', { 期日: '2026年12月10日', 手続き: '「源泉所得税の納付」「住民税の納付」' }],
})

/** Of which due dates the viewer is reminded; null while of none. */
export async function findReminders(ctx: Ctx): Promise<CalendarQuery | null> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db
		.selectFrom('due_date_reminders')
		.select(['who', 'closing_month'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return row ? { who: row.who.filter(isAudience), closing: row.closing_month } : null
}

/** Reminds the viewer of these due dates from now on, by the channels in their notification settings. Idempotent. */
export async function saveReminders(ctx: Ctx, { who, closing }: CalendarQuery): Promise<void> {
	const { userId } = requireMember(ctx)
	// Due dates that the new choice adds are notified on the same day.
	const chosen = { who: [...new Set(who)], closing_month: closing, reminded_on: null }
	await ctx.db
		.insertInto('due_date_reminders')
		.values({ user_id: userId, created_at: ctx.now(), ...chosen })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
		.execute()
}

/** Stops all reminders of the viewer. */
export async function stopReminders(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db.deleteFrom('due_date_reminders').where('user_id', '=', userId).execute()
}

const AT_ONCE = 200

/**
 * Notifies members of what is due within `REMINDER_DAYS`, once a day, from eight in the morning. Handles a bounded number of
 * members and returns how many; repeat until it returns 0. Safe to repeat: a person is notified of a subject once.
 */
export async function remindOfDueDates(ctx: Ctx): Promise<number> {
	if (clockTime(ctx.now()) < '08:00') return 0
	const today = isoDay(ctx.now())
	return inTransaction(ctx, async (trx) => {
		const members = await trx.db
			.selectFrom('due_date_reminders')
			.select(['user_id', 'who', 'closing_month'])
			.where((eb) => eb.or([eb('reminded_on', 'is', null), eb('reminded_on', '<', today)]))
			.orderBy('user_id')
			.limit(AT_ONCE)
			.forUpdate()
			.skipLocked()
			.execute()
		if (members.length === 0) return 0
		const rows = await readRows(trx)
		for (const { user_id: userId, who, closing_month: closing } of members) {
			const query = { who: who.filter(isAudience), closing }
			const soon = dueDatesOf(rows, query, today).filter(({ day }) => day <= addDays(today, REMINDER_DAYS))
			for (const [day, due] of Map.groupBy(soon, (one) => one.day))
				await publishEvent(trx, {
					event: 'notice',
					kind: 'due-date',
					userId,
					subject: `due-date:${day}`,
					text: writeText(trx.site, dueDateTexts.ahead, { 期日: dateText(day), 手続き: due.map(({ title }) => `「${title}」`).join('') }),
					path: calendarPath(calendarSearch(query)),
				})
		}
		await trx.db
			.updateTable('due_date_reminders')
			.set({ reminded_on: today })
			.where(
				'user_id',
				'in',
				members.map(({ user_id: userId }) => userId),
			)
			.execute()
		return members.length
	})
}
