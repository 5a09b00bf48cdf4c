import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import type { Ctx } from '../../shared/context.ts'
import type { IsoDate } from '../../shared/column-types.ts'
import type { ViewSource } from './outcomes.ts'

type Own = { expertId: number; officeIds: readonly number[] }
type Days = { from: IsoDate; beforeFrom: IsoDate; beforeTo: IsoDate }

const ofOwn = ({ expertId, officeIds }: Own) => sql`
	((v.kind = 'office' and v.target_id = any (${officeIds}::integer[])) or (v.kind = 'expert' and v.target_id = ${expertId}::integer))
`

const spanOf = ({ from }: Days) => sql`case when v.day >= ${from}::date then 'now' else 'before' end`
const inDays = ({ from, beforeFrom, beforeTo }: Days) => sql`
	(v.day >= ${from}::date or (v.day >= ${beforeFrom}::date and v.day <= ${beforeTo}::date))
`

/** Views of an expert's page and offices from a day on, and in a span before that. Ends are included. */
export async function readViewSums(ctx: Pick<Ctx, 'db'>, own: Own, span: Days): Promise<{ now: number; before: number }> {
	const { rows } = await checkedSql({ span: text.as<'now' | 'before'>(), views: int4 })`
		select ${spanOf(span)} as span, sum(v.view_count)::integer as views from page_views v where ${ofOwn(own)} and ${inDays(span)} group by 1
	`.execute(ctx.db)
	const of = (name: 'now' | 'before') => rows.find((row) => row.span === name)?.views ?? 0
	return { now: of('now'), before: of('before') }
}

/** The same by where viewers came from, as far back as that was counted; sources without a view are left out. */
export async function readViewSources(
	ctx: Pick<Ctx, 'db'>,
	own: Own,
	span: Days,
): Promise<{ source: ViewSource; now: number; before: number }[]> {
	const { rows } = await checkedSql({ source: text.as<ViewSource>(), now: int4, before: int4 })`
		select v.source, coalesce(sum(v.view_count) filter (where ${spanOf(span)} = 'now'), 0)::integer as now,
			coalesce(sum(v.view_count) filter (where ${spanOf(span)} = 'before'), 0)::integer as before
		from page_view_sources v where ${ofOwn(own)} and ${inDays(span)}
		group by v.source order by 2 desc, 1
	`.execute(ctx.db)
	return rows
}
