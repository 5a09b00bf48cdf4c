import type { PageRow, Row, Statuses } from './permission-matrix.ts'

/** Rows of notifications: everyone has their own, and the numbers of others' do nothing. */
const signedIn: Statuses = [401, 200, 200, 200, 200, 200, 401]
const own: Row = { about: 'own', send: () => ({}), expect: signedIn }

export const notificationCallRows: Readonly<Record<string, readonly Row[]>> = {
	'GET /api/notifications/unread': [own],
}

export const notificationPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/notifications': [{ about: '', at: () => '/notifications', expect: ['/login', 200, 200, 200, 200, 200, '/login'] }],
	'/notifications/:id': [
		{
			about: 'the member’s, on to what it is about',
			at: (world) => `/notifications/${world.notificationId}`,
			expect: ['/login', 404, '/about', 404, 404, 404, '/login'],
		},
		{ about: 'absent', at: () => '/notifications/999999', expect: ['/login', 404, 404, 404, 404, 404, '/login'] },
	],
	// By the token of a mail, whatever the session.
	'/unsubscribe': [
		{
			about: 'a mail’s token',
			at: (world) => `/unsubscribe?token=${world.unsubscribeToken}`,
			expect: [200, 200, 200, 200, 200, 200, 200],
		},
		{ about: 'no token of ours', at: () => '/unsubscribe?token=x', expect: [404, 404, 404, 404, 404, 404, 404] },
	],
}
