import { expect, test } from 'vitest'
import { readBusyCalendar } from './busy-calendar.ts'

const span = { from: Date.parse('2026-06-15T00:00:00Z'), to: Date.parse('2026-07-15T00:00:00Z'), offset: 540 * 60_000 }

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//JA', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', `UID:${lines.join('')}`, 'DTSTAMP:20260601T000000Z', ...lines, 'END:VEVENT']
const read = async (...lines: string[]) =>
	(await readBusyCalendar({ text: calendar(...lines), ...span }))?.map(({ begins, ends }) =>
		[begins, ends].map((moment) => new Date(moment).toISOString().slice(0, 16)),
	)

const tokyo = [
	'BEGIN:VTIMEZONE',
	'TZID:Asia/Tokyo',
	'BEGIN:STANDARD',
	'DTSTART:19700101T000000',
	'TZOFFSETFROM:+0900',
	'TZOFFSETTO:+0900',
	'END:STANDARD',
	'END:VTIMEZONE',
]

test('reads events in any zone, whole days, and days without a zone as Japan’s', async () => {
	expect(
		await read(
			...tokyo,
			...event('DTSTART:20260616T010000Z', 'DTEND:20260616T020000Z'),
			...event('DTSTART;TZID=Asia/Tokyo:20260617T100000', 'DURATION:PT30M'),
			...event('DTSTART:20260618T100000', 'DTEND:20260618T110000'),
			...event('DTSTART;VALUE=DATE:20260619', 'DTEND;VALUE=DATE:20260621'),
			...event('DTSTART;VALUE=DATE:20260623'),
		),
	).toEqual([
		['2026-06-16T01:00', '2026-06-16T02:00'],
		['2026-06-17T01:00', '2026-06-17T01:30'],
		['2026-06-18T01:00', '2026-06-18T02:00'],
		['2026-06-18T15:00', '2026-06-20T15:00'],
		['2026-06-22T15:00', '2026-06-23T15:00'],
	])
})

test('leaves out what is cancelled, transparent, over or far ahead, and joins what touches', async () => {
	expect(
		await read(
			...event('DTSTART:20260616T010000Z', 'DTEND:20260616T020000Z', 'STATUS:CANCELLED'),
			...event('DTSTART:20260616T010000Z', 'DTEND:20260616T020000Z', 'TRANSP:TRANSPARENT'),
			...event('DTSTART:20260610T010000Z', 'DTEND:20260610T020000Z'),
			...event('DTSTART:20270101T010000Z', 'DTEND:20270101T020000Z'),
			...event('DTSTART:20260617T010000Z', 'DTEND:20260617T020000Z'),
			...event('DTSTART:20260617T013000Z', 'DTEND:20260617T030000Z'),
			'BEGIN:VFREEBUSY',
			'UID:1',
			'DTSTAMP:20260601T000000Z',
			'FREEBUSY;FBTYPE=BUSY:20260617T030000Z/PT1H',
			'FREEBUSY;FBTYPE=FREE:20260618T030000Z/PT1H',
			'END:VFREEBUSY',
		),
	).toEqual([['2026-06-17T01:00', '2026-06-17T04:00']])
})

test('repeats what repeats, with its exceptions', async () => {
	const weekly = ['UID:weekly', 'DTSTAMP:20260601T000000Z']
	expect(
		await read(
			'BEGIN:VEVENT',
			...weekly,
			'DTSTART:20260601T010000Z',
			'DTEND:20260601T020000Z',
			'RRULE:FREQ=WEEKLY',
			'EXDATE:20260622T010000Z',
			'END:VEVENT',
			'BEGIN:VEVENT',
			...weekly,
			'RECURRENCE-ID:20260629T010000Z',
			'DTSTART:20260630T050000Z',
			'DTEND:20260630T060000Z',
			'END:VEVENT',
		),
	).toEqual([
		['2026-06-15T01:00', '2026-06-15T02:00'],
		['2026-06-30T05:00', '2026-06-30T06:00'],
		['2026-07-06T01:00', '2026-07-06T02:00'],
		['2026-07-13T01:00', '2026-07-13T02:00'],
	])
})

test('a text that is no calendar, or that never ends, gives nothing and holds nobody up', async () => {
	expect(await readBusyCalendar({ text: '<html></html>', ...span })).toBeNull()
	expect(await readBusyCalendar({ text: '', ...span })).toBeNull()
	const endless = calendar(...event('DTSTART:19000101T000000Z', 'DTEND:19000101T000001Z', 'RRULE:FREQ=SECONDLY'))
	expect(await readBusyCalendar({ text: endless, ...span })).toBeNull()
}, 20_000)
