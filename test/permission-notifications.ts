import { type CallRow, everybody, members, page, type PageRow, row, signedIn } from './permission-rows.ts'

/** Notifications: everyone has their own, and the numbers of others' do nothing. */
export const notificationCallRows: Readonly<Record<string, readonly CallRow[]>> = {
	'GET /api/notifications/unread': [row('own', {}, signedIn(200))],
}

export const notificationPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/notifications': [page('', '/notifications', members(200))],
	'/notifications/:id': [
		page('the member’s, on to what it is about', (world) => `/notifications/${world.notificationId}`, members(404, { member: '/about' })),
		page('absent', '/notifications/999999', members(404)),
	],
	// By the token of a mail, whatever the session.
	'/unsubscribe': [
		page('a mail’s token', (world) => `/unsubscribe?token=${world.unsubscribeToken}`, everybody(200)),
		page('no token of ours', '/unsubscribe?token=x', everybody(404)),
	],
}
