import { makeOffice } from '../../../test/factories.ts'
import { withFiles } from '../inquiries/inquiries-for-test.ts'
import { as, makeExpertViewer, makeMember, newKey } from '../questions/questions-for-test.ts'
import type { Ctx } from '../shared/context.ts'
import { addDays } from '../shared/japan-time.ts'
import type { DomainEvent } from '../shared/outbox.ts'
import { saveBookingSettings, settingsSchema } from './booking-settings.ts'
import { type BookingInput, bookSlot } from './booking.ts'
import { momentAt } from './appointment-input.ts'
import type { ProposalInput } from './proposals.ts'

/** Weekdays from ten to five by the clock of tests (noon on Monday, 15 June 2026), in all three ways. */
export const settingsInput = (values: Record<string, unknown> = {}) =>
	settingsSchema.parse({
		open: '1',
		minutes: '60',
		bufferMinutes: '0',
		noticeHours: '24',
		daysAhead: '14',
		kinds: ['online', 'in_person', 'phone'],
		onlineUrl: 'https://meet.example.com/abc',
		note: '',
		version: '0',
		...Object.fromEntries(
			[1, 2, 3, 4, 5].flatMap((day) => [
				[`open-${day}`, '10:00'],
				[`close-${day}`, '17:00'],
			]),
		),
		...values,
	})

export const openCalendar = (expert: Ctx, officeId: number, values: Record<string, unknown> = {}) =>
	saveBookingSettings(expert, officeId, settingsInput(values))

export const bookingInput = (slot: Date, values: Partial<BookingInput> = {}): BookingInput => ({
	slot,
	kind: 'in_person',
	phone: null,
	body: '来年の法人化について相談したいです。',
	contactName: '渡辺 さくら',
	clientKey: newKey(),
	...values,
})

/** Proposals that differ by `number`. */
export const proposalInput = (number = 0): ProposalInput => ({
	kind: 'in_person',
	minutes: 60,
	onlineUrl: '',
	message: '',
	clientKey: newKey(),
	starts: [momentAt(addDays('2026-06-22', number), '10:00')],
})

/** An appointment of the member in a thread with the expert's office, Wednesday at ten. */
export async function makeAppointment(member: Ctx, expert: Ctx, officeId: number, inquiryId: number): Promise<number> {
	await openCalendar(expert, officeId)
	return (await bookSlot(member, officeId, bookingInput(momentAt('2026-06-17', '10:00')), inquiryId)).id
}

/** An office with an open calendar, one of its experts, and a member who has nothing with it yet. */
export async function makeOpenOffice(ctx: Ctx) {
	const { viewer, expertId } = await makeExpertViewer(ctx)
	const officeId = await makeOffice(ctx, { expertIds: [expertId] })
	const expert = withFiles(as(ctx, viewer))
	await openCalendar(expert, officeId)
	const member = withFiles(as(ctx, await makeMember(ctx)))
	return { officeId, expert, member }
}

type Notice = Extract<DomainEvent, { event: 'notice' }>

/** The notices of appointments that wait to be sent, in their order. */
export async function noticesOf(ctx: Ctx): Promise<Notice[]> {
	const rows = await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute()
	return rows
		.map(({ event }) => event)
		.filter((event): event is Notice => event.event === 'notice' && event.subject.startsWith('appointment'))
}

/** The same ctx at another moment. */
export const at = (ctx: Ctx, moment: Date): Ctx => ({ ...ctx, now: () => moment })
