import { caseStatisticsCsv, readCaseStatisticsForFile } from '../../domain/operations/performance/case-statistics.ts'
import { isoDay } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/case-stats-file'
import { csvFile, statsQuery } from './stats-query.server.ts'

/** The figures of the page as a file for spreadsheets. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const statistics = await readCaseStatisticsForFile(ctx, statsQuery(request))
	return csvFile(caseStatisticsCsv(statistics), `cases-${isoDay(ctx.now())}-${statistics.days}days`)
})
