import { sql } from 'kysely'
import { ALL_PAGES, publishTags } from '../../../platform/page-tags.ts'
import { recordCommand } from '../../accounts/audit.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { listPartsOfQuestion, readHeld } from '../../taxonomy/task-part-reads.ts'
import { mayDoPart } from '../../taxonomy/task-parts.ts'
import { drawHandle } from '../handles.ts'
import { writeTasks } from '../questions.ts'
import { indexQuestions } from '../search/search-index.ts'
import type { PlannedAnswer, PlannedQuestion } from './question-imports.ts'

type WriteCtx = Pick<Ctx, 'db' | 'now'>

/** Writes a plan of questions. Nobody is notified: what is imported is not new. */
export type ImportResult = { questions: number; answers: number; refused: { sourceId: string; note: string }[] }

/** Writes each new question with its answers in one transaction of its own. What another import wrote meanwhile is left out. */
export async function importQuestions(ctx: WriteCtx, source: string, planned: readonly PlannedQuestion[]): Promise<ImportResult> {
	const result: ImportResult = { questions: 0, answers: 0, refused: [] }
	for (const question of planned)
		if (question.outcome === 'new')
			await inTransaction(ctx, async (trx) => {
				const made = await writeQuestion(trx, source, question)
				if (made === null) return
				result.questions++
				result.answers += made.answers
				result.refused.push(...made.refused)
			})
	if (result.questions === 0) return result
	await recordCommand(ctx, { action: 'question.import', subject: 'question', detail: { source, made: result.questions } })
	await publishTags(ctx.db, [ALL_PAGES])
	return result
}

/** Marks an id of the export as imported; false if it was before. */
async function claim({ db, now }: WriteCtx, kind: 'question' | 'answer', source: string, sourceId: string): Promise<boolean> {
	const { numInsertedOrUpdatedRows: count } = await db
		.insertInto('content_imports')
		.values({ kind, source, source_id: sourceId, imported_at: now() })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst()
	return count === 1n
}

async function writeQuestion(trx: WriteCtx, source: string, { sourceId, input, askerId, at, answers }: PlannedQuestion) {
	if (input === null || !(await claim(trx, 'question', source, sourceId))) return null
	const { id } = await trx.db
		.insertInto('questions')
		.values({
			title: input.title,
			body: input.body,
			task_category_id: input.taskCategoryId,
			prefecture_id: input.prefectureId,
			stage: input.stage,
			industry: input.industry,
			asker_id: askerId,
			asker_handle: drawHandle(),
			is_anonymous: true,
			created_at: at,
			updated_at: at,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await sql`update content_imports set question_id = ${id}::integer where kind = 'question' and source = ${source} and source_id = ${sourceId}`.execute(
		trx.db,
	)
	await writeTasks(trx, id, input.taskIds)
	const refused: ImportResult['refused'] = []
	const made: { id: number; at: Date; isAccepted: boolean }[] = []
	for (const answer of answers) {
		if (answer.outcome !== 'new') continue
		const written = await writeAnswer(trx, source, id, answer)
		if (typeof written === 'number') made.push({ id: written, at: answer.at, isAccepted: answer.isAccepted })
		else if (written !== null) refused.push({ sourceId: answer.sourceId, note: written.note })
	}
	await settle(trx, id, at, made)
	await indexQuestions(trx, [id])
	return { answers: made.length, refused }
}

/** Returns the id of the answer, why it is refused, or null where it was imported before. */
async function writeAnswer(
	trx: WriteCtx,
	source: string,
	questionId: number,
	answer: PlannedAnswer,
): Promise<number | { note: string } | null> {
	const { input, expertId, sourceId, at } = answer
	if (input === null) return null
	const parts = await listPartsOfQuestion(trx, questionId)
	const held = await readHeld(trx, expertId)
	const lawful = parts.filter((part) => mayDoPart(held, part))
	if (parts.length > 0 && lawful.length === 0) return { note: 'この質問の業務は、法令により、この専門家の資格では回答できません。' }
	if (!(await claim(trx, 'answer', source, sourceId))) return null
	const credentials = await trx.db
		.selectFrom('expert_credentials')
		.select(['profession_id', 'registration_number', 'association', 'registered_on'])
		.where('expert_id', '=', expertId)
		.orderBy('profession_id')
		.execute()
	const { id } = await trx.db
		.insertInto('answers')
		.values({
			question_id: questionId,
			expert_id: expertId,
			credentials: JSON.stringify(
				credentials.map((row) => ({
					professionId: row.profession_id,
					registrationNumber: row.registration_number,
					association: row.association,
					registeredOn: row.registered_on,
				})),
			),
			body: input.body,
			sources: '[]',
			law_as_of: input.lawAsOf,
			part_ids: lawful.map((part) => part.id),
			created_at: at,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	await sql`update content_imports set answer_id = ${id}::integer where kind = 'answer' and source = ${source} and source_id = ${sourceId}`.execute(
		trx.db,
	)
	return id
}

/** Counts the answers of a question and takes over the accepted one. */
async function settle(
	trx: WriteCtx,
	questionId: number,
	askedAt: Date,
	answers: readonly { id: number; at: Date; isAccepted: boolean }[],
): Promise<void> {
	if (answers.length === 0) return
	const best = answers.find(({ isAccepted }) => isAccepted)
	const updatedAt = new Date(Math.max(askedAt.getTime(), ...answers.map(({ at }) => at.getTime())))
	await trx.db
		.updateTable('questions')
		.set({
			answer_count: answers.length,
			updated_at: updatedAt,
			...(best ? { state: 'resolved', best_answer_id: best.id, best_chosen_by: 'asker', resolved_at: best.at } : { state: 'answered' }),
		})
		.where('id', '=', questionId)
		.execute()
}
