import { calendarSearch, parseCalendarQuery } from '../../domain/calculators/calendar-query.ts'
import { readCalendar } from '../../domain/calculators/due-dates.ts'
import { calendarPath } from '../../domain/shared/links.ts'
import { addDays, isoDay, startOfDay } from '../../domain/shared/japan-time.ts'
import { calendarText } from '../../domain/shared/icalendar.ts'
import { configContext, withCtx } from '../context.ts'
import type { Route } from './+types/calendar-file'

/** The calendar as iCalendar (RFC 5545), to be subscribed to: each due date is a day with an alarm a week before. */
export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const { siteName, publicUrl } = context.get(configContext)
	const query = parseCalendarQuery(new URL(request.url).searchParams)
	const { due } = await readCalendar(ctx, query)
	const link = `${publicUrl}${calendarPath(calendarSearch(query))}`
	const stamp = startOfDay(isoDay(ctx.now()))
	const host = new URL(publicUrl).host
	const content = calendarText({
		product: siteName,
		name: `${siteName} 手続きの期限`,
		refreshHours: 24,
		stamp,
		events: due.map(({ slug, title, body, law, day }) => ({
			uid: `${slug}-${day}@${host}`,
			begins: day,
			ends: addDays(day, 1),
			summary: title,
			description: `${body}（${law}）`,
			url: link,
			alarm: 'P7D',
		})),
	})
	return new Response(content, {
		headers: {
			'content-type': 'text/calendar; charset=utf-8',
			'content-disposition': 'attachment; filename="calendar.ics"',
			'cache-control': 'public, max-age=3600',
		},
	})
})
