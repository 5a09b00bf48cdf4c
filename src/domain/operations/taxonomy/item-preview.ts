import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { notFound } from '../../shared/errors.ts'
import { findTaskCategory } from '../../taxonomy/categories.ts'
import { type Fields, type ItemName, ownerOf, titleOf } from '../../taxonomy/editing/item-fields.ts'
import { findItem } from '../../taxonomy/editing/item-store.ts'
import { effectiveOf } from '../../taxonomy/editing/merge.ts'
import { findTask } from '../../taxonomy/tasks.ts'
import { findTool } from '../../taxonomy/tools.ts'
import type { Task, TaskCategory, Tool } from '../../taxonomy/types.ts'
import { findDraft } from './item-drafts.ts'
import { tryOut, withDraft, writeChange } from './item-publishing.ts'

export type Preview = {
	title: string
	isDraft: boolean
	/** The page of the category, with the tasks in their new order. */
	category: TaskCategory | null
	task: Task | null
	/** The page of a tool. */
	tools: Tool[]
	/** The words that the search box offers the item for. */
	suggestions: string[]
}

const categoryIdOf = ({ kind, key }: ItemName): number =>
	kind === 'category' ? Number(key) : kind === 'task' ? Math.floor(Number(key) / 100) : 0

const wordsOf = (value: Fields[string] | undefined): string[] =>
	Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : typeof value === 'string' ? [value] : []

/** The pages that show an item as they are with its draft published. Reads them where it is, and keeps nothing. */
export async function readPreview(ctx: StaffCtx, name: ItemName): Promise<Preview> {
	requireStaff(ctx, 'editor')
	return tryOut(ctx, async (trx) => {
		const [state, draft] = [await findItem(trx, name), await findDraft(trx, name)]
		const after = draft ? withDraft(name, state, draft) : state
		if (!after) throw notFound('item')
		if (draft) await writeChange(trx, state, after, '')
		const page = ownerOf(name) ?? name
		const fields = effectiveOf(after)
		const tool =
			name.kind === 'tool' ? await trx.db.selectFrom('tools').select('id').where('slug', '=', name.key).executeTakeFirst() : undefined
		const isTopic = name.kind === 'task' || name.kind === 'category'
		return {
			title: titleOf(name.kind, fields),
			isDraft: draft !== null,
			category: await findTaskCategory(trx, categoryIdOf(page)),
			task: page.kind === 'task' ? await findTask(trx, Number(page.key)) : null,
			tools: [tool && (await findTool(trx, tool.id))].filter((one) => one != null),
			suggestions: isTopic ? [...new Set([fields['name'], fields['kana'], fields['synonyms']].flatMap(wordsOf))] : [],
		}
	})
}
