import type { Transaction } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { officeTag } from '../listings/listing-tags.ts'
import { withListings } from '../memberships/office-access.ts'
import { type Ctx, type Database, inTransaction } from '../shared/context.ts'
import { addDays, clockText, clockTime, hours, isoDay, startOfDay } from '../shared/japan-time.ts'
import { getAppointment, notifySides, wordsOf } from './appointment-access.ts'
import { appointmentTexts } from './appointment-words.ts'
import { readCalendar } from './availability.ts'
import { firstSlot, SOON } from './slots.ts'

const REMINDERS_AT_ONCE = 50
/** Reminders go out from nine in the morning of the day before. */
const REMINDER_FROM = '09:00'

/**
 * Reminds both sides of what is tomorrow (or sooner), each appointment once. Returns how many; to be run until it returns 0. Safe to
 * repeat.
 */
export async function remindOfAppointments(ctx: Ctx): Promise<number> {
	const today = isoDay(ctx.now())
	if (clockTime(ctx.now()) < REMINDER_FROM) return 0
	return inTransaction(ctx, async (trx) => {
		const rows = await trx.db
			.selectFrom('appointments')
			.select(['id', 'sequence'])
			.where('cancelled_at', 'is', null)
			.where('reminded_at', 'is', null)
			.where('begins_at', '>', trx.now())
			.where('begins_at', '<', startOfDay(addDays(today, 2)))
			.orderBy('begins_at')
			.limit(REMINDERS_AT_ONCE)
			.forUpdate()
			.skipLocked()
			.execute()
		for (const { id, sequence } of rows) {
			const appointment = await getAppointment(trx, id)
			const day = isoDay(appointment.beginsAt) === today ? '今日' : '明日'
			const words = { ...wordsOf(appointment), いつ: `${day}の${clockText(clockTime(appointment.beginsAt))}から` }
			await notifySides(
				trx,
				appointment,
				`reminder:${sequence}`,
				{
					client: writeText(trx.site, appointmentTexts.reminder, words),
					office: writeText(trx.site, appointmentTexts.reminderForOffice, words),
				},
				null,
			)
		}
		if (rows.length > 0)
			await trx.db
				.updateTable('appointments')
				.set({ reminded_at: trx.now() })
				.where(
					'id',
					'in',
					rows.map(({ id }) => id),
				)
				.execute()
		return rows.length
	})
}

/**
 * Brings the first free time of one office in line with its calendar, where something changed (a trigger says so) or its time has
 * come. Lists read the kept columns alone. Returns 1, or 0 when none is left.
 */
export async function refreshNextFree(ctx: Ctx): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		const due = await trx.db
			.selectFrom('booking_settings')
			.select(['office_id', 'notice_hours'])
			.where('check_at', '<=', trx.now())
			.orderBy('check_at')
			.limit(1)
			.forUpdate()
			.skipLocked()
			.executeTakeFirst()
		if (!due) return 0
		const officeId = due.office_id
		const calendar = await readCalendar(trx, officeId)
		const first = calendar?.isOpen ? firstSlot(calendar.availability, trx.now()) : null
		await keepNextFree(trx, officeId, first)
		await trx.db
			.updateTable('booking_settings')
			.set({ check_at: nextCheck(trx.now(), first, due.notice_hours) })
			.where('office_id', '=', officeId)
			.execute()
		return 1
	})
}

const isSoon = (first: Date | null, now: Date): boolean => first !== null && first.getTime() - now.getTime() < SOON

/** When the first free time is too near, or comes within the seven days, or a day is added to those that can be booked. */
function nextCheck(now: Date, first: Date | null, noticeHours: number): Date {
	const midnight = startOfDay(addDays(isoDay(now), 1)).getTime()
	if (first === null) return new Date(midnight)
	const tooNear = first.getTime() - hours(noticeHours) + 1_000
	const soon = first.getTime() - SOON + 1_000
	return new Date(Math.min(midnight, ...[tooNear, soon].filter((moment) => moment > now.getTime())))
}

async function keepNextFree(ctx: Ctx & { db: Transaction<Database> }, officeId: number, first: Date | null): Promise<void> {
	const before = await ctx.db
		.selectFrom('offices')
		.select(['next_free_at', 'is_free_soon'])
		.where('id', '=', officeId)
		.forUpdate()
		.executeTakeFirst()
	const soon = isSoon(first, ctx.now())
	if (!before || (before.next_free_at?.getTime() === first?.getTime() && before.is_free_soon === soon)) return
	const keep = async () =>
		void (await ctx.db.updateTable('offices').set({ next_free_at: first, is_free_soon: soon }).where('id', '=', officeId).execute())
	// Lists count offices by facet only; a time alone changes what the office's page and cards say.
	if (before.is_free_soon !== soon) return withListings(ctx, officeId, keep)
	await keep()
	await publishTags(ctx.db, [officeTag(officeId)])
}
