import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { specialDaysColumn, specialDaysOf } from '../offices/hours/hours-rows.ts'
import { isoDay } from '../shared/japan-time.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import type { AppointmentKind } from './appointment-input.ts'
import type { Availability } from './slots.ts'

export type OpenedCalendar = {
	officeId: number
	/** Clients may book now: the office has opened its calendar, is published and takes new clients. */
	isOpen: boolean
	kinds: AppointmentKind[]
	onlineUrl: string | null
	note: string
	availability: Availability
}

export const times = builtJson(() => z.array(z.strictObject({ weekday: z.int(), opensAt: z.string(), closesAt: z.string() })))

const selectCalendar = checkedSql({
	is_open: bool,
	minutes: int4,
	buffer_minutes: int4,
	notice_hours: int4,
	days_ahead: int4,
	kinds: textArray.as<AppointmentKind[]>(),
	online_url: text.nullable,
	note: text,
	bookable: times.nullable,
	opening: times.nullable,
	office_days: specialDaysColumn,
	special: builtJson(() =>
		z.array(z.strictObject({ firstOn: z.string(), lastOn: z.string(), opensAt: z.string().nullable(), closesAt: z.string().nullable() })),
	).nullable,
})

const selectBusy = checkedSql({ begins: timestamptz, until: timestamptz })

/** SQL for `json_agg` of the times of table `name` for the office. */
export const timesOf = (name: 'booking_hours' | 'office_hours', officeId: number): RawBuilder<unknown> => sql`(
	select json_agg(json_build_object(
		'weekday', h.weekday, 'opensAt', to_char(h.opens_at, 'HH24:MI'), 'closesAt', to_char(h.closes_at, 'HH24:MI')
	) order by h.weekday, h.opens_at) from ${sql.table(name)} h where h.office_id = ${officeId}::integer
)`

/**
 * Reads when an office can be booked; null for one that has set nothing up. With `lock`, nobody else books it until the
 * transaction ends.
 */
export async function readCalendar(ctx: Ctx, officeId: number, options: { lock?: boolean } = {}): Promise<OpenedCalendar | null> {
	if (options.lock) await sql`select from booking_settings where office_id = ${officeId}::integer for update`.execute(ctx.db)
	const { rows } = await selectCalendar`
		select b.opened_at is not null and o.state = 'published' and o.accepting <> 'paused' as is_open,
			b.minutes, b.buffer_minutes, b.notice_hours, least(b.days_ahead, ${capacityOfOffice(ctx.now(), sql`b.office_id`, ({ bookingDays }) => bookingDays)}) as days_ahead, b.kinds, b.online_url, b.note,
			${timesOf('booking_hours', officeId)} as bookable, ${timesOf('office_hours', officeId)} as opening,
			${specialDaysOf(sql`b.office_id`, isoDay(ctx.now()))} as office_days,
			(
				select json_agg(json_build_object(
					'firstOn', s.first_on, 'lastOn', s.last_on, 'opensAt', to_char(s.opens_at, 'HH24:MI'), 'closesAt', to_char(s.closes_at, 'HH24:MI')
				) order by s.first_on)
				from booking_special_days s where s.office_id = b.office_id
			) as special
		from booking_settings b join offices o on o.id = b.office_id
		where b.office_id = ${officeId}::integer
	`.execute(ctx.db)
	const [row] = rows
	if (!row) return null
	const { rows: busy } = await selectBusy`
		select begins_at as begins, blocked_until as until from appointments
		where office_id = ${officeId}::integer and cancelled_at is null and blocked_until > ${ctx.now()}
		union all
		select begins_at, ends_at from busy_times where office_id = ${officeId}::integer and ends_at > ${ctx.now()}
	`.execute(ctx.db)
	return {
		officeId,
		isOpen: row.is_open,
		kinds: row.kinds,
		onlineUrl: row.online_url,
		note: row.note,
		availability: {
			minutes: row.minutes,
			bufferMinutes: row.buffer_minutes,
			noticeHours: row.notice_hours,
			daysAhead: row.days_ahead,
			bookable: row.bookable ?? [],
			opening: row.opening ?? [],
			officeDays: row.office_days ?? [],
			special: row.special ?? [],
			busy,
		},
	}
}
