import { sql } from 'kysely'
import { z } from 'zod'
import { builtJson, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireStaff } from '../accounts/staff.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { canReadAnswerHistory, canReadQuestionHistory } from './policy.ts'
import type { AnswerContent, QuestionContent } from './tables.ts'
import { assertAllowed, readAnswer, readThread } from './thread.ts'
import { type History, stages, type Version, type WrittenQuestion } from './types.ts'

// Former versions as stored and the current one as the statement builds it, in the same shape.
const questionContent = builtJson<QuestionContent>(() =>
	z.strictObject({
		title: z.string(),
		body: z.string(),
		taskCategoryId: z.int(),
		taskIds: z.array(z.int()),
		prefectureId: z.int().nullable(),
		stage: z.enum(stages.map(({ value }) => value)),
		industry: z.string().nullable(),
	}),
)
const answerContent = builtJson<AnswerContent>(() =>
	z.strictObject({
		body: z.string(),
		sources: z.array(z.strictObject({ title: z.string(), url: z.string() })),
		lawAsOf: z.string().nullable(),
	}),
)

type VersionRow<Content> = { version: number; content: Content; written_at: Date }

/**
 * Returns the versions of a question, the current one first. For its asker and for moderators, whose reading is audited: an
 * edit may have removed something private. Throws not-found for a deleted question, whose history was deleted with it.
 */
export async function readQuestionHistory(ctx: Ctx, id: number): Promise<History<WrittenQuestion>> {
	requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { facts } = await readThread(trx, id)
		assertAllowed(canReadQuestionHistory(ctx.viewer, facts))
		if (!facts.isAsker) await recordAuditEvent(requireStaff(trx, 'moderator'), { action: 'question.history', subject: `question:${id}` })
		const { rows } = await checkedSql({ version: int4, content: questionContent, written_at: timestamptz })`
			with kept as (
				select version, content, replaced_at from question_revisions where question_id = ${id}::integer
				union all
				select q.version, jsonb_build_object('title', q.title, 'body', q.body, 'taskCategoryId', q.task_category_id,
					'taskIds', (select coalesce(jsonb_agg(t.task_id order by t.position), '[]') from question_tasks t where t.question_id = q.id),
					'prefectureId', q.prefecture_id, 'stage', q.stage, 'industry', q.industry), null
				from questions q where q.id = ${id}::integer
			)
			select k.version, k.content, coalesce(lag(k.replaced_at) over (order by k.version), q.created_at) as written_at
			from kept k join questions q on q.id = ${id}::integer
			order by k.version desc
		`.execute(trx.db)
		const names = await readNames(trx, rows)
		const versions = withChanges(
			rows.map(({ content, ...row }) => ({
				...row,
				content: {
					title: content.title,
					body: content.body,
					category: names.get(content.taskCategoryId) ?? '',
					tasks: content.taskIds.flatMap((taskId) => names.get(taskId) ?? []),
					prefecture: content.prefectureId === null ? null : getPrefecture(content.prefectureId).name,
					stage: content.stage,
					industry: content.industry,
				},
			})),
		)
		return { questionId: id, title: versions[0]?.content.title ?? '', versions, isRecorded: !facts.isAsker }
	})
}

/** Returns the versions of an answer, the current one first. For its author and for moderators, whose reading is audited. */
export async function readAnswerHistory(ctx: Ctx, answerId: number): Promise<History<AnswerContent>> {
	requireMember(ctx)
	return inTransaction(ctx, async (trx) => {
		const { answer, answerFacts } = await readAnswer(trx, answerId)
		assertAllowed(canReadAnswerHistory(ctx.viewer, answerFacts))
		if (!answerFacts.isAuthor)
			await recordAuditEvent(requireStaff(trx, 'moderator'), { action: 'answer.history', subject: `answer:${answerId}` })
		const { rows } = await checkedSql({ version: int4, content: answerContent, written_at: timestamptz, title: text })`
			with kept as (
				select version, content, replaced_at from answer_revisions where answer_id = ${answerId}::integer
				union all
				select a.version, jsonb_build_object('body', a.body, 'sources', a.sources, 'lawAsOf', a.law_as_of), null
				from answers a where a.id = ${answerId}::integer
			)
			select k.version, k.content, coalesce(lag(k.replaced_at) over (order by k.version), a.created_at) as written_at, q.title
			from kept k join answers a on a.id = ${answerId}::integer join questions q on q.id = a.question_id
			order by k.version desc
		`.execute(trx.db)
		return { questionId: answer.question_id, title: rows[0]?.title ?? '', versions: withChanges(rows), isRecorded: !answerFacts.isAuthor }
	})
}

/** Categories and tasks share one range of numbers. */
async function readNames(ctx: Ctx, rows: readonly VersionRow<QuestionContent>[]): Promise<Map<number, string>> {
	const ids = [...new Set(rows.flatMap(({ content }) => [content.taskCategoryId, ...content.taskIds]))]
	const isAmong = sql<number>`any (${ids}::smallint[])`
	const found = await ctx.db
		.selectFrom('task_categories')
		.select(['id', 'name'])
		.where('id', '=', isAmong)
		.unionAll(ctx.db.selectFrom('tasks').select(['id', 'name']).where('id', '=', isAmong))
		.execute()
	return new Map(found.map(({ id, name }) => [id, name]))
}

/** Newest first; each with its differences to the version before. */
function withChanges<Content extends object>(rows: readonly VersionRow<Content>[]): Version<Content>[] {
	return rows.map(({ version, content, written_at: writtenAt }, place) => {
		const before = rows[place + 1]?.content
		const keys = Object.keys(content) as (keyof Content)[]
		return {
			version,
			content,
			writtenAt,
			changed: before === undefined ? [] : keys.filter((key) => JSON.stringify(content[key]) !== JSON.stringify(before[key])),
		}
	})
}
