import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, int8, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { assigneeOf, membersOf } from '../inquiries/inquiry-access.ts'
import { recipientsOf } from '../memberships/case-recipients.ts'
import type { Side } from '../inquiries/inquiry-input.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { appointmentPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { cleanLine } from '../shared/text-input.ts'
import type { CalendarNotice } from '../shared/icalendar.ts'
import { type AppointmentKind, kindLabels, spanText } from './appointment-input.ts'

export const refused = (field: string, sentence: string) => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })

export const selectAppointments = checkedSql({
	id: int4,
	office_id: int4,
	office_name: text,
	office_state: text,
	prefecture_id: int4,
	municipality: text,
	address_line: text,
	inquiry_id: int4,
	subject: text,
	contact_name: text,
	user_id: int8.nullable,
	kind: text.as<AppointmentKind>(),
	online_url: text.nullable,
	phone: text.nullable,
	begins_at: timestamptz,
	ends_at: timestamptz,
	sequence: int4,
	created_at: timestamptz,
	cancelled_at: timestamptz.nullable,
	cancelled_by: text.as<Side>().nullable,
	cancel_reason: text,
})
type AppointmentRow = RowOf<typeof selectAppointments>

export const appointmentColumns = sql`
	a.id, a.office_id, o.name as office_name, o.state as office_state, o.prefecture_id, m.name as municipality, o.address_line, a.inquiry_id, i.subject, i.contact_name,
	a.user_id, a.kind, a.online_url, a.phone, a.begins_at, a.ends_at, a.sequence, a.created_at, a.cancelled_at, a.cancelled_by, a.cancel_reason
	from appointments a
	join offices o on o.id = a.office_id
	join municipalities m on m.id = o.municipality_id
	join inquiries i on i.id = a.inquiry_id
`

/** The offices for which a user acts as a verified expert. */
export const officesOfUser = (userId: string): RawBuilder<unknown> => sql`(
	select m.office_id from office_members m join experts e on e.id = m.expert_id and e.state = 'verified' where e.user_id = ${userId}::bigint
)`

export type Appointment = {
	id: number
	officeId: number
	officeName: string
	isOfficePublic: boolean
	address: string
	inquiryId: number
	subject: string
	contactName: string
	userId: string | null
	kind: AppointmentKind
	onlineUrl: string | null
	/** Of the client, for a call. */
	phone: string | null
	beginsAt: Date
	endsAt: Date
	sequence: number
	createdAt: Date
	cancelledAt: Date | null
	cancelledBy: Side | null
	cancelReason: string
}

export const toAppointment = (row: AppointmentRow): Appointment => ({
	id: row.id,
	officeId: row.office_id,
	officeName: row.office_name,
	isOfficePublic: row.office_state === 'published',
	address: `${getPrefecture(row.prefecture_id).name}${row.municipality}${row.address_line}`,
	inquiryId: row.inquiry_id,
	subject: row.subject,
	contactName: row.contact_name,
	userId: row.user_id,
	kind: row.kind,
	onlineUrl: row.online_url,
	phone: row.phone,
	beginsAt: row.begins_at,
	endsAt: row.ends_at,
	sequence: row.sequence,
	createdAt: row.created_at,
	cancelledAt: row.cancelled_at,
	cancelledBy: row.cancelled_by,
	cancelReason: row.cancel_reason,
})

/** Reads an appointment whoever asks. Throws not-found. */
export async function getAppointment(ctx: Pick<Ctx, 'db'>, id: number): Promise<Appointment> {
	if (!Number.isInteger(id) || id < 1 || id > 0x7fffffff) throw notFound('appointment')
	const { rows } = await selectAppointments`select ${appointmentColumns} where a.id = ${id}::integer`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('appointment')
	return toAppointment(row)
}

/**
 * An appointment as one of its two sides: the client, or a verified expert of the office. For everybody else, staff too, it is
 * not there. With `lock`, its row is held until the transaction ends.
 */
