import type { PageRow } from './permission-matrix.ts'

const staffPage = (at: string): PageRow[] => [{ about: '', at: () => at, expect: ['/login', 403, 403, 403, 403, 200, '/login'] }]

/** Rooms of /admin. The staff of the matrix is an admin and a moderator whose session shows a second factor. */
export const staffPageRows: Readonly<Record<string, readonly PageRow[]>> = {
	'/admin': staffPage('/admin'),
	'/admin/staff': staffPage('/admin/staff'),
	'/admin/jobs': staffPage('/admin/jobs'),
	'/admin/audit': staffPage('/admin/audit?act=staff&from=2026-01-01&to=2026-12-31&page=a2-5'),
}
