import { officeFilters } from '../../../domain/offices/office-search.ts'
import { exportOffices } from '../../../domain/operations/offices/office-export.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { csvFile } from '../audit/csv-file.server.ts'
import type { Route } from './+types/offices-file'

/** The offices of a filter as CSV, with their figures. Each download is an audit event. */
export const loader = staffLoader(['reviewer'], 'export', async (ctx, { request }: Route.LoaderArgs) => {
	const asked = new URL(request.url).searchParams.get('filter')
	const filter = officeFilters.find((one) => one === asked) ?? 'all'
	return csvFile(await exportOffices(ctx, filter), `offices-${filter}-${isoDay(ctx.now())}`)
})
