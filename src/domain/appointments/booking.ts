import { sql } from 'kysely'
import { z } from 'zod'
import { type TextSite, writeText } from '../accounts/mailing/mail-words.ts'
import { phone as phoneSchema } from '../experts/registration-schemas.ts'
import { startInquiry } from '../inquiries/inquiries.ts'
import { openInquiry, whyClosed, whyNoNewInquiry } from '../inquiries/inquiry-access.ts'
import { inquiryLengths } from '../inquiries/inquiry-input.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { betweenFields, parseInput } from '../shared/parse-input.ts'
import { clockText, clockTime, dayText, hours, isCalendarDay, isoDay } from '../shared/japan-time.ts'
import { cleanLine, shorten } from '../shared/text-input.ts'
import { countWrite } from '../shared/throttles.ts'
import { type Appointment, closeProposals, getAppointment, notifySides, refused, wordsOf } from './appointment-access.ts'
import { type AppointmentKind, appointmentKinds, later, MAX_AT_OFFICE, MAX_IN_ALL } from './appointment-input.ts'
import { appointmentTexts } from './appointment-words.ts'
import { type OpenedCalendar, readCalendar } from './availability.ts'
import { isFree, nextDays } from './slots.ts'

/** Days with free times that a page shows. */
const DAYS_SHOWN = 5

export const slotSchema = z.iso.datetime('日時を1つ選んでください。').transform((typed) => new Date(typed))

export const moveSchema = z.object({ slot: slotSchema })

/** What a new thread needs besides the time. */
const firstContactSchema = z.object({
	body: text('相談したいこと', inquiryLengths.body),
	contactName: text('お名前', inquiryLengths.name, cleanLine),
})

/** The form of a booking, with what a new thread needs where it begins one. All that is wrong is reported at once. */
export const bookingSchema = ({ beginsThread }: { beginsThread: boolean }) =>
	z
		.object({
			slot: slotSchema,
			kind: z.enum(appointmentKinds, { error: '面談の方法を選んでください。' }),
			phone: z.string().default(''),
			body: beginsThread ? firstContactSchema.shape.body : z.string().default(''),
			contactName: beginsThread ? firstContactSchema.shape.contactName : z.string().default(''),
			clientKey: clientKeySchema,
		})
		.check(
			betweenFields(['kind', 'phone'], ({ kind, phone }, report) => {
				if (kind === 'phone' && !phoneSchema.safeParse(phone).success)
					report('phone', '電話で面談するときは、電話番号を市外局番から入力してください。')
			}),
		)
		.transform((typed) => ({ ...typed, phone: typed.kind === 'phone' ? phoneSchema.parse(typed.phone) : null }))
export type BookingInput = z.output<ReturnType<typeof bookingSchema>>

export type BookingPage = {
	office: { id: number; name: string; isDemo: boolean; isFirstFree: boolean; firstConsultation: string }
	/** Why nothing can be booked, in a sentence; null when it can. */
	closed: string | null
	kinds: AppointmentKind[]
	minutes: number
	note: string
	days: { day: string; slots: Date[] }[]
	/** Where the days after these begin; null for none. */
	nextFrom: string | null
	name: string
}

