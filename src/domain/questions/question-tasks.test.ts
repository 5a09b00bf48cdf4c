import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inSavepoint, type TestCtx, withCtx } from '../../../test/database.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { showAnswer } from './hiding.ts'
import { postAnswer } from './answers.ts'
import { getQuestion } from './question-page.ts'
import { confirmTask, declineTask, readTaskSuggestions, setTaskByStaff, suggestTask } from './question-tasks.ts'
import { postQuestion } from './questions.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput, refusal } from './questions-for-test.ts'

const checkNow = async (ctx: TestCtx) => {
	await sql`set constraints all immediate`.execute(ctx.db)
	await sql`set constraints all deferred`.execute(ctx.db)
}

/** A question of 相続 without a task, which only a 弁護士 may answer. */
async function openQuestion(ctx: TestCtx) {
	const asker = await makeMember(ctx)
	const { id } = await postQuestion(as(ctx, asker), questionInput({ taskCategoryId: 11, taskIds: [] }))
	return { asker: as(ctx, asker), id }
}

test('an expert excluded by the category suggests the task, the asker confirms it, and the expert may answer', () =>
	withCtx(async (ctx) => {
		const { asker, id } = await openQuestion(ctx)
		const { viewer } = await makeExpertViewer(ctx, { professions: ['gyoseishoshi'], taskIds: [1103] })
		const scrivener = as(ctx, viewer)
		expect(await refusal(postAnswer(scrivener, id, answerInput()))).toBe('qa/reserved')
		expect((await getQuestion(scrivener, id, null)).can.suggestTask).toEqual({ allowed: true })
		await suggestTask(scrivener, id, 1103)
		expect(await readTaskSuggestions(asker, id)).toMatchObject({ suggested: [{ taskId: 1103, name: '遺産分割' }], own: null })
		expect(await readTaskSuggestions(scrivener, id)).toMatchObject({ own: { name: '遺産分割', isDeclined: false } })
		const { rows } = await sql`select from pending_events where event ->> 'kind' = 'question-task'`.execute(ctx.db)
		expect(rows).toHaveLength(1)
		// Only the asker decides, and only on what was suggested.
		expect(await refusal(confirmTask(scrivener, id, 1103))).toBe('qa/not-asker')
		expect(await refusal(confirmTask(asker, id, 1102))).toBe('not-found')
		await confirmTask(asker, id, 1103)
		expect((await getQuestion(scrivener, id, null)).tasks).toMatchObject([{ id: 1103 }])
		await postAnswer(scrivener, id, answerInput())
		await checkNow(ctx)
		expect(await refusal(suggestTask(scrivener, id, 1102))).toBe('qa/already')
	}))

test('a declined suggestion is not made again, and one of another category is refused', () =>
	withCtx(async (ctx) => {
		const { asker, id } = await openQuestion(ctx)
		const expert = as(ctx, (await makeExpertViewer(ctx)).viewer)
		expect(await refusal(suggestTask(expert, id, 503))).toBe('invalid')
		await suggestTask(expert, id, 1103)
		await suggestTask(expert, id, 1102)
		expect((await readTaskSuggestions(asker, id)).suggested.map(({ taskId }) => taskId)).toEqual([1102])
		await declineTask(asker, id, 1102)
		expect((await readTaskSuggestions(asker, id)).suggested).toEqual([])
		expect(await refusal(suggestTask(expert, id, 1103))).toBe('conflict')
		expect(await refusal(suggestTask(as(ctx, await makeMember(ctx)), id, 1103))).toBe('qa/not-expert')
		expect(await refusal(suggestTask(asker, id, 1103))).toBe('qa/not-expert')
	}))

