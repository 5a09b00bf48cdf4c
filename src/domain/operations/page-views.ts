import { sql } from 'kysely'
import { addPickupClicks } from '../pickups/pickups.ts'
import type { Ctx } from '../shared/context.ts'
import { addDays, isoDay } from '../shared/japan-time.ts'
import { forgetOldImpressions } from './impressions.ts'
import { viewSources, type ViewSource } from './performance/outcomes.ts'

/** Two years besides the one that is shown. */
const KEPT_DAYS = 3 * 366

/** Deletes counts that are older than any page shows. */
export async function forgetOldViews(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	const first = addDays(isoDay(ctx.now()), -KEPT_DAYS)
	await sql`delete from page_views where day < ${first}::date`.execute(ctx.db)
	await sql`delete from page_view_sources where day < ${first}::date`.execute(ctx.db)
	await forgetOldImpressions(ctx, first)
}

/** Path prefixes of the pages that are counted. */
export const countedPages = /^\/(office|expert|qa)\/([1-9]\d{0,8})(?:\.data)?(?:\?|$)/

/** The query by which an expert's page was opened from a pick-up. */
export const countedClicks = /^\/expert\/[1-9]\d{0,8}(?:\.data)?\?(?:.*&)?(pickup)=([1-9]\d{0,8})(?:&|$)/

const places: readonly (readonly [RegExp, ViewSource])[] = [
	[/^\/category(?:\/|\.data|\?|$)/, 'list'],
	[/^\/search(?:\.data|\?|$)/, 'search'],
	[/^\/qa(?:\/|\.data|\?|$)/, 'questions'],
	[/^\/articles(?:\/|\.data|\?|$)/, 'articles'],
	[/^\/(?:office|expert)\/[1-9]/, 'profiles'],
]

/** What a page of the site is as the source of a view. */
export const viewPlaceOf = (path: string): ViewSource => places.find(([pattern]) => pattern.test(path))?.[1] ?? 'site'

/** Whether a member views their own page or office, or is staff: such views are not visitors. */
export async function isOwnPage(ctx: Pick<Ctx, 'db'>, userId: string, page: { kind: string; id: number }): Promise<boolean> {
	if (page.kind !== 'office' && page.kind !== 'expert' && page.kind !== 'pickup') return false
	const { rows } = await sql`
		select from staff_roles where user_id = ${userId}::bigint
		union all
		select from experts e where e.user_id = ${userId}::bigint and (
			(${page.kind} = 'expert' and e.id = ${page.id}::integer)
			or (${page.kind} = 'pickup' and exists (select from pickups p where p.id = ${page.id}::integer and p.expert_id = e.id))
			or (${page.kind} = 'office' and exists (select from office_members m where m.expert_id = e.id and m.office_id = ${page.id}::integer))
		)
		limit 1
	`.execute(ctx.db)
	return rows.length > 0
}

/** Adds views of public pages and clicks on pick-ups to today's counts in Japan; unpublished and unknown pages are ignored. */
export async function addPageViews(
	ctx: Pick<Ctx, 'db' | 'now'>,
	pages: readonly { kind: string; id: number; count: number; source: string }[],
): Promise<void> {
	if (pages.length === 0) return
	await addPickupClicks(
		ctx,
		pages.filter(({ kind }) => kind === 'pickup'),
	)
	const seen = sql`
		select g.kind, g.id, g.count, g.source
		from unnest(${pages.map(({ kind }) => kind)}::text[], ${pages.map(({ id }) => id)}::integer[], ${pages.map(({ count }) => count)}::integer[],
			${pages.map(({ source }) => source)}::text[]) as g (kind, id, count, source)
		where (g.kind = 'office' and exists (select from offices o where o.id = g.id and o.state = 'published'))
			or (g.kind = 'expert' and exists (select from experts e where e.id = g.id and e.state = 'verified'))
	`
	const day = sql`${isoDay(ctx.now())}::date`
	await sql`
		insert into page_views (kind, target_id, day, view_count)
		select s.kind, s.id, ${day}, sum(s.count)::integer from (${seen}) s
		group by s.kind, s.id
		order by s.kind, s.id
		on conflict (kind, target_id, day) do update set view_count = page_views.view_count + excluded.view_count
	`.execute(ctx.db)
	await sql`
		insert into page_view_sources (kind, target_id, day, source, view_count)
		select s.kind, s.id, ${day}, s.source, sum(s.count)::integer from (${seen}) s
		where s.source = any (${viewSources}::text[])
		group by s.kind, s.id, s.source
		order by s.kind, s.id, s.source
		on conflict (kind, target_id, day, source) do update set view_count = page_view_sources.view_count + excluded.view_count
	`.execute(ctx.db)
}