/** What the page for booking a time of an office shows, from a day on. Open to visitors. Throws not-found. */
export async function getBookingPage(ctx: Ctx, officeId: number, query: { from: string | null }): Promise<BookingPage> {
	if (!Number.isInteger(officeId) || officeId < 1 || officeId > 0x7fffffff) throw notFound('office')
	const office = await ctx.db
		.selectFrom('offices')
		.select(['id', 'name', 'is_demo', 'first_consultation_free', 'first_consultation'])
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	const calendar = await readCalendar(ctx, officeId)
	const from = query.from !== null && isCalendarDay(query.from) ? query.from : isoDay(ctx.now())
	const found = calendar?.isOpen ? nextDays(calendar.availability, ctx.now(), from, DAYS_SHOWN + 1) : []
	const user =
		ctx.viewer.kind === 'member'
			? await ctx.db.selectFrom('users').select(['last_name', 'first_name']).where('id', '=', ctx.viewer.userId).executeTakeFirst()
			: undefined
	return {
		office: {
			id: office.id,
			name: office.name,
			isDemo: office.is_demo,
			isFirstFree: office.first_consultation_free,
			firstConsultation: office.first_consultation,
		},
		closed: (await whyNoNewInquiry(ctx, officeId)) ?? whyNotOpen(calendar),
		kinds: calendar?.kinds ?? [],
		minutes: calendar?.availability.minutes ?? 60,
		note: calendar?.note ?? '',
		days: found.slice(0, DAYS_SHOWN),
		nextFrom: found[DAYS_SHOWN]?.day ?? null,
		name: user ? `${user.last_name} ${user.first_name}`.trim() : '',
	}
}

const whyNotOpen = (calendar: OpenedCalendar | null): string | null =>
	calendar?.isOpen ? null : 'この事務所は、サイトでの面談の予約を受け付けていません。問い合わせから日程をご相談ください。'

/**
 * Books a time of an office for the viewer, in a new thread or in one that exists (`inquiryId`). Two bookings of one time are
 * impossible: writers of one office follow each other, and a constraint holds whatever they do. Sent twice with the same key it
 * stays one. Throws conflict with a sentence where the time is taken or the office takes nobody.
 */
export async function bookSlot(ctx: Ctx, officeId: number, input: BookingInput, inquiryId: number | null): Promise<{ id: number }> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const calendar = await readCalendar(trx, officeId, { lock: true })
		const again = await trx.db
			.selectFrom('appointments')
			.select('id')
			.where('user_id', '=', userId)
			.where('client_key', '=', input.clientKey)
			.executeTakeFirst()
		if (again) return again
		const closed = (await whyNoNewInquiry(trx, officeId)) ?? whyNotOpen(calendar)
		if (closed !== null || calendar === null) throw refused('form', closed ?? '')
		assertSlot(trx, calendar, input.slot)
		if (!calendar.kinds.includes(input.kind)) throw refused('kind', 'この事務所が受けている面談の方法から選んでください。')
		await assertFewBookings(trx, userId, officeId)
		await countWrite(trx, 'appointmentAccount', userId)
		const thread = inquiryId === null ? await startThread(trx, officeId, input) : await ownThread(trx, inquiryId, officeId)
		const { id } = await insertAppointment(trx, calendar, { ...input, inquiryId: thread, userId })
		await closeProposals(trx, thread, 'accepted')
		const appointment = await getAppointment(trx, id)
		await notifySides(trx, appointment, '0', bookedTexts(trx.site, appointment), 'REQUEST')
		return { id }
	})
}

/** The sentences for both sides of a new appointment. */
export const bookedTexts = (site: TextSite, appointment: Appointment) => ({
	client: writeText(site, appointmentTexts.booked, wordsOf(appointment)),
	office: writeText(site, appointmentTexts.bookedForOffice, wordsOf(appointment)),
})

/** Throws conflict with what happened to a time that cannot be booked: somebody has it, or it is outside what is offered. */
export function assertSlot(ctx: Ctx, calendar: OpenedCalendar, slot: Date, exceptBegins?: Date): void {
	const { availability } = calendar
	const busy = availability.busy.filter(({ begins }) => begins.getTime() !== exceptBegins?.getTime())
	if (isFree(slot, { ...availability, busy }, ctx.now())) return
	const wasTaken = isFree(slot, { ...availability, busy: [] }, ctx.now())
	throw refused(
		'slot',
		wasTaken
			? 'この時間は、ほかの方の予約が先に入りました。別の時間を選んでください。'
			: 'この時間は、いまは予約できません。表示されている時間から選んでください。',
	)
}

