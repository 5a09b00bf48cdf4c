import type { CalendarNotice } from '../shared/icalendar.ts'
import type { AnswerableCase, DomainEvent, NoticeFact } from '../shared/outbox.ts'
import type { ShapesOf } from '../shared/tables.ts'

/** What cannot be read from the tables when a notification is shown. */
export type NotificationContent = {
	text: string
	path: string
	calendar?: CalendarNotice
	facts?: readonly NoticeFact[]
	answers?: AnswerableCase
}

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'pending_events.event': DomainEvent
		'notifications.content': NotificationContent
	}> {}
}
