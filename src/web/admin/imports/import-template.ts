import { importTemplate } from '../../../domain/experts/imports/import-file.ts'
import { staffLoader } from '../../session/staff-page.server.ts'

/** The columns of a file of offices with a sample row. */
export const loader = staffLoader(['admin'], 'routine', async () =>
	Promise.resolve(
		new Response(importTemplate(), {
			headers: {
				'content-type': 'text/csv; charset=utf-8',
				'content-disposition': 'attachment; filename="offices.csv"',
				'x-content-type-options': 'nosniff',
				'cache-control': 'private, no-store',
			},
		}),
	),
)
