import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { type Area, areaId } from '../geography/areas.ts'
import {
	categoryPath,
	expertPath,
	officePath,
	prefectureOfficesPath,
	taskFeesPath,
	taskToolsPath,
	termPath,
	toolPath,
} from '../shared/links.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { listPath } from './list-path.ts'
import { areasOf } from './area-lookup.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import type { SitemapEntry, SitemapKind, SitemapPage } from './types.ts'

/** The most that a sitemap file may list (sitemaps.org). */
export const SITEMAP_LIMIT = 50_000

/** A list with fewer offices than this is not for search engines (product paper, section 8). */
export const INDEXED_LIST = 3

/** Offices of a list without facets. */
export async function countListing(ctx: Ctx, scopeId: number, area: Area): Promise<number> {
	const row = await ctx.db
		.selectFrom('listing_totals')
		.select('office_count')
		.where('area_id', '=', areaId(area))
		.where('scope_id', '=', scopeId)
		.executeTakeFirst()
	return row?.office_count ?? 0
}

/**
 * The entries of one sitemap file: those of a kind after the id `afterId` (null for the first file), in a
 * stable order. `next` is null at the end.
 */
export async function listSitemapEntries(ctx: Ctx, kind: SitemapKind, afterId: string | null, limit = SITEMAP_LIMIT): Promise<SitemapPage> {
	if (kind === 'list') return listEntries(ctx, afterId, limit)
	const after = Number.parseInt(afterId ?? '0', 10) || 0
	const rows = await readers[kind](ctx, after, limit)
	const last = rows.at(-1)
	return {
		entries: rows.flatMap((row) => row.paths.map((path) => ({ path, updatedAt: row.updatedAt }))),
		next: rows.length === limit && last ? `${last.id}` : null,
	}
}

type Row = { id: number; paths: string[]; updatedAt: Date | null }

const readers: Record<Exclude<SitemapKind, 'list'>, (ctx: Ctx, after: number, limit: number) => Promise<Row[]>> = {
	category: async (ctx, after, limit) => {
		const rows = await ctx.db.selectFrom('task_categories').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
		return rows.map(({ id }) => ({ id, paths: [categoryPath(id)], updatedAt: null }))
	},
	task: async (ctx, after, limit) => {
		const rows = await ctx.db
			.selectFrom('tasks')
			.select('id')
			.where('id', '>', after)
			.where('published_at', 'is not', null)
			.orderBy('id')
			.limit(limit)
			.execute()
		return rows.map(({ id }) => ({ id, paths: [taskToolsPath(id)], updatedAt: null }))
	},
	tool: async (ctx, after, limit) => {
		const rows = await ctx.db.selectFrom('tools').select('id').where('id', '>', after).orderBy('id').limit(limit).execute()
		return rows.map(({ id }) => ({ id, paths: [toolPath(id)], updatedAt: null }))
	},
	term: async (ctx, after, limit) => {
		const rows = await ctx.db
			.selectFrom('glossary_terms')
			.select(['id', 'slug'])
			.where('id', '>', after)
			.orderBy('id')
			.limit(limit)
			.execute()
		return rows.map(({ id, slug }) => ({ id, paths: [termPath(slug)], updatedAt: null }))
	},
	fee: async (ctx, after, limit) => {
		const rows = await ctx.db
			.selectFrom('fee_statistics as f')
			.innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'f.task_id').on('t.published_at', 'is not', null))
			.select(['f.task_id', 'f.area_id'])
			.select((eb) => eb.fn.max('f.measured_at').as('measured_at'))
			.where((eb) => eb(eb.refTuple('f.task_id', 'f.area_id'), '>', eb.tuple(Math.floor(after / 100), after % 100)))
			.groupBy(['f.task_id', 'f.area_id'])
			.orderBy('f.task_id')
			.orderBy('f.area_id')
			.limit(limit)
			.execute()
		return rows.map((row) => ({
			id: row.task_id * 100 + row.area_id,
			paths: [taskFeesPath(row.task_id, row.area_id === 0 ? null : getPrefecture(row.area_id).slug)],
			updatedAt: row.measured_at,
		}))
	},
	office: async (ctx, after, limit) => {
		const rows = await ctx.db
			.selectFrom('offices')
			.select(['id', 'updated_at'])
			.where('id', '>', after)
			.where('state', '=', 'published')
			.orderBy('id')
			.limit(limit)
			.execute()
		return rows.map(({ id, updated_at }) => ({ id, paths: [officePath(id)], updatedAt: updated_at }))
	},
	expert: async (ctx, after, limit) => {
		const rows = await ctx.db
			.selectFrom('experts')
			.select(['id', 'updated_at'])
			.where('id', '>', after)
			.where('state', '=', 'verified')
			.orderBy('id')
			.limit(limit)
			.execute()
		return rows.map(({ id, updated_at }) => ({ id, paths: [expertPath(id)], updatedAt: updated_at }))
	},
}

/** Lists by (scope, area); those of all offices exist for prefectures only. */
async function listEntries(ctx: Ctx, afterId: string | null, limit: number): Promise<SitemapPage> {
	const [scope = -1, area = -1] = (/^(\d{1,5})-(\d{1,7})$/.exec(afterId ?? '')?.slice(1) ?? []).map(Number)
	const { rows } = await checkedSql({ scope_id: int4, area_id: int4 })`
		select scope_id, area_id from listing_totals
		where (scope_id, area_id) > (${scope}::smallint, ${area}::integer)
			and office_count >= ${sql.lit(INDEXED_LIST)}
			and (scope_id <> ${sql.lit(ALL_OFFICES)} or area_id between 1 and 47)
		order by scope_id, area_id limit ${limit}
	`.execute(ctx.db)
	const areas = await areasOf(ctx, [...new Set(rows.map((row) => row.area_id))])
	const entries = rows.flatMap((row): SitemapEntry[] => {
		const found = areas.get(row.area_id)
		if (!found) return []
		if (row.scope_id !== ALL_OFFICES) return [{ path: listPath({ scopeId: row.scope_id, area: found }), updatedAt: null }]
		return found.kind === 'prefecture' ? [{ path: prefectureOfficesPath(found.slug), updatedAt: null }] : []
	})
	const last = rows.at(-1)
	return { entries, next: rows.length === limit && last ? `${last.scope_id}-${last.area_id}` : null }
}
