import { readStatsForFile, statsCsv } from '../../domain/operations/expert-stats.ts'
import { withCtx } from '../context.ts'
import type { Route } from './+types/stats-file'
import { statsQuery } from './stats-query.server.ts'

/** The figures of the page as a file for spreadsheets. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const stats = await readStatsForFile(ctx, statsQuery(request))
	const last = stats.series.at(-1)?.day ?? ''
	return new Response(statsCsv(stats), {
		headers: {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="stats-${last}-${stats.days}days.csv"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})
