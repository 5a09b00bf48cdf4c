import type { PageAnswers, PageRow, Row } from './permission-matrix.ts'
import type { World } from './permission-world.ts'

const page = (about: string, at: string | PageRow['at'], expect: PageAnswers): PageRow => ({
	about,
	at: typeof at === 'string' ? () => at : at,
	expect,
})
/** Of an office that the expert owns; to everybody else it is not there. */
const owners: PageAnswers = ['/login', 404, 404, 404, 200, 404, '/login']
const absent: PageAnswers = ['/login', 404, 404, 404, 404, 404, '/login']
const staffs: PageAnswers = ['/login', 403, 403, 403, 403, 200, '/login']
const nobodys: PageAnswers = ['/login', 403, 403, 403, 403, 404, '/login']

const ownPage = (end: (id: number) => string): PageRow[] => [
	page('the expert’s', (world: World) => end(world.officeId), owners),
	page('the expert’s draft', (world: World) => end(world.draftOfficeId), owners),
	page('absent', end(999_999), absent),
]

/** What members do with their offices, and what reviewers look over. */
export const officePageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/mypage/offices': [page('own', '/mypage/offices', ['/login', 403, 403, 403, 200, 403, '/login'])],
	'/office/edit/:id': ownPage((id) => `/office/edit/${id}`),
	'/office/edit/:id/preview': ownPage((id) => `/office/edit/${id}/preview`),
	'/office/edit/:id/members': ownPage((id) => `/office/edit/${id}/members`),
	'/office-delete/:id': ownPage((id) => `/office-delete/${id}`),
	'/office/invitation/:token': [page('no link of ours', '/office/invitation/unknown', absent)],
	'/admin/offices': [page('', '/admin/offices?filter=all&q=税理士', staffs)],
	'/admin/offices/:id': [
		page('the expert’s', (world: World) => `/admin/offices/${world.officeId}`, staffs),
		page('absent', '/admin/offices/999999', nobodys),
	],
}

const all = (status: number) => [status, status, status, status, status, status, status] as const

export const officeFileRows: Readonly<Record<string, readonly Row[]>> = {
	'GET /media/photos/{name}': [
		{ about: 'of a public page', send: (world) => ({ params: { name: world.officePhoto } }), expect: all(200) },
		{ about: 'absent', send: () => ({ params: { name: `${'x'.repeat(24)}-640.webp` } }), expect: all(404) },
		{ about: 'no name of ours', send: () => ({ params: { name: '../proofs/x.pdf' } }), expect: all(404) },
	],
}
