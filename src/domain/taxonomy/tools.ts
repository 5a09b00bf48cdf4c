import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import type { Tool, ToolKind, ToolSummary } from './types.ts'

type ToolRow = {
	id: number
	slug: string
	name: string
	kind: ToolKind
	url: string | null
	price_note: string
	summary: string
	advertised_at: Date | null
	checked_on: string
	body: string[]
}

const toSummary = (row: ToolRow): ToolSummary => ({
	id: row.id,
	slug: row.slug,
	name: row.name,
	kind: row.kind,
	url: row.url,
	priceNote: row.price_note,
	summary: row.summary,
	advertised: row.advertised_at !== null,
	checkedOn: row.checked_on,
})

/** The tools of a task in their order. */
export async function listToolsOfTask(ctx: Ctx, taskId: number): Promise<ToolSummary[]> {
	const { rows } = await sql<ToolRow>`
		select tools.* from task_tools join tools on tools.id = task_tools.tool_id
		where task_tools.task_id = ${taskId}::integer
		order by task_tools.position, tools.id
	`.execute(ctx.db)
	return rows.map(toSummary)
}

/** A tool with its text and the published tasks that it serves, or null. */
export async function findTool(ctx: Ctx, id: number): Promise<Tool | null> {
	if (!Number.isInteger(id) || id < 1 || id > 0x7fffffff) return null
	const [{ rows }, { rows: tasks }] = await Promise.all([
		sql<ToolRow>`select * from tools where id = ${id}`.execute(ctx.db),
		sql<{ id: number; name: string; category_id: number; category_name: string }>`
			select t.id, t.name, c.id as category_id, c.name as category_name
			from task_tools
			join tasks t on t.id = task_tools.task_id and t.published_at is not null
			join task_categories c on c.id = t.task_category_id
			where task_tools.tool_id = ${id}
			order by c.position, c.id, t.position, t.id
		`.execute(ctx.db),
	])
	const row = rows[0]
	if (!row) return null
	return {
		...toSummary(row),
		body: row.body,
		tasks: tasks.map((task) => ({ id: task.id, name: task.name, taskCategoryId: task.category_id, taskCategoryName: task.category_name })),
	}
}
