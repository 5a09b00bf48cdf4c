import { sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import type { StaffCtx } from '../accounts/staff.ts'
import type { QuestionImage } from '../questions/image-paths.ts'
import { addendaOfQuestion, imagesColumn, imagesOfQuestion } from '../questions/question-items.ts'
import { addendaColumn } from '../questions/thread.ts'
import { allOf, readTextQuery } from '../questions/search/search-query.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'

const PAGE = 10

export type QueuedQuestion = {
	id: number
	title: string
	body: string
	createdAt: Date
	hiddenReason: string | null
	isEdited: boolean
	taskCategoryId: number
	images: QuestionImage[]
	addenda: { id: number; body: string }[]
	/** Empty where none was chosen; then the category decides who may answer. */
	taskNames: string[]
	answers: { id: number; expertName: string; body: string; hiddenReason: string | null; isEdited: boolean; isBest: boolean }[]
}

const selectQuestions = checkedSql({
	id: int4,
	title: text,
	body: text,
	created_at: timestamptz,
	hidden_reason: text.nullable,
	is_edited: bool,
	task_category_id: int4,
	task_names: textArray.nullable,
	images: imagesColumn,
	addenda: addendaColumn,
	answers: builtJson(() =>
		z.array(
			z.strictObject({
				id: z.int(),
				expertName: z.string(),
				body: z.string(),
				hiddenReason: z.string().nullable(),
				isEdited: z.boolean(),
				isBest: z.boolean(),
			}),
		),
	).nullable,
})

/**
 * `id` finds one question; `hidden` those that are off the site, or of which an answer is; `words` those whose text or answers
 * have them all. Newest first.
 */
export async function listQuestionsForStaff(
	ctx: StaffCtx,
	query: { id: number | null; hidden: boolean; words?: string; cursor: string | null },
): Promise<{ items: QueuedQuestion[]; page: Page }> {
	const page = keysetPage<{ id: number }>(query.cursor, { by: [sql`q.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const typed = query.words ?? ''
	const words = typed === '' ? null : await readTextQuery(ctx, typed)
	// Marks and grammar alone are in every text.
	if (typed !== '' && words === null) return { items: [], page: page.cut([]).page }
	const { rows } = await selectQuestions`
		select q.id, q.title, q.body, q.created_at, q.hidden_reason, q.version > 1 as is_edited, q.task_category_id, (
			select array_agg(t.name order by k.position) from question_tasks k join tasks t on t.id = k.task_id where k.question_id = q.id
		) as task_names, ${imagesOfQuestion} as images, ${addendaOfQuestion} as addenda, (
			select json_agg(json_build_object('id', a.id, 'expertName', coalesce(e.display_name, '退会した専門家'), 'body', a.body,
				'hiddenReason', a.hidden_reason, 'isEdited', a.version > 1, 'isBest', a.id is not distinct from q.best_answer_id) order by a.id)
			from (select * from answers where question_id = q.id order by id limit 30) a left join experts e on e.id = a.expert_id
		) as answers
		from questions q
		where q.deleted_at is null and q.awaits_address_since is null
			and ${query.id === null ? sql`true` : sql`q.id = ${query.id}::integer`}
			and ${query.hidden ? sql`(q.hidden_at is not null or exists (select from answers h where h.question_id = q.id and h.hidden_at is not null))` : sql`true`}
			and ${
				words === null
					? sql`true`
					: sql`exists (select from question_searches s where s.question_id = q.id and s.tokens @@ ${allOf(words.parts.map(({ wide }) => wide))}::tsquery)`
			}
			and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map(
			({
				created_at,
				hidden_reason: hiddenReason,
				is_edited: isEdited,
				task_category_id,
				task_names,
				images,
				addenda,
				answers,
				...row
			}) => ({
				...row,
				createdAt: created_at,
				hiddenReason,
				isEdited,
				taskCategoryId: task_category_id,
				taskNames: task_names ?? [],
				images: images ?? [],
				addenda: (addenda ?? []).map(({ id, body }) => ({ id, body })),
				answers: answers ?? [],
			}),
		),
	}
}
