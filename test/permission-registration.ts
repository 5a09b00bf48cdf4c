import { officeFileRows, officePageRows } from './permission-offices.ts'
import { staffPageRows } from './permission-staff.ts'
import { type CallRow, everybody, members, page, type PageRow, row, staffOnly } from './permission-rows.ts'

const HOME = '/expert/register'
/** A verified expert's application is closed. */
const step = (at: string): PageRow[] => [page('', at, members(200, { expert: HOME }))]

/** Applying to be an expert (the member has begun to; the expert is verified), and the rooms of staff who decide on it. */
export const registrationPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	...staffPageRows,
	...officePageRows,
	'/expert/register': [page('', HOME, everybody(200))],
	'/expert/register/credentials': step('/expert/register/credentials'),
	'/expert/register/profile': step('/expert/register/profile'),
	'/expert/register/office': step('/expert/register/office?postalCode=1810013&q=三鷹'),
	'/expert/register/consents': step('/expert/register/consents'),
	'/expert/invitation/:token': [page('no link of ours', '/expert/invitation/no-such-token', everybody(200))],
	'/expert/register/claim': [
		page('', '/expert/register/claim', members(200)),
		page('by a number', '/expert/register/claim?number=7000012050002', members(200)),
		page('no number', '/expert/register/claim?number=123', members(200)),
	],
	'/expert/claim/:token': [page('no link of ours', '/expert/claim/no-such-token', members(200))],
	'/expert/proof/:id': [
		page('the member’s', (world) => `/expert/proof/${world.proofId}`, members(404, { member: 200 })),
		page('absent', '/expert/proof/999999', members(404)),
	],
	'/admin/proof/:id/:page': [
		page('the member’s', (world) => `/admin/proof/${world.proofId}/1`, staffOnly()),
		page('the member’s, beyond its end', (world) => `/admin/proof/${world.proofId}/2`, staffOnly(404)),
		page('absent', '/admin/proof/999999/1', staffOnly(404)),
	],
	'/mypage/expert': [page('own', '/mypage/expert', members(403, { expert: 200 }))],
	'/mypage/expert/credentials': [page('own', '/mypage/expert/credentials', members(403, { expert: 200 }))],
	'/admin/experts': [
		page('changes of credentials', '/admin/experts?state=changes', staffOnly()),
		page('', '/admin/experts?state=verified', staffOnly()),
		page('by name', '/admin/experts?q=a', staffOnly()),
	],
	'/admin/experts/:id': [
		page('handed in', (world) => `/admin/experts/${world.unverifiedExpertId}`, staffOnly()),
		page('the member’s draft', (world) => `/admin/experts/${world.draftExpertId}`, staffOnly(404)),
		page('absent', '/admin/experts/999999', staffOnly(404)),
	],
}

export const registrationFileRows: Readonly<Record<string, readonly CallRow[]>> = {
	...officeFileRows,
	'GET /media/portraits/{name}': [
		row('the member’s', (world) => ({ params: { name: world.portrait } }), everybody(200)),
		row('absent', { params: { name: `${'x'.repeat(24)}.webp` } }, everybody(404)),
		row('no name of ours', { params: { name: '../proofs/x.pdf' } }, everybody(404)),
	],
}
