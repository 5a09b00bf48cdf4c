import type { Ctx } from '../shared/context.ts'
import { imagePath } from './image-paths.ts'

/** What a person has asked, answered and said, with the earlier versions that are kept, for the download of one's own data. */
export async function exportFromQa(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const { db } = ctx
	const questions = await db.selectFrom('questions').selectAll().where('asker_id', '=', user.id).orderBy('id').execute()
	const own = db.selectFrom('questions').select('id').where('asker_id', '=', user.id)
	const tasks = await db.selectFrom('question_tasks').selectAll().where('question_id', 'in', own).orderBy('position').execute()
	const addenda = await db.selectFrom('question_addenda').selectAll().where('question_id', 'in', own).orderBy('position').execute()
	const edits = await db.selectFrom('question_revisions').selectAll().where('question_id', 'in', own).orderBy('version').execute()

	const answers = await db
		.selectFrom('answers as a')
		.innerJoin('experts as e', 'e.id', 'a.expert_id')
		.selectAll('a')
		.where('e.user_id', '=', user.id)
		.orderBy('a.id')
		.execute()
	const ownAnswers = db
		.selectFrom('answers as a')
		.innerJoin('experts as e', 'e.id', 'a.expert_id')
		.select('a.id')
		.where('e.user_id', '=', user.id)
	const answerEdits = await db.selectFrom('answer_revisions').selectAll().where('answer_id', 'in', ownAnswers).orderBy('version').execute()

	const comments = await db
		.selectFrom('answer_comments as c')
		.innerJoin('answers as a', 'a.id', 'c.answer_id')
		.select(['c.id', 'c.answer_id as answerId', 'a.question_id as questionId', 'c.body', 'c.created_at as createdAt'])
		.where((is) =>
			is.or([
				is.and([is('c.author', '=', 'asker'), is('a.question_id', 'in', own)]),
				is.and([is('c.author', '=', 'expert'), is('a.id', 'in', ownAnswers)]),
			]),
		)
		.orderBy('c.id')
		.execute()
	const helpfulVotes = await db
		.selectFrom('helpful_votes')
		.select(['answer_id as answerId', 'created_at as createdAt'])
		.where('user_id', '=', user.id)
		.orderBy('answer_id')
		.execute()
	const drafts = await db
		.selectFrom('qa_drafts')
		.select(['question_id as questionId', 'content', 'updated_at as updatedAt'])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	const images = await db
		.selectFrom('question_images')
		.select(['question_id', 'token', 'alt', 'created_at'])
		.where('owner_id', '=', user.id)
		.where('removed_at', 'is', null)
		.orderBy('question_id')
		.orderBy('position')
		.execute()
	const imagesOf = (questionId: number | null) =>
		images
			.filter((image) => image.question_id === questionId)
			.map(({ token, alt, created_at: createdAt }) => ({ url: `${ctx.site.publicUrl}${imagePath(token, 1600, 'jpg')}`, alt, createdAt }))
	return {
		questions: questions.map((row) => ({
			id: row.id,
			page: `${ctx.site.publicUrl}/qa/${row.id}`,
			title: row.title,
			body: row.body,
			isAnonymous: row.is_anonymous,
			handle: row.asker_handle,
			taskCategoryId: row.task_category_id,
			taskIds: tasks.filter((task) => task.question_id === row.id).map((task) => task.task_id),
			prefectureId: row.prefecture_id,
			stage: row.stage,
			industry: row.industry,
			state: row.state,
			images: imagesOf(row.id),
			addenda: addenda
				.filter((addendum) => addendum.question_id === row.id)
				.map(({ body, created_at: createdAt }) => ({ body, createdAt })),
			bestAnswerId: row.best_answer_id,
			earlierVersions: edits
				.filter((edit) => edit.question_id === row.id)
				.map(({ content, replaced_at: replacedAt }) => ({ content, replacedAt })),
			createdAt: row.created_at,
			editedAt: row.edited_at,
			resolvedAt: row.resolved_at,
			hiddenAt: row.hidden_at,
			awaitsAddressSince: row.awaits_address_since,
			deletedAt: row.deleted_at,
		})),
		answers: answers.map((row) => ({
			id: row.id,
			questionId: row.question_id,
			page: `${ctx.site.publicUrl}/qa/${row.question_id}`,
			body: row.body,
			sources: row.sources,
			lawAsOf: row.law_as_of,
			credentials: row.credentials,
			earlierVersions: answerEdits
				.filter((edit) => edit.answer_id === row.id)
				.map(({ content, replaced_at: replacedAt }) => ({ content, replacedAt })),
			createdAt: row.created_at,
			editedAt: row.edited_at,
			hiddenAt: row.hidden_at,
		})),
		thanks: await db
			.selectFrom('answers')
			.select(['id as answerId', 'thanks as text', 'thanked_at as createdAt'])
			.where('question_id', 'in', own)
			.where('thanks', 'is not', null)
			.orderBy('id')
			.execute(),
		comments,
		helpfulVotes,
		drafts,
		draftImages: imagesOf(null),
	}
}
