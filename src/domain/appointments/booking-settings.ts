import { sql } from 'kysely'
import { z } from 'zod'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { openOffice } from '../memberships/office-access.ts'
import { requireHonestText } from '../memberships/office-advertising.ts'
import { mayOffice } from '../memberships/office-policy.ts'
import { readSpecialDaysOf } from '../offices/hours/hours-rows.ts'
import { upcomingSpecialDays } from '../offices/hours/special-days.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import { text } from '../questions/schemas.ts'
import { betweenFields } from '../shared/parse-input.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { addDays, isCalendarDay, isoDay } from '../shared/japan-time.ts'
import { cleanLine } from '../shared/text-input.ts'
import {
	appointmentKinds,
	appointmentLengths,
	bufferChoices,
	durationChoices,
	isAppointmentKind,
	MAX_SPECIAL_DAYS,
	textOf,
	noticeChoices,
	rangeChoices,
} from './appointment-input.ts'
import { times, timesOf } from './availability.ts'
import type { WeekdayHours } from './slots.ts'

const oneOf = (choices: readonly number[], what: string) =>
	z
		.string()
		.catch('')
		.transform(Number)
		.refine((typed) => choices.includes(typed), `${what}を選んでください。`)

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

const onlineUrl = z
	.string()
	.default('')
	.overwrite(cleanLine)
	.refine(
		(typed) => typed === '' || (typed.length <= 300 && typed.startsWith('https://') && URL.canParse(typed)),
		'https:// で始まる300文字以内のアドレスを入力してください。',
	)

/** The days of a week, and after them holidays. */
const weekdays = [0, 1, 2, 3, 4, 5, 6, 7]

const typedHours = (typed: Record<string, unknown>, weekday: number) => ({
	weekday,
	opensAt: textOf(typed[`open-${weekday}`]),
	closesAt: textOf(typed[`close-${weekday}`]),
})

const hoursOf = (typed: Record<string, unknown>): WeekdayHours[] =>
	weekdays.map((weekday) => typedHours(typed, weekday)).filter(({ opensAt }) => opensAt !== '')

/** The form of the settings: times of the weekdays are `open-3` and `close-3`. */
export const settingsSchema = z
	.looseObject({
		open: z.string().optional(),
		minutes: oneOf(durationChoices, '1回の長さ'),
		bufferMinutes: oneOf(bufferChoices, '予約のあとの空き'),
		noticeHours: oneOf(noticeChoices, '受付の締め切り'),
		daysAhead: oneOf(rangeChoices, '受け付ける期間'),
		kinds: z
			.unknown()
			.transform((value) => appointmentKinds.filter((kind) => [value].flat().includes(kind)))
			.refine((kinds) => kinds.length > 0, '面談の方法を1つ以上選んでください。'),
		onlineUrl,
		note: text('面談の案内', appointmentLengths.note),
		version: z.coerce.number().int().catch(0),
	})
	.check(
		betweenFields([], (typed, report) => {
			const faults = weekdays.flatMap((weekday) => {
				const { opensAt, closesAt } = typedHours(typed, weekday)
				if (opensAt === '' && closesAt === '') return []
				if (!clock.safeParse(opensAt).success || !clock.safeParse(closesAt).success)
					return [{ weekday, sentence: '始まりと終わりの時刻を、両方入力してください。' }]
				return closesAt <= opensAt ? [{ weekday, sentence: '終わりの時刻は、始まりより後にしてください。' }] : []
			})
			for (const { weekday, sentence } of faults) report(`open-${weekday}`, sentence)
			if (typed.open !== undefined && faults.length === 0 && hoursOf(typed).length === 0)
				report('open-1', '予約を受け付ける曜日と時間を、1つ以上入力してください。')
		}),
		betweenFields(['kinds', 'onlineUrl'], (typed, report) => {
			if (typed.kinds.includes('online') && typed.onlineUrl === '')
				report('onlineUrl', 'オンラインで面談するときのアドレス（ZoomやGoogle Meetなど）を入力してください。')
		}),
	)
	.transform((typed) => {
		const { open, minutes, bufferMinutes, noticeHours, daysAhead, kinds, onlineUrl: url, note, version } = typed
		const hours = hoursOf(typed)
		return { isOpen: open !== undefined, minutes, bufferMinutes, noticeHours, daysAhead, kinds, onlineUrl: url, note, hours, version }
	})
export type SettingsInput = z.output<typeof settingsSchema>

const day = (what: string) => z.string().refine(isCalendarDay, `${what}を日付で入力してください。`)