export async function openAppointment(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<Appointment & { side: Side }> {
	const { userId } = requireMember(ctx)
	if (options.lock) await sql`select from appointments where id = ${id}::integer for update`.execute(ctx.db)
	const appointment = await getAppointment(ctx, id)
	if (appointment.userId === userId) return { ...appointment, side: 'user' }
	if (!(await membersOf(ctx, appointment.officeId)).includes(userId)) throw notFound('appointment')
	return { ...appointment, side: 'office' }
}

/** Whether it can still be moved or cancelled. */
export const isAhead = ({ cancelledAt, beginsAt }: Pick<Appointment, 'cancelledAt' | 'beginsAt'>, now: Date): boolean =>
	cancelledAt === null && beginsAt > now

/** The variables of a sentence about an appointment. */
export const wordsOf = (appointment: Appointment) => ({ 事務所名: appointment.officeName, 日時: whenText(appointment) })

export const whenText = ({ beginsAt, endsAt, kind }: Pick<Appointment, 'beginsAt' | 'endsAt' | 'kind'>): string =>
	`${spanText(beginsAt, endsAt)}・${kindLabels[kind]}`

/** Where it takes place, as a calendar says it. */
export const placeOf = ({ kind, onlineUrl, address }: Appointment): string =>
	kind === 'online' ? (onlineUrl ?? 'オンライン') : kind === 'in_person' ? address : '電話'

/**
 * The calendar entry of an appointment as one side has it. `isStored`: it is kept with a notice, which outlives an account, and so
 * has no name of the client.
 */
export function eventOf(
	ctx: Pick<Ctx, 'site'>,
	appointment: Appointment,
	side: Side,
	{ isStored = false }: { isStored?: boolean } = {},
): CalendarNotice['event'] {
	const { publicUrl, name } = ctx.site
	const url = `${publicUrl}${appointmentPath(appointment.id)}`
	return {
		uid: `appointment-${appointment.id}@${new URL(publicUrl).host}`,
		begins: appointment.beginsAt.toISOString(),
		ends: appointment.endsAt.toISOString(),
		sequence: appointment.sequence,
		isCancelled: appointment.cancelledAt !== null,
		summary:
			side === 'user'
				? `面談：${appointment.officeName}`
				: `面談：${isStored ? '相談者' : `${appointment.contactName}さん`}（${appointment.officeName}）`,
		description: `${name}で予約した面談です。変更とキャンセルは、こちらのページからできます。\n${url}`,
		url,
		location: placeOf(appointment),
	}
}

/** Of an office only: what a client wrote is erased with their account, and a notice outlives it. The office reads theirs on the page. */
const reasonOf = ({ cancelReason }: Appointment) => (cancelReason === '' ? [] : [{ label: '理由', value: cleanLine(cancelReason) }])

/**
 * Notifies both sides of what became of an appointment, with a calendar file that enters, updates or removes it. Each person once
 * for each `occasion`. Texts have no name of the client: notices outlive an account.
 */
export async function notifySides(
	ctx: Ctx,
	appointment: Appointment,
	occasion: string,
	texts: { client: string; office: string },
	method: CalendarNotice['method'] | null,
): Promise<void> {
	const sides = [
		...(appointment.userId === null ? [] : [{ side: 'user' as const, kind: 'appointment' as const, userId: appointment.userId }]),
		...(await recipientsOf(ctx, appointment.officeId, assigneeOf(appointment.inquiryId))).map((userId) => ({
			side: 'office' as const,
			kind: 'office-appointment' as const,
			userId,
		})),
	]
	for (const { side, kind, userId } of sides)
		await publishEvent(ctx, {
			event: 'notice',
			kind,
			userId,
			subject: `appointment:${appointment.id}:${occasion}`,
			text: side === 'user' ? texts.client : texts.office,
			path: appointmentPath(appointment.id),
			...(appointment.inquiryId === null ? {} : { answers: { inquiryId: appointment.inquiryId } }),
			facts: [
				{ label: '事務所', value: appointment.officeName },
				{ label: '日時', value: spanText(appointment.beginsAt, appointment.endsAt) },
				{ label: '方法・場所', value: [kindLabels[appointment.kind], placeOf(appointment)].filter(Boolean).join('　') },
				...(side === 'user' && appointment.cancelledBy === 'office' ? reasonOf(appointment) : []),
			],
			...(method === null ? {} : { calendar: { method, event: eventOf(ctx, appointment, side, { isStored: true }) } }),
		})
}

/** Ends the proposal of times that is open in a thread: the client took one of them, or another time by themselves. */
export const closeProposals = (ctx: Ctx, inquiryId: number, answer: 'accepted' | 'declined' | 'withdrawn') =>
	ctx.db
		.updateTable('appointment_proposals')
		.set({ answered_at: ctx.now(), answer })
		.where('inquiry_id', '=', inquiryId)
		.where('answered_at', 'is', null)
		.execute()
