import type { Ctx } from '../shared/context.ts'
import { categoryPath, toolPath } from '../shared/links.ts'

/** Where the address of a retired task or tool leads; null for one that was not retired. */
export type Moved = { kind: 'task'; id: number } | { kind: 'category' | 'tool'; path: string }

export async function findMoved({ db }: Pick<Ctx, 'db'>, kind: 'task' | 'tool', id: number): Promise<Moved | null> {
	const row = await db
		.selectFrom('taxonomy_redirects as r')
		.leftJoin('tools as t', (join) => join.onRef('t.slug', '=', 'r.to_key').on('r.to_kind', '=', 'tool'))
		.select(['r.to_kind', 'r.to_key', 't.id as toolId'])
		.where('r.kind', '=', kind)
		.where('r.from_id', '=', id)
		.executeTakeFirst()
	if (!row) return null
	if (row.to_kind === 'task') return { kind: 'task', id: Number(row.to_key) }
	if (row.to_kind === 'category') return { kind: 'category', path: categoryPath(Number(row.to_key)) }
	return row.toolId === null ? null : { kind: 'tool', path: toolPath(row.toolId) }
}
