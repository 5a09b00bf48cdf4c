import { z } from 'zod'
import { readBusyCalendar } from '../../platform/busy-calendar.ts'
import { openOffice } from '../memberships/office-access.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { days, JAPAN_OFFSET_MS, minutes } from '../shared/japan-time.ts'
import { countAttempt } from '../shared/throttles.ts'

/** Why a calendar could not be read. */
export type CalendarFailure = 'unreachable' | 'refused' | 'too-large' | 'no-calendar'

export const calendarFailureTexts: Readonly<Record<CalendarFailure, string>> = {
	unreachable: 'このアドレスからは読み込めませんでした。公開用のアドレス（https）かどうかを確かめてください。',
	refused: '相手のサーバーが読み込みを断りました。アドレスが取り消されていないか確かめてください。',
	'too-large': 'カレンダーが大きすぎて読み込めませんでした（2MBまで）。',
	'no-calendar': 'iCalendar（.ics）の形式ではありませんでした。カレンダーの「iCal形式の公開アドレス」を入力してください。',
}

/** Key of the encryption: the address of a calendar opens it. */
const PURPOSE = 'busy-calendar'
const URL_LENGTH = 1_000
const MAX_BYTES = 2 * 1_048_576
/** How often a calendar is read. */
const FETCH_EVERY = minutes(15)
/** Beyond what any plan opens to bookings. */
const AHEAD = days(100)

export const busyCalendarSchema = z.object({
	url: z
		.string()
		.trim()
		.min(1, 'カレンダーのアドレスを入力してください。')
		.max(URL_LENGTH, `アドレスは${URL_LENGTH}文字までです。`)
		.transform((url) => url.replace(/^webcals?:\/\//i, 'https://')),
})

export type BusyCalendar = {
	/** The host alone: the rest of the address is a secret. */
	host: string
	fetchedAt: Date | null
	failure: CalendarFailure | null
	/** Busy spans from now on. */
	spans: number
}

/** The calendar elsewhere that an office has named; null for none. Throws not-found for others' offices. */
export async function findBusyCalendar(ctx: Ctx, officeId: number): Promise<BusyCalendar | null> {
	await openOffice(ctx, officeId, 'read')
	const row = await ctx.db
		.selectFrom('busy_calendars as c')
		.select(['c.url', 'c.fetched_at', 'c.failure'])
		.select((eb) =>
			eb
				.selectFrom('busy_times as t')
				.select((count) => count.fn.countAll<string>().as('count'))
				.whereRef('t.office_id', '=', 'c.office_id')
				.where('t.ends_at', '>', ctx.now())
				.as('spans'),
		)
		.where('c.office_id', '=', officeId)
		.executeTakeFirst()
	if (!row) return null
	const url = ctx.encryptor.decrypt(PURPOSE, row.url)
	return { host: url === null ? '' : new URL(url).host, fetchedAt: row.fetched_at, failure: row.failure, spans: Number(row.spans ?? 0) }
}

/**
 * Reads a calendar elsewhere and takes its busy times as the office's, in the place of any named before. Throws invalid with the reason for
 * an address that cannot be read, conflict while the office has no settings for bookings.
 */
export async function saveBusyCalendar(ctx: Ctx, officeId: number, url: string): Promise<void> {
	await openOffice(ctx, officeId, 'edit')
	await countAttempt(ctx, 'busyCalendarOffice', `${officeId}`)
	const read = await fetchCalendar(ctx, url, null)
	if (typeof read === 'string' || read.spans === null)
		throw new DomainError('invalid', 'not readable', { fields: { url: calendarFailureTexts[typeof read === 'string' ? read : 'refused'] } })
	const { spans, etag } = read
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		const settings = await trx.db.selectFrom('booking_settings').select('office_id').where('office_id', '=', officeId).executeTakeFirst()
		if (!settings) throw new DomainError('conflict', 'no settings', { fields: { form: '先に、予約の設定を保存してください。' } })
		const values = { url: trx.encryptor.encrypt(PURPOSE, url), created_at: trx.now(), ...succeeded(trx, etag) }
		await trx.db
			.insertInto('busy_calendars')
			.values({ office_id: officeId, ...values })
			.onConflict((conflict) => conflict.column('office_id').doUpdateSet(values))
			.execute()
		await keepSpans(trx, officeId, spans)
	})
}

