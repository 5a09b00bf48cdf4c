import { calendarText } from '../shared/icalendar.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { eventOf, openAppointment } from './appointment-access.ts'
import { readFeed } from './appointment-lists.ts'

const PURPOSE = 'calendar-feed'

/**
 * The end of the secret address of the viewer's calendar, or null while there is none. It holds who and which address encrypted;
 * only the number of the address is stored, so that a copy of the database opens no calendar.
 */
export async function findFeedToken(ctx: Ctx): Promise<string | null> {
	const { userId } = requireMember(ctx)
	const row = await ctx.db.selectFrom('calendar_feeds').select('serial').where('user_id', '=', userId).executeTakeFirst()
	return row ? ctx.encryptor.encrypt(PURPOSE, `${userId}:${row.serial}`) : null
}

/** Makes an address for the viewer's calendar; the ones before it end. */
export async function renewFeed(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db
		.insertInto('calendar_feeds')
		.values({ user_id: userId, serial: serialAt(ctx.now()), created_at: ctx.now() })
		.onConflict((conflict) =>
			conflict.column('user_id').doUpdateSet((eb) => ({
				serial: eb.fn<number>('greatest', [eb('calendar_feeds.serial', '+', 1), 'excluded.serial']),
				created_at: ctx.now(),
			})),
		)
		.execute()
}

/** By the clock, so that an address that was ended does not work again after a new start. */
const serialAt = (now: Date): number => Math.floor(now.getTime() / 1_000)

/** Ends the address of the viewer's calendar. */
export async function endFeed(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** The calendar behind a secret address. Throws not-found for an address that does not work, or no longer. */
export async function readFeedFile(ctx: Ctx, token: string): Promise<string> {
	const [, userId, serial] = /^(\d{1,19}):(\d{1,10})$/.exec(ctx.encryptor.decrypt(PURPOSE, token) ?? '') ?? []
	if (userId === undefined || serial === undefined) throw notFound('calendar')
	const row = await ctx.db
		.selectFrom('calendar_feeds as f')
		.innerJoin('users as u', 'u.id', 'f.user_id')
		.select('f.serial')
		.where('f.user_id', '=', userId)
		.where('f.serial', '=', Number(serial))
		.executeTakeFirst()
	if (!row) throw notFound('calendar')
	const appointments = await readFeed(ctx, userId)
	return calendarText({
		product: ctx.site.name,
		name: `${ctx.site.name} 面談の予定`,
		refreshHours: 1,
		stamp: ctx.now(),
		events: appointments.map((one) => eventOf(ctx, one, one.side)),
	})
}

/** One appointment as a calendar file, for either side. Throws not-found for everybody else. */
export async function readAppointmentFile(ctx: Ctx, id: number): Promise<string> {
	const appointment = await openAppointment(ctx, id)
	return calendarText({ product: ctx.site.name, stamp: ctx.now(), events: [eventOf(ctx, appointment, appointment.side)] })
}