/** The form of special days; without times nothing can be booked on them. */
export const specialDaysSchema = z
	.object({
		firstOn: day('始まりの日'),
		lastOn: z
			.string()
			.default('')
			.refine((typed) => typed === '' || isCalendarDay(typed), '終わりの日を日付で入力してください。'),
		opensAt: z.string().default(''),
		closesAt: z.string().default(''),
		label: text('名前', appointmentLengths.label, cleanLine),
	})
	.check(
		betweenFields(['firstOn', 'lastOn'], ({ firstOn, lastOn }, report) => {
			if (lastOn === '') return
			if (lastOn < firstOn) report('lastOn', '終わりの日は、始まりの日より後にしてください。')
			else if (lastOn > addDays(firstOn, 60)) report('lastOn', '一度に入れられるのは60日までです。')
		}),
		betweenFields(['opensAt', 'closesAt'], ({ opensAt, closesAt }, report) => {
			if (opensAt === '' && closesAt === '') return
			if (!clock.safeParse(opensAt).success || !clock.safeParse(closesAt).success)
				report('opensAt', '始まりと終わりの時刻を、両方入力してください。')
			else if (closesAt <= opensAt) report('opensAt', '終わりの時刻は、始まりより後にしてください。')
		}),
	)
	.transform(({ lastOn, ...typed }) => ({ ...typed, lastOn: lastOn === '' ? typed.firstOn : lastOn }))
export type SpecialDaysInput = z.output<typeof specialDaysSchema>

export type BookingSettings = Omit<SettingsInput, 'hours'> & {
	hours: WeekdayHours[]
	special: { id: number; firstOn: string; lastOn: string; opensAt: string | null; closesAt: string | null; label: string }[]
}

const shortTime = (time: string): string => time.slice(0, 5)

/** What an office that has set nothing up begins with: an hour at a time, while it is open. */
const initial = (hours: WeekdayHours[]): BookingSettings => ({
	isOpen: false,
	minutes: 60,
	bufferMinutes: 0,
	noticeHours: 24,
	daysAhead: 30,
	kinds: ['in_person'],
	onlineUrl: '',
	note: '',
	hours,
	version: 0,
	special: [],
})

const selectTimes = checkedSql({ opening: times.nullable, bookable: times.nullable, booking_days: int4 })

/** The settings of the viewer's own office. Throws not-found for others' offices. */
export async function getBookingSettings(ctx: Ctx, officeId: number) {
	const office = await openOffice(ctx, officeId, 'read')
	const row = await ctx.db.selectFrom('booking_settings').selectAll().where('office_id', '=', officeId).executeTakeFirst()
	const { rows } = await selectTimes`
		select ${timesOf('office_hours', officeId)} as opening, ${timesOf('booking_hours', officeId)} as bookable,
			${capacityOfOffice(ctx.now(), sql`${officeId}::integer`, ({ bookingDays }) => bookingDays)} as booking_days
	`.execute(ctx.db)
	const [{ opening, bookable, booking_days: bookingDays } = { opening: null, bookable: null, booking_days: 0 }] = rows
	const settings =
		row === undefined ? initial(wholeDays(opening ?? [])) : await withSpecialDays(ctx, officeId, row, wholeDays(bookable ?? []))
	return {
		office: { id: office.id, name: office.name, isPublic: office.state === 'published' },
		mayEdit: mayOffice('edit', office, office.state),
		isStored: row !== undefined,
		hasOpeningHours: opening !== null,
		bookingDays,
		officeDays: upcomingSpecialDays(await readSpecialDaysOf(ctx, officeId), isoDay(ctx.now())),
		settings,
	}
}

/** One span for each weekday, from the first opening to the last closing. */
function wholeDays(spans: readonly WeekdayHours[]): WeekdayHours[] {
	return [...Map.groupBy(spans, ({ weekday }) => weekday)].map(([weekday, ofDay]) => ({
		weekday,
		opensAt: ofDay[0]?.opensAt ?? '09:00',
		closesAt: ofDay.at(-1)?.closesAt ?? '18:00',
	}))
}

