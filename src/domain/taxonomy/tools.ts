import type { Ctx } from '../shared/context.ts'
import type { TableRow } from '../shared/tables.ts'
import type { Tool, ToolSummary } from './types.ts'

const toSummary = (row: TableRow<'tools'>): ToolSummary => ({
	id: row.id,
	slug: row.slug,
	name: row.name,
	kind: row.kind,
	url: row.url,
	priceNote: row.price_note,
	summary: row.summary,
	advertised: row.advertised_at !== null,
	checkedOn: row.checked_on,
	calculatorSlug: row.calculator_slug,
	fileName: row.file_name,
})

/** The tools of a task in their order. */
export async function listToolsOfTask(ctx: Ctx, taskId: number): Promise<ToolSummary[]> {
	const rows = await ctx.db
		.selectFrom('task_tools')
		.innerJoin('tools', 'tools.id', 'task_tools.tool_id')
		.selectAll('tools')
		.where('task_tools.task_id', '=', taskId)
		.orderBy('task_tools.position')
		.orderBy('tools.id')
		.execute()
	return rows.map(toSummary)
}

/** A tool with its text and the published tasks that it serves, or null. */
export async function findTool(ctx: Ctx, id: number): Promise<Tool | null> {
	if (!Number.isInteger(id) || id < 1 || id > 0x7fffffff) return null
	const [row, tasks] = await Promise.all([
		ctx.db.selectFrom('tools').selectAll().where('id', '=', id).executeTakeFirst(),
		ctx.db
			.selectFrom('task_tools')
			.innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'task_tools.task_id').on('t.published_at', 'is not', null))
			.innerJoin('task_categories as c', 'c.id', 't.task_category_id')
			.select(['t.id', 't.name', 'c.id as category_id', 'c.name as category_name'])
			.where('task_tools.tool_id', '=', id)
			.orderBy('c.position')
			.orderBy('c.id')
			.orderBy('t.position')
			.orderBy('t.id')
			.execute(),
	])
	if (!row) return null
	return {
		...toSummary(row),
		body: row.body,
		tasks: tasks.map((task) => ({ id: task.id, name: task.name, taskCategoryId: task.category_id, taskCategoryName: task.category_name })),
	}
}
