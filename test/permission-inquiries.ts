import { ABSENT, everybody, members, page, type PageRow, staffOnly } from './permission-rows.ts'

/** The member's and the office's; staff are no side of it. */
const twoSides = members(404, { member: 200, expert: 200 })
const expertsOwn = members(403, { expert: 200 })

/** Threads with offices and reviews: the member asked the expert's office. */
export const inquiryPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	// Visitors may begin to write; sending needs a session.
	'/office/:id/inquiry': [
		page('published', (world) => `/office/${world.officeId}/inquiry`, everybody(200)),
		page('the expert’s draft', (world) => `/office/${world.draftOfficeId}/inquiry`, everybody(404)),
		page('absent', `/office/${ABSENT}/inquiry`, everybody(404)),
	],
	'/office/:id/appointment': [
		page('published', (world) => `/office/${world.officeId}/appointment`, everybody(200)),
		page('the expert’s draft', (world) => `/office/${world.draftOfficeId}/appointment`, everybody(404)),
		page('absent', `/office/${ABSENT}/appointment`, everybody(404)),
	],
	'/office/edit/:id/appointments': [
		page('the expert’s', (world) => `/office/edit/${world.officeId}/appointments`, members(404, { expert: 200 })),
		page('absent', `/office/edit/${ABSENT}/appointments`, members(404)),
	],
	'/mypage/cases': [page('own', '/mypage/cases', members(200))],
	'/mypage/cases/:id': [
		page(
			'the member’s',
			(world) => `/mypage/cases/inquiry-${world.inquiry.id}`,
			members(404, { member: '/mypage/inquiries/{id}', expert: '/mypage/inquiries/{id}' }),
		),
		page('absent', `/mypage/cases/estimate-${ABSENT}`, members(404)),
	],
	'/mypage/appointments': [page('own', '/mypage/appointments', members(200))],
	'/mypage/appointments/:id': [
		page('the member’s', (world) => `/mypage/appointments/${world.inquiry.appointmentId}`, twoSides),
		page('absent', `/mypage/appointments/${ABSENT}`, members(404)),
	],
	'/mypage/appointments/:id/calendar': [
		page('the member’s', (world) => `/mypage/appointments/${world.inquiry.appointmentId}/calendar`, twoSides),
		page('absent', `/mypage/appointments/${ABSENT}/calendar`, members(404)),
	],
	// The office's alone; the client decides on what it sends.
	'/mypage/inquiries/:id/quote': [
		page('to the expert’s office', (world) => `/mypage/inquiries/${world.inquiry.id}/quote`, members(404, { expert: 200 })),
		page('absent', `/mypage/inquiries/${ABSENT}/quote`, members(404)),
	],
	'/mypage/inquiries/:id/appointment': [
		page('the member’s', (world) => `/mypage/inquiries/${world.inquiry.id}/appointment`, twoSides),
		page('absent', `/mypage/inquiries/${ABSENT}/appointment`, members(404)),
	],
	// The address is the key.
	'/appointments/feed/:token': [
		page('the member’s', (world) => `/appointments/feed/${world.inquiry.feedToken}`, everybody(200)),
		page('none of ours', '/appointments/feed/no-such-token', everybody(404)),
	],
	'/office/:id/review': [
		page('the member’s office', (world) => `/office/${world.officeId}/review`, members(403, { member: 200 })),
		page('absent', `/office/${ABSENT}/review`, members(404)),
	],
	'/mypage/inquiries': [
		page('own', '/mypage/inquiries', members(200)),
		page('of the expert’s office', (world) => `/mypage/inquiries?office=${world.officeId}`, members(404, { expert: 200 })),
	],
	'/mypage/inquiries/:id': [
		page('the member’s', (world) => `/mypage/inquiries/${world.inquiry.id}`, twoSides),
		page('absent', `/mypage/inquiries/${ABSENT}`, members(404)),
	],
	'/mypage/inbox/inquiries/:id': [
		page('to the expert’s office', (world) => `/mypage/inbox/inquiries/${world.inquiry.id}`, members(403, { expert: 200 })),
		page('absent', `/mypage/inbox/inquiries/${ABSENT}`, members(403, { expert: 404 })),
	],
	...Object.fromEntries(
		(['appointments', 'arrangements', 'documents'] as const).map((room) => [
			`/mypage/inbox/${room}/:id`,
			[
				page(
					'to the expert’s office',
					({ inquiry }) => `/mypage/inbox/${room}/${room === 'appointments' ? inquiry.appointmentId : inquiry.id}`,
					members(403, { expert: 200 }),
				),
				page('absent', `/mypage/inbox/${room}/${ABSENT}`, members(403, { expert: 404 })),
			],
		]),
	),
	'/mypage/inquiries/:id/documents': [
		page('the member’s', (world) => `/mypage/inquiries/${world.inquiry.id}/documents`, twoSides),
		page('absent', `/mypage/inquiries/${ABSENT}/documents`, members(404)),
	],
	'/mypage/inquiries/:id/documents.zip': [
		page('the member’s', (world) => `/mypage/inquiries/${world.inquiry.id}/documents.zip`, twoSides),
		page('absent', `/mypage/inquiries/${ABSENT}/documents.zip`, members(404)),
	],
	'/mypage/inquiries/:id/letter': [
		page('the member’s', (world) => `/mypage/inquiries/${world.inquiry.id}/letter`, twoSides),
		page('absent', `/mypage/inquiries/${ABSENT}/letter`, members(404)),
	],
	'/mypage/letters/:id/pdf': [
		page('the member’s', (world) => `/mypage/letters/${world.inquiry.letterId}/pdf`, twoSides),
		page('absent', `/mypage/letters/${ABSENT}/pdf`, members(404)),
	],
	// Shows a hash and a state to whoever holds the letter.
	'/letters/:code': [
		page('agreed to', (world) => `/letters/${world.inquiry.letterCode}`, everybody(200)),
		page('absent', '/letters/no-such-code', everybody(404)),
	],
	'/mypage/documents/upload': [page('leads to the cases', '/mypage/documents/upload', members('/mypage/cases'))],
	'/mypage/documents/:id': [
		page('the member’s', (world) => `/mypage/documents/${world.inquiry.documentId}`, twoSides),
		page('absent', `/mypage/documents/${ABSENT}`, members(404)),
	],
	'/mypage/documents/:id/file': [
		page('the member’s', (world) => `/mypage/documents/${world.inquiry.documentId}/file`, twoSides),
		page('absent', `/mypage/documents/${ABSENT}/file`, members(404)),
	],
	'/mypage/documents/:id/page/:page': [
		page('the member’s', (world) => `/mypage/documents/${world.inquiry.documentId}/page/1`, twoSides),
		page('a page too far', (world) => `/mypage/documents/${world.inquiry.documentId}/page/2`, members(404)),
	],
	'/mypage/inquiries/file/:id': [
		page('the member’s', (world) => `/mypage/inquiries/file/${world.inquiry.fileId}`, twoSides),
		page('absent', `/mypage/inquiries/file/${ABSENT}`, members(404)),
	],
	'/admin/reports/:id': [
		page('the member’s report', (world) => `/admin/reports/${world.inquiry.reportId}`, staffOnly()),
		page('absent', `/admin/reports/${ABSENT}`, staffOnly(404)),
	],
	'/admin/message-access': [page('', '/admin/message-access', staffOnly(200))],
	'/admin/message-access/:id': [
		page('of the member’s talk', (world) => `/admin/message-access/${world.inquiry.accessId}`, staffOnly(200)),
		page('absent', `/admin/message-access/${ABSENT}`, staffOnly(404)),
	],
	// Nobody has approved it.
	'/admin/message-access/:id/messages': [
		page('of the member’s talk', (world) => `/admin/message-access/${world.inquiry.accessId}/messages`, staffOnly(403)),
		page('absent', `/admin/message-access/${ABSENT}/messages`, staffOnly(404)),
	],
	'/mypage/stats': [
		page('own', '/mypage/stats?days=90', expertsOwn),
		page('of the expert’s office', (world) => `/mypage/stats?office=${world.officeId}`, expertsOwn),
		page('of another’s office', `/mypage/stats?office=${ABSENT}`, members(403, { expert: 404 })),
	],
	'/mypage/today': [page('own', '/mypage/today', expertsOwn)],
	'/mypage/pipeline': [page('own', '/mypage/pipeline', expertsOwn)],
	'/mypage/stats/cases': [
		page('own', '/mypage/stats/cases?days=90', expertsOwn),
		page('of another’s office', `/mypage/stats/cases?office=${ABSENT}`, members(403, { expert: 404 })),
	],
	'/mypage/stats/cases.csv': [page('own', '/mypage/stats/cases.csv?days=365', expertsOwn)],
	'/mypage/stats.csv': [page('own', '/mypage/stats.csv?days=365', expertsOwn)],
	'/mypage/replies': [page('own', '/mypage/replies', expertsOwn)],
	'/mypage/placements': [page('own', '/mypage/placements', expertsOwn)],
	'/mypage/queue': [page('own', '/mypage/queue?category=5', expertsOwn)],
	'/admin/reviews': [page('', '/admin/reviews?hidden=1', staffOnly())],
	'/mypage/reviews': [page('own', '/mypage/reviews', members(200))],
}
