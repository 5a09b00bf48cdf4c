import ICAL from 'ical.js'

export type BusySpan = { begins: number; ends: number }

const MOST_SPANS = 2_000

/** What to read: `offset` is that of times without a zone, in milliseconds ahead of UTC. */
export type BusyQuery = { text: string; from: number; to: number; offset: number }

/**
 * When a calendar (RFC 5545) says that its owner is busy between two moments: events that are neither cancelled nor transparent, with
 * their repetitions, and busy times of VFREEBUSY; joined where they touch. Throws for a text that is no calendar. A hostile text
 * may take any time: call it in a thread that can be ended (`busy-thread.ts`).
 */
export function readBusySpans({ text, from, to, offset }: BusyQuery): BusySpan[] {
	/** Milliseconds since 1970. */
	const momentOf = (time: ICAL.Time): number => {
		const isFloating = time.isDate || time.zone === undefined || time.zone.tzid === 'floating'
		if (!isFloating) return time.toUnixTime() * 1_000
		return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second) - offset
	}
	const calendar = new ICAL.Component(ICAL.parse(text))
	if (calendar.name !== 'vcalendar') throw new Error('no calendar')
	const spans: BusySpan[] = []
	const add = (begins: number, ends: number) => {
		if (begins < ends && ends > from && begins < to && spans.length < MOST_SPANS) spans.push({ begins, ends })
	}
	const events = calendar.getAllSubcomponents('vevent')
	const exceptions = events.filter((event) => event.hasProperty('recurrence-id'))
	for (const component of events) {
		const event = new ICAL.Event(component)
		if (event.isRecurrenceException() || event.startDate === null) continue
		for (const exception of exceptions) if (exception.getFirstPropertyValue('uid') === event.uid) event.relateException(exception)
		if (!event.isRecurring()) {
			if (isBusy(component)) add(momentOf(event.startDate), momentOf(endOf(event.startDate, event.endDate)))
			continue
		}
		const repeated = event.iterator()
		for (let time = repeated.next(); time; time = repeated.next()) {
			if (momentOf(time) > to || spans.length >= MOST_SPANS) break
			const { item, startDate, endDate } = event.getOccurrenceDetails(time)
			if (isBusy(item.component)) add(momentOf(startDate), momentOf(endOf(startDate, endDate)))
		}
	}
	for (const component of calendar.getAllSubcomponents('vfreebusy'))
		for (const property of component.getAllProperties('freebusy')) {
			if (/^FREE$/i.test(property.getFirstParameter('fbtype'))) continue
			for (const value of property.getValues() as unknown[])
				if (value instanceof ICAL.Period) add(momentOf(value.start), momentOf(value.getEnd()))
		}
	return join(spans)
}

/** An event of whole days without an end takes its day. */
function endOf(start: ICAL.Time, end: ICAL.Time | null): ICAL.Time {
	if (end !== null && end.compare(start) > 0) return end
	const until = start.clone()
	if (start.isDate) until.adjust(1, 0, 0, 0)
	return until
}

const isBusy = (component: ICAL.Component): boolean =>
	!/^transparent$/i.test(String(component.getFirstPropertyValue('transp'))) &&
	!/^cancelled$/i.test(String(component.getFirstPropertyValue('status')))

function join(spans: readonly BusySpan[]): BusySpan[] {
	const joined: BusySpan[] = []
	for (const { begins, ends } of spans.toSorted((a, b) => a.begins - b.begins)) {
		const last = joined.at(-1)
		if (last && begins <= last.ends) last.ends = Math.max(last.ends, ends)
		else joined.push({ begins, ends })
	}
	return joined
}
