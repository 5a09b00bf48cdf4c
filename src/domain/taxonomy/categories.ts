import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, type RowOf, text, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { type Area, areaId, japan } from '../geography/areas.ts'
import { ALL_OFFICES, isTaskScope } from './scopes.ts'
import { listTasks } from './tasks.ts'
import type { Scope, TaskCategory, TaskCategorySummary } from './types.ts'

const selectCategories = checkedSql({
	id: int4,
	slug: text,
	name: text,
	kana: text,
	summary: text,
	body: textArray,
	synonyms: textArray,
	office_count: int4.nullable,
})

const categorySql = (area: Area) => sql`
	select c.id, c.slug, c.name, c.kana, c.summary, c.body, c.synonyms, t.office_count
	from task_categories c
	left join listing_totals t on t.scope_id = c.id and t.area_id = ${areaId(area)}
`

const toSummary = (row: RowOf<typeof selectCategories>): TaskCategorySummary => ({
	id: row.id,
	slug: row.slug,
	name: row.name,
	kana: row.kana,
	summary: row.summary,
	officeCount: row.office_count ?? 0,
})

/** The categories in their order, each with the number of its offices in an area. */
export async function listTaskCategories(ctx: Ctx, area: Area = japan): Promise<TaskCategorySummary[]> {
	const { rows } = await selectCategories`${categorySql(area)} order by c.position, c.id`.execute(ctx.db)
	return rows.map(toSummary)
}

/** A category with its texts and published tasks, or null. */
export async function findTaskCategory(ctx: Ctx, id: number): Promise<TaskCategory | null> {
	if (!isSmallint(id)) return null
	const [{ rows }, tasks] = await Promise.all([
		selectCategories`${categorySql(japan)} where c.id = ${id}`.execute(ctx.db),
		listTasks(ctx, { taskCategoryId: id }),
	])
	const row = rows[0]
	return row ? { ...toSummary(row), body: row.body, synonyms: row.synonyms, tasks } : null
}

/** The category or task of a listing scope by its number; null for an unknown or unpublished one. */
export async function findScope(ctx: Ctx, scopeId: number): Promise<Scope | null> {
	if (!isSmallint(scopeId) || scopeId === ALL_OFFICES) return null
	const { rows } = await checkedSql({ name: text, category_id: int4, category_name: text, is_neutral: bool })`
		select coalesce(t.name, c.name) as name, c.id as category_id, c.name as category_name, ${isNeutralSql(scopeId)} as is_neutral
		from task_categories c
		left join tasks t on t.task_category_id = c.id and t.id = ${scopeId} and t.published_at is not null
		where t.id is not null or c.id = ${scopeId}
	`.execute(ctx.db)
	const row = rows[0]
	if (!row) return null
	return {
		id: scopeId,
		kind: isTaskScope(scopeId) ? 'task' : 'category',
		name: row.name,
		categoryId: row.category_id,
		categoryName: row.category_name,
		isNeutral: row.is_neutral,
	}
}

/** SQL for whether every part of the task is reserved to 弁護士 and 司法書士. */
export const isNeutralSql = (taskId: number | RawBuilder<number>) => sql<boolean>`(
	select count(*) > 0 and bool_and(p.law_id is not null and not exists (
		select from task_part_grants g join professions f on f.id = g.profession_id
		where g.part_id = p.id and f.slug not in ('bengoshi', 'shihoshoshi')
	))
	from task_parts p where p.task_id = ${taskId}::integer
)`

/** Whether the order of a list must recommend no office: the list of a task that only 弁護士 and 司法書士 may do. */
export async function isNeutralScope(ctx: Ctx, scopeId: number): Promise<boolean> {
	if (!isTaskScope(scopeId)) return false
	const { rows } = await checkedSql({ is_neutral: bool })`select ${isNeutralSql(scopeId)} as is_neutral`.execute(ctx.db)
	return rows[0]?.is_neutral ?? false
}

/** Ids come from URLs: an id outside the range of the column does not exist. */
export const isSmallint = (id: number): boolean => Number.isInteger(id) && id >= 0 && id <= 32_767
