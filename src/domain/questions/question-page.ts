import { bool, checkedSql, int4, int8, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx, Viewer } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { readDatedFacts } from '../taxonomy/fact-reads.ts'
import { partsColumn, partsOfQuestion } from '../taxonomy/task-part-reads.ts'
import { holdersOf } from '../taxonomy/task-parts.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { readAnswerRows, toAnswersPage } from './answer-page.ts'
import {
	canAddAddendum,
	canAnonymise,
	canAnswer,
	canDelete,
	canEdit,
	canHide,
	canReadQuestionHistory,
	canReopen,
	canResolve,
	canSeeQuestion,
	canSuggestTask,
} from './policy.ts'
import {
	addendaOfQuestion,
	askerJoin,
	askerNameOf,
	imagesColumn,
	imagesOfQuestion,
	tasksColumn,
	tasksOfQuestion,
} from './question-items.ts'
import { listQuestionsLike } from './search/similar.ts'
import { addendaColumn, isId, questionFacts, readExpertFacts } from './thread.ts'
import type { QuestionDetail, QuestionState, Stage } from './types.ts'

const rowColumns = {
	id: int4,
	asker_id: int8.nullable,
	asker_handle: text,
	is_anonymous: bool,
	last_name: text.nullable,
	first_name: text.nullable,
	image_url: text.nullable,
	title: text,
	body: text,
	state: text.as<QuestionState>(),
	task_category_id: int4,
	category_name: text,
	prefecture_id: int4.nullable,
	stage: text.as<Stage>(),
	industry: text.nullable,
	best_answer_id: int4.nullable,
	best_chosen_by: text.as<'asker' | 'staff'>().nullable,
	best_reason: text.nullable,
	answer_count: int4,
	helpful_count: int4,
	view_count: int4,
	version: int4,
	created_at: timestamptz,
	edited_at: timestamptz.nullable,
	resolved_at: timestamptz.nullable,
	hidden_at: timestamptz.nullable,
	awaits_address_since: timestamptz.nullable,
	hidden_reason: text.nullable,
	tasks: tasksColumn,
	images: imagesColumn,
	addenda: addendaColumn,
	addendum_count: int4,
	has_answers: bool,
	parts: partsColumn,
}

type Row = RowOf<typeof rowColumns>

/**
 * A question with a page of its answers and what the viewer may do. Throws not-found for what the viewer cannot see: deleted
 * questions, and hidden ones except to their asker and staff.
 */
export async function getQuestion(ctx: Ctx, id: number, answersCursor: string | null): Promise<QuestionDetail> {
	if (!isId(id)) throw notFound('question')
	// All at once by the id: one round trip. Nothing is returned before the question's own row allows it.
	const [row, answerRows, expert, similar, changed] = await Promise.all([
		readRow(ctx, id),
		readAnswerRows(ctx, id, answersCursor),
		readExpertFacts(ctx, id),
		listQuestionsLike(ctx, id),
		readDatedFacts(ctx),
	])
	if (!row) throw notFound('question')
	const { viewer } = ctx
	const facts = questionFacts(ctx, row)
	if (!canSeeQuestion(viewer, facts)) throw notFound('question')
	const answers = toAnswersPage(ctx, facts, answerRows, changed)
	const parts = row.parts ?? []
	return {
		id: row.id,
		title: row.title,
		body: row.body,
		state: row.state,
		taskCategory: { id: row.task_category_id, name: row.category_name },
		tasks: row.tasks ?? [],
		prefecture: row.prefecture_id === null ? null : getPrefecture(row.prefecture_id),
		stage: row.stage,
		industry: row.industry,
		asker: { name: askerNameOf(row), imageUrl: row.image_url, isAnonymous: askerNameOf(row) === row.asker_handle },
		isViewersOwn: facts.isAsker,
		images: row.images ?? [],
		addenda: (row.addenda ?? []).map((one) => ({ ...one, at: new Date(one.at) })),
		answerCount: row.answer_count,
		helpfulCount: row.helpful_count,
		viewCount: row.view_count,
		askedAt: row.created_at,
		editedAt: row.edited_at,
		resolvedAt: row.resolved_at,
		awaitsAddress: facts.awaitsAddress,
		hidden: row.hidden_at === null || facts.awaitsAddress ? null : { at: row.hidden_at, reason: row.hidden_reason ?? '' },
		version: row.version,
		answers: answers.answers,
		answersPage: answers.page,
		bestChosen: row.best_chosen_by === null ? null : { by: row.best_chosen_by, reason: row.best_reason },
		reserved: parts.flatMap((part) =>
			part.law === null
				? []
				: [{ scopeId: part.scopeId, taskName: part.scopeName, part: part.name, law: part.law.shortName, professions: holdersOf(part) }],
		),
		similar,
		can: abilities(viewer, facts, { expert, parts, hasTask: (row.tasks ?? []).length > 0 }),
		viewersAnswerId: expert?.answerId ?? null,
	}
}

/** What the viewer may do with the question. */
function abilities(
	viewer: Viewer,
	facts: ReturnType<typeof questionFacts>,
	{ expert, parts, hasTask }: { expert: Awaited<ReturnType<typeof readExpertFacts>>; parts: NonNullable<Row['parts']>; hasTask: boolean },
): QuestionDetail['can'] {
	return {
		edit: canEdit(viewer, facts),
		addAddendum: canAddAddendum(viewer, facts),
		delete: canDelete(viewer, facts),
		anonymise: canAnonymise(viewer, facts),
		resolve: canResolve(viewer, facts),
		reopen: canReopen(viewer, facts),
		answer: canAnswer(viewer, facts, expert, parts),
		suggestTask: canSuggestTask(viewer, facts, expert, hasTask),
		hide: canHide(viewer),
		readHistory: canReadQuestionHistory(viewer, facts),
	}
}

async function readRow(ctx: Ctx, id: number): Promise<Row | undefined> {
	const { rows } = await checkedSql(rowColumns)`
		select q.id, q.asker_id, q.asker_handle, q.is_anonymous, u.last_name, u.first_name, u.image_url, q.title, q.body, q.state,
			q.task_category_id, c.name as category_name, q.prefecture_id, q.stage, q.industry, q.best_answer_id, q.best_chosen_by,
			q.best_reason, q.answer_count, q.helpful_count, q.view_count, q.version, q.created_at, q.edited_at, q.resolved_at,
			q.hidden_at, q.hidden_reason, q.awaits_address_since, ${tasksOfQuestion} as tasks,
			${addendaOfQuestion} as addenda, ${imagesOfQuestion} as images,
			(select count(*)::integer from question_addenda d where d.question_id = q.id) as addendum_count,
			exists (select from answers a where a.question_id = q.id) as has_answers,
			${partsOfQuestion} as parts
		from questions q
		join task_categories c on c.id = q.task_category_id
		${askerJoin}
		where q.id = ${id}::integer and q.deleted_at is null
	`.execute(ctx.db)
	return rows[0]
}
