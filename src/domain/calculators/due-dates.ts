import { isBusinessDay } from '../shared/business-hours.ts'
import type { Ctx } from '../shared/context.ts'
import { addDays, isoDay } from '../shared/japan-time.ts'
import type { TableRow } from '../shared/tables.ts'
import type { CalendarQuery } from './calendar-query.ts'

export type DueDate = {
	slug: string
	title: string
	body: string
	law: string
	taskIds: number[]
	/** 'YYYY-MM-DD', moved to an open day where the law moves it. */
	day: string
}

export type LawChange = DueDate & { sourceUrl: string }

/** Due dates of the next twelve months from today, soonest first, and the changes of this year and the next. */
export async function readCalendar(ctx: Pick<Ctx, 'db' | 'now'>, query: CalendarQuery): Promise<{ due: DueDate[]; changes: LawChange[] }> {
	const today = isoDay(ctx.now())
	const rows = await readRows(ctx)
	const due = dueDatesOf(rows, query, today)
	const thisYear = `${today.slice(0, 4)}-01-01`
	const changes = rows
		.flatMap((row) =>
			row.on_day !== null && row.on_day >= thisYear ? [{ ...textsOf(row), day: row.on_day, sourceUrl: row.source_url ?? '' }] : [],
		)
		.toSorted((a, b) => (a.day < b.day ? -1 : 1))
	return { due, changes }
}

type Row = TableRow<'due_dates'>

/** The entries of the calendar, a few dozen. */
export const readRows = (ctx: Pick<Ctx, 'db'>): Promise<Row[]> => ctx.db.selectFrom('due_dates').selectAll().orderBy('slug').execute()

/** The due dates of the twelve months from `today`, soonest first. */
export const dueDatesOf = (rows: readonly Row[], query: CalendarQuery, today: string): DueDate[] =>
	rows
		.filter(({ kind, who }) => kind !== 'change' && (query.who.length === 0 || who.some((one) => (query.who as string[]).includes(one))))
		.flatMap((row) => daysOf(row, query, today).map((day) => ({ ...textsOf(row), day })))
		.toSorted((a, b) => (a.day === b.day ? a.slug.localeCompare(b.slug) : a.day < b.day ? -1 : 1))

const textsOf = ({ slug, title, body, law, task_ids: taskIds }: Row) => ({ slug, title, body, law, taskIds })

/** The days of a row from today until before the same day of next year. */
function daysOf({ kind, month, day, shifts }: Row, { closing }: CalendarQuery, today: string): string[] {
	const year = Number(today.slice(0, 4))
	const end = `${year + 1}${today.slice(4)}`
	const move = (one: string) => (shifts ? openDay(one) : one)
	const months = Array.from({ length: 14 }, (_, index) => ({
		year: year + Math.floor((Number(today.slice(5, 7)) - 2 + index) / 12),
		month: ((Number(today.slice(5, 7)) - 2 + index + 12) % 12) + 1,
	}))
	return months
		.filter((one) => {
			if (kind === 'monthly') return true
			if (kind === 'yearly') return one.month === month
			return closing !== null && one.month === ((closing + (month ?? 0) - 1) % 12) + 1
		})
		.map((one) => move(dayOfMonth(one.year, one.month, day ?? 31)))
		.filter((one) => one >= today && one < end)
}

/** A day of a month; the last one where the month is shorter. */
const dayOfMonth = (year: number, month: number, day: number): string => {
	const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
	return `${year}-${`${month}`.padStart(2, '0')}-${`${Math.min(day, last)}`.padStart(2, '0')}`
}

/** The day itself or the next on which offices are open: no weekend, holiday, nor 29 December to 3 January (国税通則法10条). */
function openDay(day: string): string {
	let open = day
	while (!isBusinessDay(open) || /-(?:12-(?:29|30|31)|01-0[1-3])$/.test(open)) open = addDays(open, 1)
	return open
}