/** Forgets the calendar and its busy times. */
export async function removeBusyCalendar(ctx: Ctx, officeId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		await trx.db.deleteFrom('busy_calendars').where('office_id', '=', officeId).execute()
		await recheck(trx, officeId)
	})
}

/**
 * Reads one calendar whose time has come. What it said before is kept while it cannot be read. Returns 1, or 0 when none is left. Safe
 * to repeat and to run in several processes.
 */
export async function refreshBusyCalendar(ctx: Ctx): Promise<number> {
	const due = await inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('busy_calendars')
			.select(['office_id', 'url', 'etag'])
			.where('fetch_at', '<=', trx.now())
			.orderBy('fetch_at')
			.limit(1)
			.forUpdate()
			.skipLocked()
			.executeTakeFirst()
		if (row)
			await trx.db
				.updateTable('busy_calendars')
				.set({ fetch_at: next(trx.now()) })
				.where('office_id', '=', row.office_id)
				.execute()
		return row
	})
	if (!due) return 0
	const url = ctx.encryptor.decrypt(PURPOSE, due.url)
	const read = url === null ? ('refused' as const) : await fetchCalendar(ctx, url, due.etag)
	await inTransaction(ctx, async (trx) => {
		// The office may have named another meanwhile.
		const change = (values: { failure: CalendarFailure } | ReturnType<typeof succeeded>) =>
			trx.db
				.updateTable('busy_calendars')
				.set(values)
				.where('office_id', '=', due.office_id)
				.where('url', '=', due.url)
				.returning('office_id')
				.executeTakeFirst()
		if (typeof read === 'string') return void (await change({ failure: read }))
		const kept = await change(succeeded(trx, read.etag ?? due.etag))
		if (kept && read.spans !== null) await keepSpans(trx, due.office_id, read.spans)
	})
	return 1
}

const next = (now: Date): Date => new Date(now.getTime() + FETCH_EVERY)

const succeeded = ({ now }: Pick<Ctx, 'now'>, etag: string | null) => ({
	etag: etag !== null && etag.length <= 200 ? etag : null,
	fetch_at: next(now()),
	fetched_at: now(),
	failure: null,
})

type Spans = readonly { begins: number; ends: number }[]

/** `spans` is null for a calendar that has not changed. */
async function fetchCalendar(
	ctx: Ctx,
	url: string,
	etag: string | null,
): Promise<{ spans: Spans | null; etag: string | null } | CalendarFailure> {
	const headers = { accept: 'text/calendar, text/plain;q=0.5', ...(etag === null ? {} : { 'if-none-match': etag }) }
	const answer = await ctx.webhooks.read(url, { headers, maxBytes: MAX_BYTES })
	if ('failure' in answer) return 'unreachable'
	if (answer.status === 304) return { spans: null, etag }
	if (answer.status !== 200) return 'refused'
	if (answer.body === null) return 'too-large'
	const now = ctx.now()
	const spans = await readBusyCalendar({ text: answer.body, from: now.getTime(), to: now.getTime() + AHEAD, offset: JAPAN_OFFSET_MS })
	return spans === null ? 'no-calendar' : { spans, etag: answer.etag }
}

async function keepSpans(trx: Ctx, officeId: number, spans: Spans): Promise<void> {
	await trx.db.deleteFrom('busy_times').where('office_id', '=', officeId).execute()
	if (spans.length > 0)
		await trx.db
			.insertInto('busy_times')
			.values(spans.map(({ begins, ends }) => ({ office_id: officeId, begins_at: new Date(begins), ends_at: new Date(ends) })))
			.execute()
	await recheck(trx, officeId)
}

/** The first free time of the office may be another now. */
const recheck = (trx: Ctx, officeId: number) =>
	trx.db
		.updateTable('booking_settings')
		.set({ check_at: new Date(0) })
		.where('office_id', '=', officeId)
		.execute()
