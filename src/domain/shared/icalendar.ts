/**
 * iCalendar text (RFC 5545). Written here: the packages for it (ical-generator, ics) bring time zone data and a date library
 * for what are twenty lines of text in UTC.
 */

/** A day 'YYYY-MM-DD', or a moment; the end is the day after the last, or the moment after it. */
export type CalendarEvent = {
	uid: string
	begins: string | Date
	ends: string | Date
	summary: string
	description: string
	url: string
	location?: string
	/** Grows with each change, so that calendar programs replace the entry that they have. */
	sequence?: number
	isCancelled?: boolean
	/** How long before it an alarm rings, as a duration: 'P7D'. */
	alarm?: string
	organizer?: { name: string; mail: string }
	attendee?: string
}

/** What a notification keeps of an invitation until its mail is written; moments as ISO texts. */
export type CalendarNotice = {
	method: 'REQUEST' | 'CANCEL'
	event: Omit<CalendarEvent, 'begins' | 'ends' | 'organizer' | 'attendee'> & { begins: string; ends: string }
}

type CalendarFile = {
	/** Who made it. */
	product: string
	/** What a subscribed calendar is called. */
	name?: string
	refreshHours?: number
	method?: 'REQUEST' | 'CANCEL'
	stamp: Date
	events: readonly CalendarEvent[]
}

/** Returns the text of a calendar file with lines of at most 75 octets. */
export function calendarText({ product, name, refreshHours, method, stamp, events }: CalendarFile): string {
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		`PRODID:-//${escapeText(product)}//calendar//JA`,
		'CALSCALE:GREGORIAN',
		...(method === undefined ? [] : [`METHOD:${method}`]),
		...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`]),
		...(refreshHours === undefined ? [] : [`REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`]),
		...events.flatMap((event) => eventLines(event, stamp)),
		'END:VCALENDAR',
		'',
	]
	return lines.flatMap(fold).join('\r\n')
}

const eventLines = (event: CalendarEvent, stamp: Date): string[] => [
	'BEGIN:VEVENT',
	`UID:${event.uid}`,
	`DTSTAMP:${utc(stamp)}`,
	`DTSTART${timeText(event.begins)}`,
	`DTEND${timeText(event.ends)}`,
	`SUMMARY:${escapeText(event.summary)}`,
	`DESCRIPTION:${escapeText(event.description)}`,
	`URL:${event.url}`,
	...(event.location === undefined ? [] : [`LOCATION:${escapeText(event.location)}`]),
	...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`, `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`]),
	...(event.organizer === undefined ? [] : [`ORGANIZER;CN="${paramText(event.organizer.name)}":mailto:${event.organizer.mail}`]),
	...(event.attendee === undefined ? [] : [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED:mailto:${event.attendee}`]),
	`TRANSP:${isDay(event.begins) ? 'TRANSPARENT' : 'OPAQUE'}`,
	...(event.alarm === undefined
		? []
		: ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escapeText(event.summary)}`, `TRIGGER:-${event.alarm}`, 'END:VALARM']),
	'END:VEVENT',
]

const isDay = (time: string | Date): time is string => typeof time === 'string' && time.length === 10

const timeText = (time: string | Date): string => (isDay(time) ? `;VALUE=DATE:${time.replaceAll('-', '')}` : `:${utc(new Date(time))}`)

const utc = (moment: Date): string => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

/** A quoted parameter has no escapes: what would end it is left out. */
const paramText = (text: string) => text.replaceAll(/["\p{Cc}]/gu, '')

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
