import type { Ctx } from '../shared/context.ts'
import { imagePath } from './image-paths.ts'

/** Returns what a person has asked, answered and written, with the earlier versions that are kept, for their data export. */
export async function exportFromQa(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const { db } = ctx
	const imagesOf = await readImages(ctx, user.id)
	return {
		questions: await exportQuestions(ctx, user.id, imagesOf),
		answers: await exportAnswers(ctx, user.id),
		thanks: await db
			.selectFrom('answers')
			.select(['id as answerId', 'thanks as text', 'thanked_at as createdAt'])
			.where('question_id', 'in', questionIdsOf(ctx, user.id))
			.where('thanks', 'is not', null)
			.orderBy('id')
			.execute(),
		comments: await exportComments(ctx, user.id),
		helpfulVotes: await db
			.selectFrom('helpful_votes')
			.select(['answer_id as answerId', 'created_at as createdAt'])
			.where('user_id', '=', user.id)
			.orderBy('answer_id')
			.execute(),
		drafts: await db
			.selectFrom('qa_drafts')
			.select(['question_id as questionId', 'content', 'updated_at as updatedAt'])
			.where('user_id', '=', user.id)
			.orderBy('id')
			.execute(),
		draftImages: imagesOf(null),
	}
}

const questionIdsOf = ({ db }: Ctx, userId: string) => db.selectFrom('questions').select('id').where('asker_id', '=', userId)

const answersOf = ({ db }: Ctx, userId: string) =>
	db.selectFrom('answers as a').innerJoin('experts as e', 'e.id', 'a.expert_id').where('e.user_id', '=', userId)

type ImagesOf = (questionId: number | null) => { url: string; alt: string; createdAt: Date }[]

/** Reads the person's images once, for all questions and for the draft (null). */
async function readImages({ db, site }: Ctx, userId: string): Promise<ImagesOf> {
	const images = await db
		.selectFrom('question_images')
		.select(['question_id', 'token', 'alt', 'created_at'])
		.where('owner_id', '=', userId)
		.where('removed_at', 'is', null)
		.orderBy('question_id')
		.orderBy('position')
		.execute()
	return (questionId) =>
		images
			.filter((image) => image.question_id === questionId)
			.map(({ token, alt, created_at: createdAt }) => ({ url: `${site.publicUrl}${imagePath(token, 1600, 'jpg')}`, alt, createdAt }))
}

async function exportQuestions(ctx: Ctx, userId: string, imagesOf: ImagesOf) {
	const { db } = ctx
	const own = questionIdsOf(ctx, userId)
	const questions = await db.selectFrom('questions').selectAll().where('asker_id', '=', userId).orderBy('id').execute()
	const tasks = await db.selectFrom('question_tasks').selectAll().where('question_id', 'in', own).orderBy('position').execute()
	const addenda = await db.selectFrom('question_addenda').selectAll().where('question_id', 'in', own).orderBy('position').execute()
	const edits = await db.selectFrom('question_revisions').selectAll().where('question_id', 'in', own).orderBy('version').execute()
	return questions.map((row) => ({
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
		addenda: addenda.filter((addendum) => addendum.question_id === row.id).map(({ body, created_at: createdAt }) => ({ body, createdAt })),
		bestAnswerId: row.best_answer_id,
		earlierVersions: earlierVersions(edits.filter((edit) => edit.question_id === row.id)),
		createdAt: row.created_at,
		editedAt: row.edited_at,
		resolvedAt: row.resolved_at,
		hiddenAt: row.hidden_at,
		awaitsAddressSince: row.awaits_address_since,
		deletedAt: row.deleted_at,
	}))
}

async function exportAnswers(ctx: Ctx, userId: string) {
	const answers = await answersOf(ctx, userId).selectAll('a').orderBy('a.id').execute()
	const edits = await ctx.db
		.selectFrom('answer_revisions')
		.selectAll()
		.where('answer_id', 'in', answersOf(ctx, userId).select('a.id'))
		.orderBy('version')
		.execute()
	return answers.map((row) => ({
		id: row.id,
		questionId: row.question_id,
		page: `${ctx.site.publicUrl}/qa/${row.question_id}`,
		body: row.body,
		sources: row.sources,
		lawAsOf: row.law_as_of,
		credentials: row.credentials,
		earlierVersions: earlierVersions(edits.filter((edit) => edit.answer_id === row.id)),
		createdAt: row.created_at,
		editedAt: row.edited_at,
		hiddenAt: row.hidden_at,
	}))
}

const earlierVersions = (edits: readonly { content: unknown; replaced_at: Date }[]) =>
	edits.map(({ content, replaced_at: replacedAt }) => ({ content, replacedAt }))

async function exportComments(ctx: Ctx, userId: string) {
	return ctx.db
		.selectFrom('answer_comments as c')
		.innerJoin('answers as a', 'a.id', 'c.answer_id')
		.select(['c.id', 'c.answer_id as answerId', 'a.question_id as questionId', 'c.body', 'c.created_at as createdAt'])
		.where((is) =>
			is.or([
				is.and([is('c.author', '=', 'asker'), is('a.question_id', 'in', questionIdsOf(ctx, userId))]),
				is.and([is('c.author', '=', 'expert'), is('a.id', 'in', answersOf(ctx, userId).select('a.id'))]),
			]),
		)
		.orderBy('c.id')
		.execute()
}
