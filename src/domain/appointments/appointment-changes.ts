import { z } from 'zod'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { text } from '../questions/schemas.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { hours } from '../shared/japan-time.ts'
import { countWrite } from '../shared/throttles.ts'
import {
	type Appointment,
	closeProposals,
	getAppointment,
	isAhead,
	notifySides,
	openAppointment,
	refused,
	whenText,
	wordsOf,
} from './appointment-access.ts'
import { appointmentLengths, later } from './appointment-input.ts'
import { appointmentTexts } from './appointment-words.ts'
import { type OpenedCalendar, readCalendar } from './availability.ts'
import { assertSlot } from './booking.ts'

export const cancelSchema = z.object({ reason: text('理由', appointmentLengths.reason) })

const OVER = 'この面談は、すでに終わったか、キャンセルされています。'

/**
 * Moves an appointment to another free time of the office: the client's act; the office proposes times instead. Repeated for the
 * time that it has, it does nothing. Throws conflict for a time that is taken or an appointment that is over.
 */
export async function moveAppointment(ctx: Ctx, id: number, slot: Date): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const { officeId } = await openAppointment(trx, id)
		const calendar = await readCalendar(trx, officeId, { lock: true })
		const appointment = await openAppointment(trx, id, { lock: true })
		if (appointment.side !== 'user') throw refused('form', '日時を変えるときは、ご希望の時間を相談者に提案してください。')
		if (!isAhead(appointment, trx.now())) throw refused('form', OVER)
		if (appointment.beginsAt.getTime() === slot.getTime()) return
		if (!calendar?.isOpen) throw refused('form', 'この事務所は、いまは予約を受け付けていません。メッセージで日程をご相談ください。')
		assertSlot(trx, calendar, slot, appointment.beginsAt)
		await countWrite(trx, 'appointmentAccount', userId)
		await putAt(trx, appointment, calendar, slot)
		await closeProposals(trx, appointment.inquiryId, 'accepted')
	})
}

/** Gives an appointment another time and tells both sides. The calendar is locked. */
export async function putAt(ctx: Ctx, before: Appointment, calendar: OpenedCalendar, slot: Date, length?: number): Promise<void> {
	const ends = later(slot, length ?? (before.endsAt.getTime() - before.beginsAt.getTime()) / 60_000)
	await ctx.db
		.updateTable('appointments')
		.set({
			begins_at: slot,
			ends_at: ends,
			blocked_until: later(ends, calendar.availability.bufferMinutes),
			sequence: before.sequence + 1,
			reminded_at: slot.getTime() - ctx.now().getTime() < hours(24) ? ctx.now() : null,
		})
		.where('id', '=', before.id)
		.execute()
	const appointment = await getAppointment(ctx, before.id)
	const words = { ...wordsOf(appointment), 前の日時: whenText(before) }
	await notifySides(
		ctx,
		appointment,
		`${appointment.sequence}`,
		{
			client: writeText(ctx.site, appointmentTexts.moved, words),
			office: writeText(ctx.site, appointmentTexts.movedForOffice, words),
		},
		'REQUEST',
	)
}

/** Cancels an appointment for both sides; its time is free again at once. Repeated, it does nothing. Throws conflict for one that is over. */
export async function cancelAppointment(ctx: Ctx, id: number, { reason }: z.output<typeof cancelSchema>): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const before = await openAppointment(trx, id, { lock: true })
		if (before.cancelledAt !== null) return
		if (!isAhead(before, trx.now())) throw refused('form', OVER)
		await trx.db
			.updateTable('appointments')
			.set({ cancelled_at: trx.now(), cancelled_by: before.side, cancel_reason: reason, sequence: before.sequence + 1 })
			.where('id', '=', id)
			.execute()
		await trx.db
			.updateTable('appointment_proposals')
			.set({ answered_at: trx.now(), answer: 'withdrawn' })
			.where('appointment_id', '=', id)
			.where('answered_at', 'is', null)
			.execute()
		const appointment = await getAppointment(trx, id)
		const words = wordsOf(appointment)
		const isByClient = before.side === 'user'
		await notifySides(
			trx,
			appointment,
			'cancelled',
			{
				client: writeText(trx.site, appointmentTexts[isByClient ? 'cancelled' : 'cancelledByOffice'], words),
				office: writeText(trx.site, appointmentTexts[isByClient ? 'cancelledByClient' : 'cancelledForOffice'], words),
			},
			'CANCEL',
		)
	})
}
