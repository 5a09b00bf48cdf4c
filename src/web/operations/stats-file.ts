import { readStatsForFile, statsCsv } from '../../domain/operations/expert-stats.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/stats-file'
import { csvFile, statsQuery } from './stats-query.server.ts'

/** The figures of the page as a file for spreadsheets. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const stats = await readStatsForFile(ctx, statsQuery(request))
	const last = stats.series.at(-1)?.day ?? ''
	return csvFile(statsCsv(stats), `stats-${last}-${stats.days}days`)
})
