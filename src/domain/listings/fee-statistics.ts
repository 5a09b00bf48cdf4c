import { type Kysely, sql } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import type { Ctx, Database } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import type { FeeBasis } from '../taxonomy/types.ts'

/** With fewer offices the figures would reveal single fees; a constraint of the table enforces it too. */
export const MIN_OFFICES = 5
/** How far back accepted quotes count. */
const QUOTE_DAYS = 730

export type FeeSource = 'fees' | 'quotes'

/** Amounts are yen with tax; for `percentage` they are percent. */
export type FeeStatistic = {
	taskId: number
	/** 0 for all of Japan. */
	prefectureId: number
	source: FeeSource
	basis: FeeBasis
	/** Fee rows or quotes; one office may have given several quotes. */
	sampleCount: number
	officeCount: number
	lowerQuartile: number
	median: number
	upperQuartile: number
	measuredAt: Date
}

/** The tag of every page that shows these figures. */
export const FEES_TAG = 'fees'

/**
 * An office counts once in each task, with the midpoint of its range, or the lower end when it publishes no upper one.
 * Only listed offices count: a suspended office or task has no row in `office_listings`.
 */
export const publishedFeesSql = sql`
	select ot.task_id, l.prefecture_id, 'fees' as source, ot.fee_basis as basis, ot.office_id,
		(ot.fee_min + coalesce(ot.fee_max, ot.fee_min)) / 2.0 as amount
	from office_tasks ot
	join office_listings l on l.office_id = ot.office_id and l.scope_id = ot.task_id
`

/** The newest version of each accepted quote, with tax and expenses. */
export const acceptedQuotesSql = (since: Date) => sql`
	select r.task_id, r.prefecture_id, 'quotes' as source, 'per_case' as basis, d.office_id, q.total::double precision as amount
	from estimate_requests r
	join estimate_deliveries d on d.id = r.accepted_delivery_id
	join lateral (select total from estimate_quotes where delivery_id = d.id order by version desc limit 1) q on true
	where r.state = 'accepted' and r.ended_at >= ${since}
`

/**
 * Recomputes all statistics in one transaction: readers see the old figures or the new ones. Takes some seconds for a hundred
 * thousand offices. Returns the number of rows.
 */
export async function measureFees(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
	if (ctx.db.isTransaction) return measure(ctx.db, ctx.now())
	return ctx.db.transaction().execute((trx) => measure(trx, ctx.now()))
}

async function measure(trx: Kysely<Database>, now: Date): Promise<number> {
	await sql`set local statement_timeout = 0`.execute(trx)
	await trx.deleteFrom('fee_statistics').execute()
	const since = new Date(now.getTime() - days(QUOTE_DAYS))
	const { numAffectedRows } = await sql`
		insert into fee_statistics
			(task_id, area_id, source, basis, sample_count, office_count, lower_quartile, median, upper_quartile, measured_at)
		select task_id, case when grouping(prefecture_id) = 1 then 0 else prefecture_id end, source, basis, count(*), count(distinct office_id),
			percentile_cont(0.25) within group (order by amount),
			percentile_cont(0.5) within group (order by amount),
			percentile_cont(0.75) within group (order by amount),
			${now}::timestamptz
		from (${publishedFeesSql} union all ${acceptedQuotesSql(since)}) samples
		group by grouping sets ((task_id, source, basis), (task_id, source, basis, prefecture_id))
		having count(distinct office_id) >= ${sql.lit(MIN_OFFICES)} and (grouping(prefecture_id) = 1 or prefecture_id is not null)
	`.execute(trx)
	await publishTags(trx, [FEES_TAG])
	return Number(numAffectedRows ?? 0)
}

/** All statistics of a task: of Japan first, then by prefecture. */
export async function readFeeStatistics(ctx: Ctx, taskId: number): Promise<FeeStatistic[]> {
	return select(ctx).where('task_id', '=', taskId).orderBy('area_id').orderBy('source').orderBy('sample_count', 'desc').execute()
}

/** Published fees of all tasks in Japan; for a task with several bases the one with most offices. */
export async function listFeesOfJapan(ctx: Ctx): Promise<ReadonlyMap<number, FeeStatistic>> {
	const rows = await select(ctx).where('area_id', '=', 0).where('source', '=', 'fees').orderBy('task_id').orderBy('sample_count').execute()
	return new Map(rows.map((row) => [row.taskId, row]))
}

const select = (ctx: Ctx) =>
	ctx.db
		.selectFrom('fee_statistics')
		.select([
			'task_id as taskId',
			'area_id as prefectureId',
			'source',
			'basis',
			'sample_count as sampleCount',
			'office_count as officeCount',
			'lower_quartile as lowerQuartile',
			'median',
			'upper_quartile as upperQuartile',
			'measured_at as measuredAt',
		])
