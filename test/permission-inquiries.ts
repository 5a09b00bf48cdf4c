import type { PageAnswers, PageRow } from './permission-matrix.ts'

const page = (about: string, at: string | PageRow['at'], expect: PageAnswers): PageRow => ({
	about,
	at: typeof at === 'string' ? () => at : at,
	expect,
})
const all = (status: number): PageAnswers => [status, status, status, status, status, status, status]
const members = (status: number): PageAnswers => ['/login', status, status, status, status, status, '/login']
/** The member's and the office's; staff are no side of it. */
const twoSides: PageAnswers = ['/login', 404, 200, 404, 200, 404, '/login']
const expertsOwn: PageAnswers = ['/login', 403, 403, 403, 200, 403, '/login']
const ABSENT = 999_999

/** Talks with offices and reviews: the member asked the expert's office. */
export const inquiryPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	// Visitors may begin to write; sending needs a session.
	'/office/:id/inquiry': [
		page('published', (world) => `/office/${world.officeId}/inquiry`, all(200)),
		page('the expert’s draft', (world) => `/office/${world.draftOfficeId}/inquiry`, all(404)),
		page('absent', `/office/${ABSENT}/inquiry`, all(404)),
	],
	'/office/:id/review': [
		page('the member’s office', (world) => `/office/${world.officeId}/review`, ['/login', 403, 200, 403, 403, 403, '/login']),
		page('absent', `/office/${ABSENT}/review`, members(404)),
	],
	'/mypage/inquiries': [
		page('own', '/mypage/inquiries', members(200)),
		page('of the expert’s office', (world) => `/mypage/inquiries?office=${world.officeId}`, ['/login', 404, 404, 404, 200, 404, '/login']),
	],
	'/mypage/inquiries/:id': [
		page('the member’s', (world) => `/mypage/inquiries/${world.inquiry.id}`, twoSides),
		page('absent', `/mypage/inquiries/${ABSENT}`, members(404)),
	],
	'/mypage/inquiries/file/:id': [
		page('the member’s', (world) => `/mypage/inquiries/file/${world.inquiry.fileId}`, twoSides),
		page('absent', `/mypage/inquiries/file/${ABSENT}`, members(404)),
	],
	'/admin/reports/:id': [
		page('the member’s report', (world) => `/admin/reports/${world.inquiry.reportId}`, ['/login', 403, 403, 403, 403, 200, '/login']),
		page('absent', `/admin/reports/${ABSENT}`, ['/login', 403, 403, 403, 403, 404, '/login']),
	],
	'/mypage/stats': [
		page('own', '/mypage/stats?days=90', expertsOwn),
		page('of the expert’s office', (world) => `/mypage/stats?office=${world.officeId}`, expertsOwn),
		page('of another’s office', `/mypage/stats?office=${ABSENT}`, ['/login', 403, 403, 403, 404, 403, '/login']),
	],
	'/mypage/stats.csv': [page('own', '/mypage/stats.csv?days=365', expertsOwn)],
	'/mypage/queue': [page('own', '/mypage/queue?category=5', expertsOwn)],
	'/admin/reviews': [page('', '/admin/reviews?hidden=1', ['/login', 403, 403, 403, 403, 200, '/login'])],
	'/mypage/reviews': [page('own', '/mypage/reviews', members(200))],
}
