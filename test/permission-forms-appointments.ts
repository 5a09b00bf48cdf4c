import {
	absentAt,
	clientKey,
	type Fields,
	form,
	type FormRow,
	type FormRows,
	members,
	signedIn,
	twoSides,
} from './permission-forms-rows.ts'

const booking: Fields = { slot: '2026-06-19T03:00:00.000Z', kind: 'in_person', body: '節税の相談です。', contactName: '山田 花子' }
const bookingSettings: Fields = {
	intent: 'save',
	open: '1',
	minutes: '60',
	bufferMinutes: '0',
	noticeHours: '24',
	daysAhead: '14',
	kinds: ['in_person'],
	note: '',
	'open-1': '10:00',
	'close-1': '17:00',
	version: '1',
}
const proposal: Fields = { intent: 'propose', 'day-1': '2026-06-22', 'time-1': '10:00', minutes: '60', kind: 'in_person', message: '' }

/** On the settings of the office's bookings, which its members change. */
const onBookings = (about: string, fields: Fields, outcome: 'done' | 422): FormRow =>
	form(about, (world) => `/office/edit/${world.officeId}/appointments`, fields, members(404, { expert: outcome, colleague: outcome }))

/** Consultations: the member books with the expert's office, or answers the times that it proposes in their thread. */
export const appointmentFormRows: FormRows = {
	'/office/:id/appointment': [
		form(
			'book',
			(world) => `/office/${world.officeId}/appointment`,
			() => ({ ...booking, clientKey: clientKey() }),
			// Of the office's own members nobody books; 「other」 and the rest find the time free.
			signedIn('done', { expert: 409, colleague: 409 }),
		),
		absentAt((id) => `/office/${id}/appointment`, { ...booking, clientKey: 'a-key-of-the-forms-absent' }, signedIn(404)),
	],
	'/office/edit/:id/appointments': [
		onBookings('save', bookingSettings, 'done'),
		onBookings('special-add', { intent: 'special-add', firstOn: '2026-08-13', lastOn: '2026-08-16', label: 'お盆' }, 'done'),
		onBookings('special-remove', { intent: 'special-remove', targetId: 1 }, 'done'),
		// No address of a private network is read.
		onBookings('busy-save', { intent: 'busy-save', url: 'https://127.0.0.1/calendar.ics' }, 422),
		onBookings('busy-remove', { intent: 'busy-remove' }, 'done'),
	],
	'/mypage/appointments': [
		form('feed-renew', '/mypage/appointments', { intent: 'feed-renew' }, members('done')),
		form('feed-end', '/mypage/appointments', { intent: 'feed-end' }, members('done')),
	],
	'/mypage/appointments/:id': [
		form(
			'move',
			(world) => `/mypage/appointments/${world.inquiry.appointmentId}`,
			{ intent: 'move', slot: '2026-06-18T03:00:00.000Z' },
			members(404, { member: 'done', expert: 409, colleague: 409 }),
		),
		form('cancel', (world) => `/mypage/appointments/${world.inquiry.appointmentId}`, { intent: 'cancel', reason: '' }, twoSides),
		...['move', 'cancel'].map((intent) =>
			absentAt((id) => `/mypage/appointments/${id}`, { intent, slot: '2026-06-18T03:00:00.000Z', reason: '' }, members(404)),
		),
	],
	'/mypage/inquiries/:id/appointment': [
		form(
			'propose',
			(world) => `/mypage/inquiries/${world.inquiry.id}/appointment`,
			() => ({ ...proposal, clientKey: clientKey() }),
			members(404, { member: 409, expert: 'done', colleague: 'done' }),
		),
		form(
			'accept what is not there',
			(world) => `/mypage/inquiries/${world.inquiry.id}/appointment`,
			{ intent: 'accept', slot: '2026-06-18T03:00:00.000Z' },
			members(404, { member: 409, expert: 409, colleague: 409 }),
		),
		form('close', (world) => `/mypage/inquiries/${world.inquiry.id}/appointment`, { intent: 'close' }, twoSides),
	],
}
