import { sql } from 'kysely'
import { checkedSql, date, float8, int4, int4Array, type RowOf, storedJson, text, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { getProfession } from './attributes.ts'
import { listToolsOfTask } from './tools.ts'
import type { Faq, FeeBasis, Task, TaskSummary, UseCase } from './types.ts'

const summaryShape = {
	id: int4,
	task_category_id: int4,
	category_name: text,
	slug: text,
	name: text,
	kana: text,
	summary: text,
	exclusive_law: text.nullable,
	fee_basis: text.as<FeeBasis>(),
	fee_min: float8,
	fee_max: float8,
	fee_note: text,
	professions: int4Array.nullable,
	office_count: int4.nullable,
}

const selectTask = checkedSql({
	...summaryShape,
	synonyms: textArray,
	body: textArray,
	lead_time: text,
	documents: textArray,
	faq: storedJson<Faq[]>(),
	valid_until: date.nullable,
})

const fromSql = sql`
	from tasks t
	join task_categories c on c.id = t.task_category_id
	left join listing_totals n on n.scope_id = t.id and n.area_id = 0
`

const summaryColumns = sql`
	t.id, t.task_category_id, c.name as category_name, t.slug, t.name, t.kana, t.summary, t.exclusive_law,
	t.fee_basis, t.fee_min, t.fee_max, t.fee_note, n.office_count,
	(select array_agg(p.profession_id order by p.position, p.profession_id) from task_professions p where p.task_id = t.id) as professions
`

const toSummary = (row: RowOf<typeof summaryShape>): TaskSummary => ({
	id: row.id,
	taskCategoryId: row.task_category_id,
	taskCategoryName: row.category_name,
	slug: row.slug,
	name: row.name,
	kana: row.kana,
	summary: row.summary,
	professions: (row.professions ?? []).map(getProfession),
	exclusiveLaw: row.exclusive_law,
	fee: { basis: row.fee_basis, min: row.fee_min, max: row.fee_max, note: row.fee_note },
	officeCount: row.office_count ?? 0,
})

/** The published tasks in the order of categories and positions, of one category if asked. */
export async function listTasks(ctx: Ctx, options: { taskCategoryId?: number | undefined } = {}): Promise<TaskSummary[]> {
	const { taskCategoryId } = options
	const condition = taskCategoryId === undefined ? sql`true` : sql`t.task_category_id = ${taskCategoryId}::integer`
	const { rows } = await checkedSql(summaryShape)`
		select ${summaryColumns} ${fromSql}
		where t.published_at is not null and ${condition}
		order by c.position, c.id, t.position, t.id
	`.execute(ctx.db)
	return rows.map(toSummary)
}

/** A published task with all its texts, use cases and tools, or null. */
export async function findTask(ctx: Ctx, id: number): Promise<Task | null> {
	if (!Number.isInteger(id) || id < 101 || id > 9999) return null
	const [{ rows }, useCases, tools] = await Promise.all([
		selectTask`
			select ${summaryColumns}, t.synonyms, t.body, t.lead_time, t.documents, t.faq, t.valid_until ${fromSql}
			where t.id = ${id} and t.published_at is not null
		`.execute(ctx.db),
		readUseCases(ctx, { taskId: id }),
		listToolsOfTask(ctx, id),
	])
	const row = rows[0]
	if (!row) return null
	return {
		...toSummary(row),
		synonyms: row.synonyms,
		body: row.body,
		leadTime: row.lead_time,
		documents: row.documents,
		faq: row.faq,
		validUntil: row.valid_until,
		useCases,
		tools,
	}
}

/** Use cases in the order of the taxonomy, of one category if asked. */
export async function listUseCases(ctx: Ctx, options: { taskCategoryId?: number | undefined; limit?: number } = {}): Promise<UseCase[]> {
	return readUseCases(ctx, options)
}

const selectUseCases = checkedSql({
	id: int4,
	task_id: int4,
	task_name: text,
	title: text,
	persona: text,
	before_text: text,
	after_text: text,
	days: int4,
	cost: int4,
})

async function readUseCases(
	ctx: Ctx,
	options: { taskId?: number | undefined; taskCategoryId?: number | undefined; limit?: number | undefined },
): Promise<UseCase[]> {
	const { taskId, taskCategoryId } = options
	const { rows } = await selectUseCases`
		select u.id, u.task_id, t.name as task_name, u.title, u.persona, u.before_text, u.after_text, u.days, u.cost
		from use_cases u
		join tasks t on t.id = u.task_id and t.published_at is not null
		join task_categories c on c.id = t.task_category_id
		where ${taskId === undefined ? sql`true` : sql`u.task_id = ${taskId}::integer`}
			and ${taskCategoryId === undefined ? sql`true` : sql`t.task_category_id = ${taskCategoryId}::integer`}
		order by c.position, c.id, t.position, t.id, u.position
		limit ${options.limit ?? 500}
	`.execute(ctx.db)
	return rows.map((row) => ({
		id: row.id,
		taskId: row.task_id,
		taskName: row.task_name,
		title: row.title,
		persona: row.persona,
		before: row.before_text,
		after: row.after_text,
		days: row.days,
		cost: row.cost,
	}))
}
