import { z } from 'zod'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { type Access, notifyOtherSide, openInquiry, whyClosed } from '../inquiries/inquiry-access.ts'
import { clientKeySchema, text } from '../questions/schemas.ts'
import { betweenFields } from '../shared/parse-input.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { isCalendarDay } from '../shared/japan-time.ts'
import { arrangePath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { countWrite } from '../shared/throttles.ts'
import { closeProposals, getAppointment, isAhead, notifySides, openAppointment, refused } from './appointment-access.ts'
import {
	appointmentKinds,
	appointmentLengths,
	type AppointmentKind,
	durationChoices,
	isAppointmentKind,
	later,
	MAX_PROPOSED,
	momentAt,
	spanText,
	textOf,
} from './appointment-input.ts'
import { putAt } from './appointment-changes.ts'
import { appointmentTexts } from './appointment-words.ts'
import { type OpenedCalendar, readCalendar } from './availability.ts'
import { bookedTexts, insertAppointment, slotSchema } from './booking.ts'

/** The times that a form names, in `day-1` and `time-1` and so on; null for one that is none. */
const proposedTimes = (typed: Record<string, unknown>): { number: number; start: Date | null }[] =>
	Array.from({ length: MAX_PROPOSED }, (_, index) => index + 1).flatMap((number) => {
		const [day, time] = [textOf(typed[`day-${number}`]), textOf(typed[`time-${number}`])]
		if (day === '' && time === '') return []
		const isTime = isCalendarDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
		return [{ number, start: isTime ? momentAt(day, time) : null }]
	})

/** Days `day-1` and times `time-1` up to `MAX_PROPOSED`; empty lines are left out. */
export const proposalSchema = z
	.looseObject({
		kind: z.enum(appointmentKinds, { error: '面談の方法を選んでください。' }),
		minutes: z
			.string()
			.catch('')
			.transform(Number)
			.refine((typed) => durationChoices.some((one) => one === typed), '長さを選んでください。'),
		onlineUrl: z
			.string()
			.default('')
			.transform((typed) => typed.trim())
			.refine(
				(typed) => typed === '' || (typed.length <= 300 && typed.startsWith('https://') && URL.canParse(typed)),
				'https:// で始まる300文字以内のアドレスを入力してください。',
			),
		message: text('メッセージ', appointmentLengths.message),
		clientKey: clientKeySchema,
	})
	.check(
		betweenFields([], (typed, report) => {
			const proposed = proposedTimes(typed)
			for (const { number, start } of proposed) if (start === null) report(`day-${number}`, '日付と時刻を、両方入力してください。')
			const starts = proposed.flatMap(({ start }) => start?.getTime() ?? [])
			if (proposed.length === 0) report('day-1', '候補の日時を1つ以上入力してください。')
			if (new Set(starts).size < starts.length) report('day-1', '同じ日時が2つあります。')
		}),
		betweenFields(['kind', 'onlineUrl'], ({ kind, onlineUrl }, report) => {
			if (kind === 'online' && onlineUrl === '') report('onlineUrl', 'オンラインで面談するときのアドレスを入力してください。')
		}),
	)
	.transform((typed) => {
		const { kind, minutes, onlineUrl, message, clientKey } = typed
		return { kind, minutes, onlineUrl, message, clientKey, starts: proposedTimes(typed).flatMap(({ start }) => start ?? []) }
	})
export type ProposalInput = z.output<typeof proposalSchema>

export const answerSchema = z.object({ slot: slotSchema, phone: z.string().default('') })

export type OpenProposal = {
	id: number
	appointmentId: number | null
	kind: AppointmentKind
	minutes: number
	message: string
	/** Those that are still ahead; `isTaken` where the office has another appointment by now. */
	starts: { at: Date; isTaken: boolean }[]
}

/** What the page shows on which the two sides of a thread agree on a time. Throws not-found for everybody else. */
export async function getArrangement(ctx: Ctx, inquiryId: number) {
	const access = await openInquiry(ctx, inquiryId)
	const calendar = await readCalendar(ctx, access.officeId)
	const appointments = await ctx.db
		.selectFrom('appointments')
		.select(['id', 'begins_at', 'ends_at', 'kind', 'cancelled_at'])
		.where('inquiry_id', '=', inquiryId)
		.where('cancelled_at', 'is', null)
		.orderBy('begins_at')
		.execute()
	return {
		access,
		closed: whyClosed(access),
		calendar,
		appointments: appointments.map((row) => ({
			id: row.id,
			beginsAt: row.begins_at,
			endsAt: row.ends_at,
			kind: row.kind,
		})),
		proposal: await readOpenProposal(ctx, inquiryId, access.officeId),
	}
}

async function readOpenProposal(ctx: Ctx, inquiryId: number, officeId: number): Promise<OpenProposal | null> {
	const row = await ctx.db
		.selectFrom('appointment_proposals')
		.selectAll()
		.where('inquiry_id', '=', inquiryId)
		.where('answered_at', 'is', null)
		.executeTakeFirst()
	if (!row || !isAppointmentKind(row.kind)) return null
	const busy = await busyOf(ctx, officeId, row.appointment_id)
	return {
		id: row.id,
		appointmentId: row.appointment_id,
		kind: row.kind,
		minutes: row.minutes,
		message: row.message,
		starts: row.starts.filter((at) => at > ctx.now()).map((at) => ({ at, isTaken: overlaps(at, row.minutes, busy) })),
	}
}

const busyOf = (ctx: Ctx, officeId: number, except: number | null) =>
	ctx.db
		.selectFrom('appointments')
		.select(['begins_at', 'blocked_until'])
		.where('office_id', '=', officeId)
		.where('cancelled_at', 'is', null)
		.where('blocked_until', '>', ctx.now())
		.where('id', '<>', except ?? 0)
		.execute()

const overlaps = (start: Date, minutes: number, busy: readonly { begins_at: Date; blocked_until: Date }[]): boolean =>
	busy.some((one) => one.begins_at < later(start, minutes) && start < one.blocked_until)

/**
 * Proposes up to three times to the client of a thread: the office's act, for a new appointment or to move one (`appointmentId`).
 * A proposal that is open gives way to it. Throws conflict for times that are over or taken.
 */
export async function proposeTimes(ctx: Ctx, inquiryId: number, input: ProposalInput, appointmentId: number | null): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const access = await openInquiry(trx, inquiryId, { lock: true })
		if (access.side !== 'office') throw refused('form', '候補を出せるのは、事務所の専門家です。')
		const closed = whyClosed(access)
		if (closed !== null) throw refused('form', closed)
		const again = await trx.db
			.selectFrom('appointment_proposals')
			.select('id')
			.where('inquiry_id', '=', inquiryId)
			.where('client_key', '=', input.clientKey)
			.executeTakeFirst()
		if (again) return
		if (input.starts.some((start) => start <= trx.now())) throw refused('day-1', 'これからの日時を入力してください。')
		if (appointmentId !== null) {
			const appointment = await openAppointment(trx, appointmentId)
			if (appointment.inquiryId !== inquiryId || !isAhead(appointment, trx.now()))
				throw refused('form', 'この面談は、すでに終わったか、キャンセルされています。')
		}
		const busy = await busyOf(trx, access.officeId, appointmentId)
		const taken = input.starts.findIndex((start) => overlaps(start, input.minutes, busy))
		if (taken >= 0) throw refused(`day-${taken + 1}`, 'この時間には、ほかの面談の予定があります。')
		await countWrite(trx, 'appointmentAccount', userId)
		await closeProposals(trx, inquiryId, 'withdrawn')
		const { id } = await trx.db
			.insertInto('appointment_proposals')
			.values({
				inquiry_id: inquiryId,
				appointment_id: appointmentId,
				kind: input.kind,
				minutes: input.minutes,
				starts: input.starts.toSorted((a, b) => a.getTime() - b.getTime()),
				online_url: input.kind === 'online' ? input.onlineUrl : null,
				message: input.message,
				author_id: userId,
				client_key: input.clientKey,
				created_at: trx.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
		if (access.userId === null) return
		await publishEvent(trx, {
			event: 'notice',
			kind: 'appointment',
			userId: access.userId,
			subject: `appointment-proposal:${id}`,
			text: writeText(trx.site, appointmentTexts.proposed, {
				事務所名: access.officeName,
				候補: input.starts.map((start) => spanText(start, later(start, input.minutes))).join('、'),
			}),
			path: arrangePath(inquiryId),
			answers: { inquiryId },
		})
	})
}

