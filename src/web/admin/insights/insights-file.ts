import { insightChartNames } from '../../../domain/operations/insights/catalogue.ts'
import { readInsights } from '../../../domain/operations/insights/reading.ts'
import { csvLine } from '../../../domain/shared/csv.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/insights-file'
import type { Panel } from './panel.ts'
import { panelsOf, rangeOf } from './panels.ts'

/** The figures of one chart for spreadsheets: with a byte order mark and CRLF line ends, for Excel. */
export const loader = staffLoader([], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const only = insightChartNames.find((name) => name === search.get('chart'))
	if (only === undefined) throw notFound('chart')
	const range = rangeOf(search)
	const lines = panelsOf(await readInsights(ctx, { range, only }), range).flatMap(linesOf)
	return new Response(`\uFEFF${lines.join('\r\n')}\r\n`, {
		headers: {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="insights-${only}-${isoDay(ctx.now())}-${range}days.csv"`,
			'x-content-type-options': 'nosniff',
			'cache-control': 'private, no-store',
		},
	})
})

/** A table for each figure, with a line of its title. */
const linesOf = ({ figures }: Panel): string[] =>
	figures.flatMap(({ title, data: { first, columns, rows } }, place) => [
		...(place === 0 ? [] : ['']),
		csvLine([title]),
		csvLine([first, ...columns.map(({ name, unit }) => `${name}（${unit}）`)]),
		...rows.map(({ label, values }) => csvLine([label, ...values.map((value) => (value === null ? '' : Math.round(value * 100) / 100))])),
	])
