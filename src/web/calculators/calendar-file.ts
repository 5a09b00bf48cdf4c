import { calendarSearch, parseCalendarQuery } from '../../domain/calculators/calendar-query.ts'
import { type DueDate, readCalendar } from '../../domain/calculators/due-dates.ts'
import { calendarPath } from '../../domain/shared/links.ts'
import { addDays } from '../../domain/shared/japan-time.ts'
import { configContext, withCtx } from '../context.ts'
import type { Route } from './+types/calendar-file'

/** The calendar as iCalendar (RFC 5545), to be subscribed to: each due date is a day with an alarm a week before. */
export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const { siteName, publicUrl } = context.get(configContext)
	const query = parseCalendarQuery(new URL(request.url).searchParams)
	const { due } = await readCalendar(ctx, query)
	const stamp = `${ctx.now().toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`
	const link = `${publicUrl}${calendarPath(calendarSearch(query))}`
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		`PRODID:-//${siteName}//calendar//JA`,
		'CALSCALE:GREGORIAN',
		`X-WR-CALNAME:${escapeText(`${siteName} 手続きの期限`)}`,
		'REFRESH-INTERVAL;VALUE=DURATION:P1D',
		...due.flatMap((one) => eventLines(one, { stamp, link, host: new URL(publicUrl).host })),
		'END:VCALENDAR',
		'',
	]
	return new Response(lines.flatMap(fold).join('\r\n'), {
		headers: {
			'content-type': 'text/calendar; charset=utf-8',
			'content-disposition': 'attachment; filename="calendar.ics"',
			'cache-control': 'public, max-age=3600',
		},
	})
})

const compact = (day: string) => day.replaceAll('-', '')

const eventLines = ({ slug, title, body, law, day }: DueDate, { stamp, link, host }: { stamp: string; link: string; host: string }) => [
	'BEGIN:VEVENT',
	`UID:${slug}-${day}@${host}`,
	`DTSTAMP:${stamp}`,
	`DTSTART;VALUE=DATE:${compact(day)}`,
	`DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
	`SUMMARY:${escapeText(title)}`,
	`DESCRIPTION:${escapeText(`${body}（${law}）`)}`,
	`URL:${link}`,
	'TRANSP:TRANSPARENT',
	'BEGIN:VALARM',
	'ACTION:DISPLAY',
	`DESCRIPTION:${escapeText(title)}`,
	'TRIGGER:-P7D',
	'END:VALARM',
	'END:VEVENT',
]

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)

/** A line of at most 75 octets, continued on lines that begin with a blank. */
function fold(line: string): string[] {
	const folded: string[] = []
	let part = ''
	for (const character of line) {
		if (Buffer.byteLength(part + character) > 74) {
			folded.push(part)
			part = ' '
		}
		part += character
	}
	return [...folded, part]
}
