import type { PageAnswers, PageRow, Row } from './permission-matrix.ts'
import { officeFileRows, officePageRows } from './permission-offices.ts'
import { staffPageRows } from './permission-staff.ts'
import type { World } from './permission-world.ts'

const page = (about: string, at: string | PageRow['at'], expect: PageAnswers): PageRow => ({
	about,
	at: typeof at === 'string' ? () => at : at,
	expect,
})
const HOME = '/expert/register'
/** A verified expert's application is closed. */
const step = (at: string): PageRow[] => [page('', at, ['/login', 200, 200, 200, HOME, 200, '/login'])]
const staffs: PageAnswers = ['/login', 403, 403, 403, 403, 200, '/login']

/** Applying to be an expert (the member has begun to; the expert is verified), and the rooms of staff who decide on it. */
export const registrationPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	...staffPageRows,
	...officePageRows,
	'/expert/register': [page('', HOME, [200, 200, 200, 200, 200, 200, 200])],
	'/expert/register/credentials': step('/expert/register/credentials'),
	'/expert/register/profile': step('/expert/register/profile'),
	'/expert/register/office': step('/expert/register/office?postalCode=1810013&q=三鷹'),
	'/expert/register/consents': step('/expert/register/consents'),
	'/expert/proof/:id': [
		page('the member’s', (world) => `/expert/proof/${world.proofId}`, ['/login', 404, 200, 404, 404, 404, '/login']),
		page('absent', '/expert/proof/999999', ['/login', 404, 404, 404, 404, 404, '/login']),
	],
	'/admin/proof/:id/:page': [
		page('the member’s', (world) => `/admin/proof/${world.proofId}/1`, staffs),
		page('the member’s, beyond its end', (world) => `/admin/proof/${world.proofId}/2`, ['/login', 403, 403, 403, 403, 404, '/login']),
		page('absent', '/admin/proof/999999/1', ['/login', 403, 403, 403, 403, 404, '/login']),
	],
	'/mypage/expert': [page('own', '/mypage/expert', ['/login', 403, 403, 403, 200, 403, '/login'])],
	'/mypage/expert/credentials': [page('own', '/mypage/expert/credentials', ['/login', 403, 403, 403, 200, 403, '/login'])],
	'/admin/experts': [
		page('changes of credentials', '/admin/experts?state=changes', staffs),
		page('', '/admin/experts?state=verified', staffs),
		page('by name', '/admin/experts?q=a', staffs),
	],
	'/admin/experts/:id': [
		page('handed in', (world) => `/admin/experts/${world.unverifiedExpertId}`, staffs),
		page('the member’s draft', (world: World) => `/admin/experts/${world.draftExpertId}`, ['/login', 403, 403, 403, 403, 404, '/login']),
		page('absent', '/admin/experts/999999', ['/login', 403, 403, 403, 403, 404, '/login']),
	],
}

const all = (status: number) => [status, status, status, status, status, status, status] as const

export const registrationFileRows: Readonly<Record<string, readonly Row[]>> = {
	...officeFileRows,
	'GET /media/portraits/{name}': [
		{ about: 'the member’s', send: (world) => ({ params: { name: world.portrait } }), expect: all(200) },
		{ about: 'absent', send: () => ({ params: { name: `${'x'.repeat(24)}.webp` } }), expect: all(404) },
		{ about: 'no name of ours', send: () => ({ params: { name: '../proofs/x.pdf' } }), expect: all(404) },
	],
}
