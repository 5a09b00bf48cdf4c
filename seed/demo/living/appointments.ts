import { sql } from 'kysely'
import { saveBookingSettings, settingsSchema } from '../../../src/domain/appointments/booking-settings.ts'
import { bookingSchema, bookSlot, getBookingPage } from '../../../src/domain/appointments/booking.ts'
import type { Ctx } from '../../../src/domain/shared/context.ts'
import type { As } from './conversations.ts'

const week = Object.fromEntries(
	[1, 2, 3, 4, 5].flatMap((day) => [
		[`open-${day}`, '10:00'],
		[`close-${day}`, '17:00'],
	]),
)

/** Every eighth office takes bookings, the expert's own by its form; the member has booked a time there. */
export async function insertAppointments(people: { visitor: Ctx; member: As; expert: As; ownOfficeId: number }): Promise<void> {
	const { visitor, member, expert, ownOfficeId } = people
	await sql`
		insert into booking_settings (office_id, opened_at, minutes, buffer_minutes, notice_hours, days_ahead, kinds, updated_at)
		select o.id, ${visitor.now()}, 60, 0, 24, 14, case when o.online then array['in_person', 'phone'] else array['in_person'] end, ${visitor.now()}
		from offices o
		where o.is_demo and o.state = 'published' and o.accepting <> 'paused' and o.id % 8 = 0 and o.id <> ${ownOfficeId}::integer and o.id <= 2400
			and exists (select from office_members m join experts e on e.id = m.expert_id and e.state = 'verified' where m.office_id = o.id)
	`.execute(visitor.db)
	await sql`
		insert into booking_hours (office_id, weekday, opens_at, closes_at)
		select b.office_id, h.weekday, min(h.opens_at), max(h.closes_at)
		from booking_settings b join office_hours h on h.office_id = b.office_id where b.office_id <> ${ownOfficeId}::integer
		group by b.office_id, h.weekday
	`.execute(visitor.db)
	const settings = settingsSchema.parse({
		open: '1',
		minutes: '60',
		bufferMinutes: '15',
		noticeHours: '24',
		daysAhead: '14',
		kinds: ['online', 'in_person', 'phone'],
		onlineUrl: 'https://meet.example.com/shirube-demo',
		note: '初回は60分です。直近の確定申告書か決算書があれば、お手元にご用意ください。',
		version: '0',
		...week,
	})
	await saveBookingSettings(expert(6), ownOfficeId, settings)
	const mine = member(4)
	const { days, closed } = await getBookingPage(mine, ownOfficeId, { from: null })
	const slot = days[1]?.slots[1] ?? days[0]?.slots[0]
	if (closed !== null || slot === undefined) return
	await bookSlot(
		mine,
		ownOfficeId,
		bookingSchema({ beginsThread: true }).parse({
			slot: slot.toISOString(),
			kind: 'online',
			body: '来年の春に法人化するか迷っています。個人事業のままの場合との違いを、数字で見ながら相談したいです。',
			contactName: '見本 花子',
			clientKey: 'demo-appointment-of-member',
		}),
		null,
	)
}
