import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { addDays, isoDay } from '../shared/japan-time.ts'

/** Two years besides the one that is shown. */
const KEPT_DAYS = 3 * 366

/** Deletes counts that are older than any page shows. */
export async function forgetOldViews(ctx: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	await sql`delete from page_views where day < ${addDays(isoDay(ctx.now()), -KEPT_DAYS)}::date`.execute(ctx.db)
}

/** Path prefixes of the pages that are counted. */
export const countedPages = /^\/(office|expert|qa)\/([1-9]\d{0,8})(?:\.data)?(?:\?|$)/

/** Whether a member views their own page or office, or is staff: such views are not visitors. */
export async function isOwnPage(ctx: Pick<Ctx, 'db'>, userId: string, page: { kind: string; id: number }): Promise<boolean> {
	if (page.kind !== 'office' && page.kind !== 'expert') return false
	const { rows } = await sql`
		select from staff_roles where user_id = ${userId}::bigint
		union all
		select from experts e where e.user_id = ${userId}::bigint and (
			(${page.kind} = 'expert' and e.id = ${page.id}::integer)
			or (${page.kind} = 'office' and exists (select from office_members m where m.expert_id = e.id and m.office_id = ${page.id}::integer))
		)
		limit 1
	`.execute(ctx.db)
	return rows.length > 0
}

/** Adds views of public pages to today's counts in Japan; unpublished and unknown pages are ignored. */
export async function addPageViews(
	ctx: Pick<Ctx, 'db' | 'now'>,
	pages: readonly { kind: string; id: number; count: number }[],
): Promise<void> {
	if (pages.length === 0) return
	await sql`
		insert into page_views (kind, target_id, day, view_count)
		select g.kind, g.id, ${isoDay(ctx.now())}::date, sum(g.count)::integer
		from unnest(${pages.map(({ kind }) => kind)}::text[], ${pages.map(({ id }) => id)}::integer[], ${pages.map(({ count }) => count)}::integer[])
			as g (kind, id, count)
		where (g.kind = 'office' and exists (select from offices o where o.id = g.id and o.state = 'published'))
			or (g.kind = 'expert' and exists (select from experts e where e.id = g.id and e.state = 'verified'))
		group by g.kind, g.id
		order by g.kind, g.id
		on conflict (kind, target_id, day) do update set view_count = page_views.view_count + excluded.view_count
	`.execute(ctx.db)
}
