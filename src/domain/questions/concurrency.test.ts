import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { droppedBy } from '../../../test/dropped-tags.ts'
import type { OpenedDatabase } from '../../platform/database.ts'
import type { Ctx, Database, Viewer } from '../shared/context.ts'
import { isDomainError } from '../shared/errors.ts'
import { postAnswer } from './answers.ts'
import { acceptAnswer } from './best-answers.ts'
import { getQuestion } from './question-page.ts'
import { editQuestion, postQuestion } from './questions.ts'
import { makeMember, makeExpertViewer, answerInput, as, makeThread, commentInput, questionInput } from './questions-for-test.ts'
import { postComment, voteHelpful, withdrawVote } from './reactions.ts'

let opened: OpenedDatabase<Database>
let ctx: Ctx
beforeAll(async () => {
	opened = await freshDatabase()
	ctx = visitorCtx(opened.db)
})
afterAll(() => opened.close())

const WRITERS = 50
const many = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: WRITERS }, (_, n) => make(n)))

/** How many succeeded and the codes of the others. */
async function outcome(works: Promise<unknown>[]): Promise<{ done: number; codes: string[] }> {
	const settled = await Promise.allSettled(works)
	const codes = settled.flatMap((one) =>
		one.status === 'rejected' ? [isDomainError(one.reason) ? one.reason.code : String(one.reason)] : [],
	)
	return { done: works.length - codes.length, codes: [...new Set(codes)] }
}

async function counts(questionId: number) {
	const { rows } = await sql<{ stored: number; answers: number; votes: number; counted_votes: number }>`
		select q.answer_count as stored, q.helpful_count as votes,
			(select count(*)::integer from answers where question_id = q.id) as answers,
			(select count(*)::integer from helpful_votes v join answers a on a.id = v.answer_id where a.question_id = q.id) as counted_votes
		from questions q where q.id = ${questionId}
	`.execute(opened.db)
	return rows[0]
}

describe('with fifty writers at once', () => {
	test('a question counts every answer', async () => {
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		const experts: Viewer[] = []
		for (let n = 0; n < WRITERS; n++) experts.push((await makeExpertViewer(ctx)).viewer)
		await Promise.all(experts.map((expert) => postAnswer(as(ctx, expert), id, answerInput())))
		expect(await counts(id)).toMatchObject({ stored: WRITERS, answers: WRITERS })
		expect((await getQuestion(ctx, id, null)).state).toBe('answered')
	})

	test('an expert gives one answer, and the others are refused with a reason', async () => {
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		const { viewer } = await makeExpertViewer(ctx)
		const result = await outcome(Array.from({ length: WRITERS }, () => postAnswer(as(ctx, viewer), id, answerInput())))
		expect(result).toEqual({ done: 1, codes: ['qa/already'] })
		expect(await counts(id)).toMatchObject({ stored: 1, answers: 1 })
	})

	test('votes equal their rows, and each person has one', async () => {
		const { questionId, answerId } = await makeThread(ctx)
		const readers = await many(() => makeMember(ctx))
		await Promise.all(readers.flatMap((reader) => [voteHelpful(as(ctx, reader), answerId), voteHelpful(as(ctx, reader), answerId)]))
		expect(await counts(questionId)).toMatchObject({ votes: WRITERS, counted_votes: WRITERS })
		await Promise.all(readers.slice(0, 20).map((reader) => withdrawVote(as(ctx, reader), answerId)))
		expect(await counts(questionId)).toMatchObject({ votes: 30, counted_votes: 30 })
		expect((await getQuestion(ctx, questionId, null)).answers[0]?.helpfulCount).toBe(30)
	})

	test('a form sent again and again makes one question', async () => {
		const asker = as(ctx, await makeMember(ctx))
		const input = questionInput()
		const made = await many(() => postQuestion(asker, input))
		expect(new Set(made.map(({ id }) => id)).size).toBe(1)
	})

	test('there is one best answer', async () => {
		const { asker, questionId, answerId } = await makeThread(ctx)
		const other = await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), questionId, answerInput())
		await outcome(Array.from({ length: WRITERS }, (_, n) => acceptAnswer(as(ctx, asker), n % 2 === 0 ? answerId : other.id)))
		const question = await getQuestion(ctx, questionId, null)
		expect(question.answers.filter(({ isBest }) => isBest)).toHaveLength(1)
		expect(question.state).toBe('resolved')
	})

	test('no edit is lost: one is saved, the others get a conflict', async () => {
		const asker = as(ctx, await makeMember(ctx))
		const { id } = await postQuestion(asker, questionInput())
		const { isAnonymous: _, clientKey: __, ...fields } = questionInput()
		const results = await many((n) => editQuestion(asker, id, { ...fields, title: `同時に編集した質問のタイトル${n}`, version: 1 }))
		expect(results.filter(({ kind }) => kind === 'saved')).toHaveLength(1)
		const { title } = await getQuestion(ctx, id, null)
		const seen = results.flatMap((result) => (result.kind === 'overtaken' ? [`${result.current.title} ${result.current.version}`] : []))
		expect(new Set(seen)).toEqual(new Set([`${title} 2`]))
	})

	test('the order of turns in a conversation holds', async () => {
		const { asker, questionId, answerId } = await makeThread(ctx)
		const result = await outcome(Array.from({ length: WRITERS }, () => postComment(as(ctx, asker), answerId, commentInput('期限は？'))))
		expect(result).toEqual({ done: 1, codes: ['qa/turn'] })
		expect((await getQuestion(ctx, questionId, null)).answers[0]?.comments).toHaveLength(1)
	})
})

describe('the page cache', () => {
	test('is invalidated by a committed answer, and not by one that was rolled back', async () => {
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		const { viewer, expertId } = await makeExpertViewer(ctx)
		const refused = () => expect(postAnswer(as(ctx, viewer), id, { ...answerInput(), body: '短い' })).rejects.toThrow(/answers_body_check/)
		expect(await droppedBy(opened, refused)).toEqual(new Set())
		const dropped = await droppedBy(opened, () => postAnswer(as(ctx, viewer), id, answerInput()))
		expect(dropped).toEqual(new Set([`question:${id}`, 'qa:list', 'qa:category:5', 'qa:task:503', `expert:${expertId}`]))
	})

	test('drops the lists that a question leaves and those that it comes to, and no others', async () => {
		const asker = as(ctx, await makeMember(ctx))
		const { id } = await postQuestion(asker, questionInput())
		const { clientKey: _, isAnonymous: __, ...fields } = questionInput({ taskCategoryId: 3, taskIds: [301] })
		const dropped = await droppedBy(opened, () => editQuestion(asker, id, { ...fields, version: 1 }))
		expect(dropped).toEqual(new Set([`question:${id}`, 'qa:list', 'qa:category:5', 'qa:task:503', 'qa:category:3', 'qa:task:301']))
	})
})
