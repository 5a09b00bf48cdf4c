import type { PageRow } from './permission-matrix.ts'

const staffPage = (at: string): PageRow[] => [{ about: '', at: () => at, expect: ['/login', 403, 403, 403, 403, 200, '/login'] }]

/** Rooms of /admin. The staff of the matrix is an admin and a moderator whose session shows a second factor. */
export const staffPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/admin': staffPage('/admin'),
	'/admin/staff': staffPage('/admin/staff'),
	'/admin/jobs': staffPage('/admin/jobs'),
	'/admin/facts': staffPage('/admin/facts?show=all'),
	'/admin/renew': [
		{
			about: 'with a login of just now',
			at: () => '/admin/renew?redirect=/admin/staff',
			expect: ['/login', 403, 403, 403, 403, '/admin/staff', '/login'],
		},
	],
	'/admin/questions': staffPage('/admin/questions?hidden=1'),
	'/admin/reports': staffPage('/admin/reports?decided=1'),
	'/admin/appeals': staffPage('/admin/appeals'),
	'/report/:kind/:id': [
		{
			about: 'the member’s question',
			at: (world) => `/report/question/${world.questions.open}`,
			expect: ['/login', 200, 403, 200, 200, 200, '/login'],
		},
		{ about: 'absent', at: () => '/report/question/999999', expect: ['/login', 404, 404, 404, 404, 404, '/login'] },
	],
	'/report/thanks': [{ about: '', at: () => '/report/thanks', expect: ['/login', 200, 200, 200, 200, 200, '/login'] }],
	'/appeal/:kind/:id': [
		{
			about: 'the member’s question that is hidden',
			at: (world) => `/appeal/question/${world.questions.hidden}`,
			expect: ['/login', 404, 200, 404, 404, 404, '/login'],
		},
	],
	'/admin/audit': staffPage('/admin/audit?act=staff&from=2026-01-01&to=2026-12-31&page=a2-5'),
}