async function withSpecialDays(
	{ db, now }: Ctx,
	officeId: number,
	row: {
		opened_at: Date | null
		minutes: number
		buffer_minutes: number
		notice_hours: number
		days_ahead: number
		kinds: string[]
		online_url: string | null
		note: string
		version: number
	},
	hours: WeekdayHours[],
): Promise<BookingSettings> {
	const special = await db
		.selectFrom('booking_special_days')
		.select(['id', 'first_on', 'last_on', 'opens_at', 'closes_at', 'label'])
		.where('office_id', '=', officeId)
		.where('last_on', '>=', isoDay(now()))
		.orderBy('first_on')
		.orderBy('id')
		.execute()
	return {
		isOpen: row.opened_at !== null,
		minutes: row.minutes,
		bufferMinutes: row.buffer_minutes,
		noticeHours: row.notice_hours,
		daysAhead: row.days_ahead,
		kinds: row.kinds.filter(isAppointmentKind),
		onlineUrl: row.online_url ?? '',
		note: row.note,
		version: row.version,
		hours,
		special: special.map((one) => ({
			id: one.id,
			firstOn: one.first_on,
			lastOn: one.last_on,
			opensAt: one.opens_at === null ? null : shortTime(one.opens_at),
			closesAt: one.closes_at === null ? null : shortTime(one.closes_at),
			label: one.label,
		})),
	}
}

const changedElsewhere = () =>
	new DomainError('conflict', 'the settings were changed elsewhere', {
		fields: { form: 'この設定は、別の画面またはほかのメンバーが変更しました。ページを開き直して、もう一度入力してください。' },
	})

/**
 * Saves when and how the office can be booked. Throws conflict where somebody else saved since the form was opened, and invalid for
 * a note that the advertising rules of the office's professions forbid. Appointments that exist stay as they are.
 */
export async function saveBookingSettings(ctx: Ctx, officeId: number, input: SettingsInput): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		await requireHonestText(trx, officeId, 'note', input.note)
		const known = await trx.db
			.selectFrom('booking_settings')
			.select(['version', 'opened_at'])
			.where('office_id', '=', officeId)
			.forUpdate()
			.executeTakeFirst()
		if ((known?.version ?? 0) !== input.version) throw changedElsewhere()
		const values = {
			opened_at: input.isOpen ? (known?.opened_at ?? trx.now()) : null,
			minutes: input.minutes,
			buffer_minutes: input.bufferMinutes,
			notice_hours: input.noticeHours,
			days_ahead: input.daysAhead,
			kinds: input.kinds,
			online_url: input.onlineUrl === '' ? null : input.onlineUrl,
			note: input.note,
			version: input.version + 1,
			check_at: new Date(0),
			updated_at: trx.now(),
		}
		await trx.db
			.insertInto('booking_settings')
			.values({ office_id: officeId, ...values })
			.onConflict((conflict) => conflict.column('office_id').doUpdateSet(values))
			.execute()
		await trx.db.deleteFrom('booking_hours').where('office_id', '=', officeId).execute()
		if (input.hours.length > 0)
			await trx.db
				.insertInto('booking_hours')
				.values(
					input.hours.map(({ weekday, opensAt, closesAt }) => ({ office_id: officeId, weekday, opens_at: opensAt, closes_at: closesAt })),
				)
				.execute()
	})
}

/** Adds days with times of their own, or without any. The settings must have been saved once. */
export async function addSpecialDays(ctx: Ctx, officeId: number, input: SpecialDaysInput): Promise<void> {
	const refuse = (field: string, sentence: string) => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		const settings = await trx.db
			.selectFrom('booking_settings')
			.select('office_id')
			.where('office_id', '=', officeId)
			.forUpdate()
			.executeTakeFirst()
		if (!settings) throw refuse('form', '先に、予約の設定を保存してください。')
		if (input.lastOn < isoDay(trx.now())) throw refuse('firstOn', '過ぎた日は入れられません。')
		const today = isoDay(trx.now())
		const { count } = await trx.db
			.selectFrom('booking_special_days')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.where('office_id', '=', officeId)
			.where('last_on', '>=', today)
			.executeTakeFirstOrThrow()
		if (Number(count) >= MAX_SPECIAL_DAYS) throw refuse('form', `特別な日は${MAX_SPECIAL_DAYS}件までです。要らないものを削除してください。`)
		await trx.db.deleteFrom('booking_special_days').where('office_id', '=', officeId).where('last_on', '<', today).execute()
		await trx.db
			.insertInto('booking_special_days')
			.values({
				office_id: officeId,
				first_on: input.firstOn,
				last_on: input.lastOn,
				opens_at: input.opensAt === '' ? null : input.opensAt,
				closes_at: input.closesAt === '' ? null : input.closesAt,
				label: input.label,
			})
			.execute()
	})
}

/** Removes special days of the viewer's own office; nothing happens where they are gone already. */
export async function removeSpecialDays(ctx: Ctx, officeId: number, id: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		await trx.db.deleteFrom('booking_special_days').where('office_id', '=', officeId).where('id', '=', id).execute()
	})
}