async function assertFewBookings(ctx: Ctx, userId: string, officeId: number): Promise<void> {
	const rows = await ctx.db
		.selectFrom('appointments')
		.select('office_id')
		.where('user_id', '=', userId)
		.where('cancelled_at', 'is', null)
		.where('begins_at', '>', ctx.now())
		.execute()
	if (rows.filter((row) => row.office_id === officeId).length >= MAX_AT_OFFICE)
		throw refused(
			'form',
			`この事務所との予約は、これからのものが${MAX_AT_OFFICE}件までです。日時を変えるときは、予約のページから変更してください。`,
		)
	if (rows.length >= MAX_IN_ALL) throw refused('form', `これからの予約は、全部で${MAX_IN_ALL}件までです。`)
}

/** Letters of what is to be talked about that a subject shows. */
const ABOUT_LENGTH = 30

/** The first sentence of what somebody wants to talk about. */
const aboutOf = (body: string): string => shorten(cleanLine(body.split(/[。\n]/).find((part) => part.trim() !== '') ?? ''), ABOUT_LENGTH)

/**
 * A new thread about the appointment, named by what is to be talked about. A subject is the only one of a client and an office: a
 * second one of this name says when it was asked for as well, and what is asked for twice in a minute is one.
 */
async function startThread(ctx: Ctx, officeId: number, input: BookingInput): Promise<number> {
	const { body, contactName } = parseInput(firstContactSchema, input)
	const name = `面談の予約：${aboutOf(body)}`
	const at = ctx.now()
	const isTaken = (await findThread(ctx, officeId, name)) !== null
	const subject = isTaken ? `${name}（${dayText(at)} ${clockText(clockTime(at))}）` : name
	const known = isTaken ? await findThread(ctx, officeId, subject) : null
	if (known !== null) return ownThread(ctx, known, officeId)
	const words = { subject, taskId: null, body, contactName, clientKey: input.clientKey }
	const { id } = await startInquiry(ctx, officeId, words, [], { isBooking: true })
	return id
}

async function findThread(ctx: Ctx, officeId: number, subject: string): Promise<number | null> {
	const known = await ctx.db
		.selectFrom('inquiries')
		.select('id')
		.where('user_id', '=', requireMember(ctx).userId)
		.where('office_id', '=', officeId)
		.where('subject', '=', subject)
		.executeTakeFirst()
	return known?.id ?? null
}

/** A thread that the viewer may continue as the client of this office. */
async function ownThread(ctx: Ctx, inquiryId: number, officeId: number): Promise<number> {
	const access = await openInquiry(ctx, inquiryId, { lock: true })
	if (access.side !== 'user' || access.officeId !== officeId) throw notFound('inquiry')
	const closed = whyClosed(access)
	if (closed !== null) throw refused('form', closed)
	return inquiryId
}

/** Writes an appointment into a calendar that is locked. Throws conflict where the constraint knows of another. */
export async function insertAppointment(
	ctx: Ctx,
	{ officeId, onlineUrl, availability }: OpenedCalendar,
	given: {
		slot: Date
		kind: AppointmentKind
		phone: string | null
		inquiryId: number
		userId: string
		clientKey: string
		minutes?: number
		url?: string | null
	},
): Promise<{ id: number }> {
	const ends = later(given.slot, given.minutes ?? availability.minutes)
	const { id } = await ctx.db
		.insertInto('appointments')
		.values({
			office_id: officeId,
			inquiry_id: given.inquiryId,
			user_id: given.userId,
			kind: given.kind,
			online_url: given.kind === 'online' ? (given.url ?? onlineUrl) : null,
			phone: given.phone,
			begins_at: given.slot,
			ends_at: ends,
			blocked_until: later(ends, availability.bufferMinutes),
			created_at: ctx.now(),
			// Who books less than a day ahead needs no reminder.
			reminded_at: given.slot.getTime() - ctx.now().getTime() < hours(24) ? ctx.now() : null,
			client_key: given.clientKey,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await sql`update inquiries set last_message_at = ${ctx.now()} where id = ${given.inquiryId}::integer`.execute(ctx.db)
	return { id }
}
