import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../src/domain/shared/context.ts'
import { isoDate, listContent, readYaml } from '../content-files.ts'
import { categoryOf, taskOf } from './index.ts'

/** When the editors last went through all of content/glossary. */
const CHECKED_ON = '2026-11-23'

const termSchema = z.strictObject({
	slug: z.string().regex(/^[a-z0-9-]{2,60}$/),
	term: z.string().max(30),
	/** Hiragana; katakana words and letters are read out too. */
	kana: z.string().regex(/^[ぁ-んー]+$/),
	/** Other words for it. */
	also: z.array(z.string()).default([]),
	/** One or two sentences that stand alone. */
	definition: z.string().min(15).max(120),
	/** What an owner should know besides. */
	detail: z.string().min(15).max(200),
	/** Slugs of tasks, closest first. */
	tasks: z.array(z.string()).min(1),
	checkedOn: isoDate.default(CHECKED_ON),
})

/** One file for each category of tasks. */
export const terms = listContent('glossary', '.yaml').flatMap((slug) =>
	readYaml(`glossary/${slug}.yaml`, z.array(termSchema)).map((term) => ({
		...term,
		categoryId: categoryOf(slug).id,
		taskIds: term.tasks.map((task) => taskOf(task).id),
	})),
)

const twice = terms.filter(({ slug }, index) => terms.findIndex((other) => other.slug === slug) < index)
if (twice.length > 0) throw new Error(`content/glossary explains ${twice.map(({ slug }) => slug).join(', ')} twice`)

export async function writeGlossary(trx: Transaction<Database>): Promise<void> {
	await trx.deleteFrom('glossary_terms').execute()
	const rows = terms.map(({ tasks: _tasks, categoryId, taskIds, checkedOn, ...term }) => ({
		...term,
		task_category_id: categoryId,
		task_ids: taskIds,
		checked_on: checkedOn,
	}))
	await trx.insertInto('glossary_terms').values(rows).execute()
}