/** An office that has set up no calendar may agree on times as well: its own appointments are all there is. */
const bareCalendar = (officeId: number): OpenedCalendar => ({
	officeId,
	isOpen: false,
	kinds: [],
	onlineUrl: null,
	note: '',
	availability: {
		minutes: 60,
		bufferMinutes: 0,
		noticeHours: 1,
		daysAhead: 90,
		bookable: [],
		opening: [],
		officeDays: [],
		special: [],
		busy: [],
	},
})

/** Accepts one of the proposed times: the client's act. Returns the appointment. Throws conflict for a time that is taken or over. */
export async function acceptProposal(ctx: Ctx, inquiryId: number, { slot, phone }: { slot: Date; phone: string }): Promise<{ id: number }> {
	const { userId } = requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { officeId } = await openInquiry(trx, inquiryId)
		const calendar = (await readCalendar(trx, officeId, { lock: true })) ?? bareCalendar(officeId)
		const access = await openInquiry(trx, inquiryId, { lock: true })
		if (access.side !== 'user') throw refused('form', '候補から選べるのは、相談する方です。')
		const proposal = await readOpenProposal(trx, inquiryId, officeId)
		if (!proposal) throw refused('form', 'この候補は、すでに返事が済んだか、取り下げられています。')
		const chosen = proposal.starts.find(({ at }) => at.getTime() === slot.getTime())
		if (!chosen) throw refused('slot', '候補の中から、これからの日時を選んでください。')
		if (chosen.isTaken) throw refused('slot', 'この時間は、ほかの方の予約が先に入りました。別の時間を選んでください。')
		if (proposal.kind === 'phone' && !/^[\d()+-]{10,20}$/.test(phone.normalize('NFKC')))
			throw refused('phone', '電話で面談するときは、電話番号を市外局番から入力してください。')
		const row = await trx.db
			.selectFrom('appointment_proposals')
			.select('online_url')
			.where('id', '=', proposal.id)
			.executeTakeFirstOrThrow()
		await closeProposals(trx, inquiryId, 'accepted')
		if (proposal.appointmentId !== null) {
			await putAt(trx, await getAppointment(trx, proposal.appointmentId), calendar, slot, proposal.minutes)
			return { id: proposal.appointmentId }
		}
		const made = await insertAppointment(trx, calendar, {
			slot,
			kind: proposal.kind,
			phone: proposal.kind === 'phone' ? phone.normalize('NFKC') : null,
			inquiryId,
			userId,
			clientKey: `proposal-${proposal.id}-accepted`,
			minutes: proposal.minutes,
			url: row.online_url,
		})
		const appointment = await getAppointment(trx, made.id)
		await notifySides(trx, appointment, '0', bookedTexts(trx.site, appointment), 'REQUEST')
		return made
	})
}

/** Declines the open proposal (client) or takes it back (office). Repeated, it does nothing. */
export async function closeProposal(ctx: Ctx, inquiryId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const access: Access = await openInquiry(trx, inquiryId, { lock: true })
		const proposal = await readOpenProposal(trx, inquiryId, access.officeId)
		if (!proposal) return
		await closeProposals(trx, inquiryId, access.side === 'user' ? 'declined' : 'withdrawn')
		if (access.side === 'user')
			await notifyOtherSide(trx, access, `proposal:${proposal.id}:declined`, writeText(trx.site, appointmentTexts.proposalDeclined, {}))
	})
}
