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
	'/waiting': [
		page('a list', '/waiting?scope=501&area=13', everybody(200)),
		page('no scope', '/waiting?scope=199&area=13', everybody(404)),
		page('no area', '/waiting?scope=501&area=48', everybody(404)),
		page('no numbers', '/waiting?scope=x', everybody(404)),
	],
	// Says that the link does not work.
	'/waiting/confirm/:token': [page('no link of ours', '/waiting/confirm/no-such-token', everybody(200))],
	// By the token of a mail, whatever the session.
	'/mails/stop': [
		page('a mail’s token', (world) => `/mails/stop?token=${world.waitStopKey}`, everybody(200)),
		page('no token of ours', '/mails/stop?token=x', everybody(404)),
	],
	'/unsubscribe': [
		page('a mail’s token', (world) => `/unsubscribe?token=${world.unsubscribeToken}`, everybody(200)),
		page('no token of ours', '/unsubscribe?token=x', everybody(404)),
	],
}