test('staff set the task with a reason; answers that it does not allow are hidden and stay hidden', () =>
	withCtx(async (ctx) => {
		const asker = await makeMember(ctx)
		const { id } = await postQuestion(as(ctx, asker), questionInput({ taskCategoryId: 5, taskIds: [] }))
		const lawful = as(ctx, (await makeExpertViewer(ctx)).viewer)
		const { id: kept } = await postAnswer(lawful, id, answerInput())
		const moderator = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		await setTaskByStaff(moderator, id, { taskId: 504, reason: '記帳についての相談のため' })
		await checkNow(ctx)
		const { part_ids } = await ctx.db.selectFrom('answers').select('part_ids').where('id', '=', kept).executeTakeFirstOrThrow()
		expect(part_ids.every((part) => Math.floor(part / 10) === 504)).toBe(true)
		expect(part_ids).not.toEqual([])

		// 弁護士 answers what the category of 相続 is taken to mean; 相続登記 would be theirs too, 相続税 not.
		const other = await openQuestion(ctx)
		const { id: gone } = await postAnswer(
			as(ctx, (await makeExpertViewer(ctx, { professions: ['bengoshi'], taskIds: [1103] })).viewer),
			other.id,
			answerInput(),
		)
		const { rows } = await sql<{ id: number }>`
			select t.id from tasks t where t.task_category_id = 11 and t.published_at is not null and not exists (
				select from task_parts p left join task_part_grants g on g.part_id = p.id and g.profession_id = 5 and g.sub_qualification_id is null
				where p.task_id = t.id and (p.law_id is null or g.part_id is not null)
			) limit 1
		`.execute(ctx.db)
		const taxTask = rows[0]?.id ?? 0
		await setTaskByStaff(moderator, other.id, { taskId: taxTask, reason: '税金についての相談のため' })
		await checkNow(ctx)
		const answer = await ctx.db
			.selectFrom('answers')
			.select(['hidden_at', 'hidden_reason'])
			.where('id', '=', gone)
			.executeTakeFirstOrThrow()
		expect(answer.hidden_at).not.toBeNull()
		expect(answer.hidden_reason).toContain('税理士法')
		expect(await refusal(showAnswer(moderator, gone))).toBe('conflict')
		await expect(
			inSavepoint(ctx, async (trx) => {
				await trx.db.updateTable('answers').set({ hidden_at: null, hidden_reason: null }).where('id', '=', gone).execute()
				await checkNow(trx)
			}),
		).rejects.toMatchObject({ constraint: 'answers_lawful' })
	}))

test('a task of another category moves the question there, with the answers that the law still allows', () =>
	withCtx(async (ctx) => {
		const { id } = await openQuestion(ctx)
		const lawyer = as(ctx, (await makeExpertViewer(ctx, { professions: ['bengoshi'], taskIds: [1103] })).viewer)
		const { id: answerId } = await postAnswer(lawyer, id, answerInput())
		const moderator = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		expect(await refusal(setTaskByStaff(moderator, id, { taskId: 9_998, reason: '契約の相談のため' }))).toBe('invalid')
		await setTaskByStaff(moderator, id, { taskId: 701, reason: '契約の相談のため' })
		await checkNow(ctx)
		const question = await ctx.db.selectFrom('questions').select('task_category_id').where('id', '=', id).executeTakeFirstOrThrow()
		expect(question.task_category_id).toBe(7)
		const answer = await ctx.db.selectFrom('answers').select(['hidden_at', 'part_ids']).where('id', '=', answerId).executeTakeFirstOrThrow()
		expect([answer.hidden_at, answer.part_ids.every((part) => Math.floor(part / 10) === 701)]).toEqual([null, true])
	}))

test('the number of a category moves the question there without a task, and its law is applied', () =>
	withCtx(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		const { id } = await postQuestion(asker, questionInput())
		const { id: answerId } = await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), id, answerInput())
		const moderator = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		await setTaskByStaff(moderator, id, { taskId: 11, reason: '相続についての相談のため' })
		await setTaskByStaff(moderator, id, { taskId: 11, reason: '相続についての相談のため' })
		await checkNow(ctx)
		expect(await getQuestion(asker, id, null)).toMatchObject({ taskCategory: { id: 11 }, tasks: [], answerCount: 0 })
		const answer = await ctx.db.selectFrom('answers').select('hidden_reason').where('id', '=', answerId).executeTakeFirstOrThrow()
		expect(answer.hidden_reason).toContain('弁護士')
		expect(await refusal(setTaskByStaff(moderator, id, { taskId: 99, reason: '相続についての相談のため' }))).toBe('invalid')
		const events = await ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'question.task').execute()
		expect(events).toHaveLength(1)
	}))
