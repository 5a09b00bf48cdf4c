import type { Ctx } from '../shared/context.ts'

export type TermSummary = { slug: string; term: string; kana: string; definition: string; categoryId: number; categoryName: string }

export type Term = TermSummary & {
	also: string[]
	detail: string
	/** 'YYYY-MM-DD' of our last look at the law behind it. */
	checkedOn: string
	/** Only published ones. */
	tasks: { id: number; name: string }[]
	/** Others of the category, in the order of their readings. */
	others: TermSummary[]
}

/** All terms in the order of their readings. */
export async function listTerms(ctx: Ctx): Promise<TermSummary[]> {
	return selectTerms(ctx).orderBy('g.kana').orderBy('g.slug').execute()
}

/** A term with its tasks and the others of its category, or null. */
export async function findTerm(ctx: Ctx, slug: string): Promise<Term | null> {
	const row = await selectTerms(ctx)
		.select(['g.also', 'g.detail', 'g.checked_on as checkedOn', 'g.task_ids as taskIds'])
		.where('g.slug', '=', slug)
		.executeTakeFirst()
	if (!row) return null
	const { taskIds, ...term } = row
	const [tasks, others] = await Promise.all([
		ctx.db.selectFrom('tasks').select(['id', 'name']).where('id', 'in', taskIds).where('published_at', 'is not', null).execute(),
		selectTerms(ctx)
			.where('g.task_category_id', '=', term.categoryId)
			.where('g.slug', '<>', slug)
			.orderBy('g.kana')
			.orderBy('g.slug')
			.execute(),
	])
	return { ...term, tasks: tasks.toSorted((a, b) => taskIds.indexOf(a.id) - taskIds.indexOf(b.id)), others }
}

const selectTerms = (ctx: Ctx) =>
	ctx.db
		.selectFrom('glossary_terms as g')
		.innerJoin('task_categories as c', 'c.id', 'g.task_category_id')
		.select(['g.slug', 'g.term', 'g.kana', 'g.definition', 'c.id as categoryId', 'c.name as categoryName'])

const rows = ['あ', 'か', 'さ', 'た', 'な', 'は', 'ま', 'や', 'ら', 'わ'] as const
export type KanaRow = (typeof rows)[number]

/** The row of the syllabary that a reading in hiragana begins in: 「が」 and 「ぎょ」 are in か. */
export function kanaRow(kana: string): KanaRow {
	// Without the marks of voicing; small letters come before their large ones in the code table.
	const first = kana.normalize('NFD').slice(0, 1)
	return rows.findLast((row) => (row === 'や' ? 'ゃ' : row === 'あ' ? 'ぁ' : row === 'わ' ? 'ゎ' : row) <= first) ?? 'あ'
}
