import { type CallRow, everybody, members, page, type PageRow, row, staffOnly } from './permission-rows.ts'

/** About an office that the expert owns; not found for anyone else. */
const owners = members(404, { expert: 200 })

const ownPage = (end: (id: number) => string): PageRow[] => [
	page('the expert’s', (world) => end(world.officeId), owners),
	page('the expert’s draft', (world) => end(world.draftOfficeId), owners),
	page('absent', end(999_999), members(404)),
]

/** Pages of members for their offices, and of reviewers. */
export const officePageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/mypage/offices': [page('own', '/mypage/offices', members(403, { expert: 200 }))],
	'/office/edit/:id': ownPage((id) => `/office/edit/${id}`),
	'/office/edit/:id/:section': [
		...ownPage((id) => `/office/edit/${id}/hours`),
		page('no section', (world) => `/office/edit/${world.officeId}/nothing`, members(404)),
	],
	'/office/edit/:id/preview': ownPage((id) => `/office/edit/${id}/preview`),
	'/office/edit/:id/members': ownPage((id) => `/office/edit/${id}/members`),
	'/office/edit/:id/embed': ownPage((id) => `/office/edit/${id}/embed`),
	'/office-delete/:id': ownPage((id) => `/office-delete/${id}`),
	'/office/invitation/:token': [page('no link of ours', '/office/invitation/unknown', members(404))],
	'/admin/offices': [page('', '/admin/offices?filter=all&q=税理士', staffOnly())],
	'/admin/offices/:id': [
		page('the expert’s', (world) => `/admin/offices/${world.officeId}`, staffOnly()),
		page('absent', '/admin/offices/999999', staffOnly(404)),
	],
}

export const officeFileRows: Readonly<Record<string, readonly CallRow[]>> = {
	'GET /media/photos/{name}': [
		row('of a public page', (world) => ({ params: { name: world.officePhoto } }), everybody(200)),
		row('absent', { params: { name: `${'x'.repeat(24)}-640.webp` } }, everybody(404)),
		row('no name of ours', { params: { name: '../proofs/x.pdf' } }, everybody(404)),
	],
}
