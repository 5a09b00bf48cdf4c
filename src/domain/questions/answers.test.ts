import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { editAnswer, getAnswerForEdit, getAnswerForm, postAnswer } from './answers.ts'
import { acceptAnswer, withdrawAcceptance } from './best-answers.ts'
import { hideAnswer, hideQuestion, showAnswer } from './hiding.ts'
import { getQuestion } from './question-page.ts'
import { listQuestions } from './question-list.ts'
import { emptyQuestionQuery } from './input.ts'
import { postQuestion } from './questions.ts'
import {
	makeMember,
	makeExpertViewer,
	answerInput,
	as,
	makeThread,
	commentInput,
	newKey,
	questionInput,
	refusal,
} from './questions-for-test.ts'
import { postComment, thankForAnswer, voteHelpful, withdrawVote } from './reactions.ts'
import { readAnswerHistory } from './revisions.ts'

describe('answering', () => {
	test('is for verified experts, once each, and never for one’s own question', async () => {
		await withCtx(async (ctx) => {
			const asker = await makeExpertViewer(ctx)
			const { id } = await postQuestion(as(ctx, asker.viewer), questionInput())
			const post = (viewer: typeof asker.viewer) => postAnswer(as(ctx, viewer), id, answerInput())
			expect(await refusal(postAnswer(ctx, id, answerInput()))).toBe('unauthenticated')
			expect(await refusal(post(await makeMember(ctx)))).toBe('qa/not-expert')
			expect(await refusal(post((await makeExpertViewer(ctx, { state: 'submitted', verified_at: null })).viewer))).toBe('qa/not-expert')
			expect(await refusal(post(asker.viewer))).toBe('qa/own')
			const { viewer, expertId } = await makeExpertViewer(ctx)
			const { id: answerId } = await post(viewer)
			expect(await refusal(post(viewer))).toBe('qa/already')
			const question = await getQuestion(ctx, id, null)
			expect(question).toMatchObject({ state: 'answered', answerCount: 1, answers: [{ id: answerId, expert: { id: expertId } }] })
			expect(question.answers[0]?.credentials).toMatchObject([{ profession: { slug: 'zeirishi' }, association: '東京税理士会' }])
		})
	})

	test('constraints also enforce one answer each and no own question', async () => {
		await withCtx(async (ctx) => {
			const { expertId, questionId, asker } = await makeThread(ctx)
			const insert = (expert: number) =>
				inSavepoint(ctx, ({ db }) =>
					sql`insert into answers (question_id, expert_id, credentials, body) values (${questionId}, ${expert}, '[]', repeat('字', 60))`.execute(
						db,
					),
				)
			await expect(insert(expertId)).rejects.toThrow(/answers_one_each/)
			const own = await makeExpertViewer(ctx, asker.kind === 'member' ? { user_id: asker.userId } : {})
			await expect(insert(own.expertId)).rejects.toThrow(/nobody answers their own question/)
		})
	})

	test('a reserved task is answered by a lawful profession only, and the refusal names the law', async () => {
		await withCtx(async (ctx) => {
			const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput({ taskIds: [503] }))
			const shindanshi = (await makeExpertViewer(ctx, { professions: ['shindanshi'] })).viewer
			const attempt = postAnswer(as(ctx, shindanshi), id, answerInput())
			await expect(attempt).rejects.toMatchObject({
				kind: 'forbidden',
				code: 'qa/reserved',
				fields: { form: expect.stringMatching(/税理士法第2条と第52条により.*「確定申告」を行えるのは、税理士、/) },
				ways: [{ label: '「確定申告」を行える事務所を見る', path: '/category/task/list/503' }],
			})
			expect((await getAnswerForm(as(ctx, shindanshi), id)).permission).toMatchObject({ allowed: false, reason: 'reserved' })
			expect((await getQuestion(ctx, id, null)).reserved).toMatchObject([{ law: '税理士法第52条' }])
			// One of two reserved tasks is enough: each profession answers its own part.
			const { id: both } = await postQuestion(
				as(ctx, await makeMember(ctx)),
				questionInput({ taskIds: [503, await taskReservedTo(ctx, 'shihoshoshi')] }),
			)
			expect(await refusal(postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), both, answerInput()))).toBe('none')
		})
	})

	test('the same form sent twice makes one answer', async () => {
		await withCtx(async (ctx) => {
			const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
			const expert = as(ctx, (await makeExpertViewer(ctx)).viewer)
			const input = answerInput()
			const first = await postAnswer(expert, id, input)
			expect(await postAnswer(expert, id, input)).toEqual(first)
			expect((await getQuestion(ctx, id, null)).answerCount).toBe(1)
		})
	})

	test('edits keep former versions; an edit over a newer version keeps both texts', async () => {
		await withCtx(async (ctx) => {
			const { expert, answerId, asker } = await makeThread(ctx)
			const author = as(ctx, expert)
			const { body, sources, lawAsOf } = answerInput()
			const edit = { body: `${body}\n\n例外もあります。`, sources, lawAsOf, version: 1 }
			expect(await editAnswer(author, answerId, edit)).toEqual({ kind: 'saved', version: 2 })
			expect(await editAnswer(author, answerId, { ...edit, body: `${body}別の追加。` })).toMatchObject({
				kind: 'overtaken',
				current: { body: edit.body, version: 2 },
			})
			expect((await getAnswerForEdit(author, answerId)).body).toBe(edit.body)
			expect((await readAnswerHistory(author, answerId)).versions).toMatchObject([
				{ version: 2, content: { body: edit.body }, changed: ['body'] },
				{ version: 1, content: { body }, changed: [] },
			])
			expect(await refusal(editAnswer(as(ctx, asker), answerId, { ...edit, version: 2 }))).toBe('qa/not-author')
			expect(await refusal(readAnswerHistory(as(ctx, asker), answerId))).toBe('qa/not-author')
		})
	})
})

describe('the best answer', () => {
	test('is the asker’s choice, resolves the question, and may be moved and taken back', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, questionId, answerId } = await makeThread(ctx)
			const second = await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), questionId, answerInput())
			expect(await refusal(acceptAnswer(as(ctx, expert), answerId))).toBe('qa/not-asker')
			await acceptAnswer(as(ctx, asker), answerId)
			expect(await refusal(acceptAnswer(as(ctx, asker), answerId))).toBe('qa/already')
			await acceptAnswer(as(ctx, asker), second.id)
			const question = await getQuestion(ctx, questionId, null)
			expect(question).toMatchObject({ state: 'resolved', bestChosen: { by: 'asker', reason: null } })
			expect(question.answers.map(({ id, isBest }) => [id, isBest])).toEqual([
				[second.id, true],
				[answerId, false],
			])
			expect(await refusal(withdrawAcceptance(as(ctx, asker), answerId))).toBe('qa/already')
			await withdrawAcceptance(as(ctx, asker), second.id)
			expect(await getQuestion(ctx, questionId, null)).toMatchObject({ state: 'answered', bestChosen: null, resolvedAt: null })
		})
	})

	test('staff choose it with a reason', async () => {
		await withCtx(async (ctx) => {
			const { questionId, answerId } = await makeThread(ctx)
			const staff = as(ctx, await makeMember(ctx, ['moderator']))
			await expect(acceptAnswer(staff, answerId)).rejects.toMatchObject({ kind: 'invalid', fields: { reason: expect.any(String) } })
			await acceptAnswer(staff, answerId, { reason: '質問者から連絡がありました。' })
			expect((await getQuestion(ctx, questionId, null)).bestChosen).toEqual({ by: 'staff', reason: '質問者から連絡がありました。' })
			expect(await refusal(acceptAnswer(as(ctx, await makeMember(ctx, ['editor'])), answerId, { reason: '権限がありません' }))).toBe(
				'qa/not-asker',
			)
			expect(await refusal(withdrawAcceptance(staff, answerId))).toBe('invalid')
			await withdrawAcceptance(staff, answerId, { reason: '取り違えがありました。' })
			expect((await getQuestion(ctx, questionId, null)).bestChosen).toBeNull()
			// All recorded choices, and none that was rejected.
			const acts = await ctx.db.selectFrom('audit_log').select(['action', 'subject', 'reason']).orderBy('id').execute()
			expect(acts).toEqual([
				{ action: 'answer.accept', subject: `answer:${answerId}`, reason: '質問者から連絡がありました。' },
				{ action: 'answer.unaccept', subject: `answer:${answerId}`, reason: '取り違えがありました。' },
			])
		})
	})

	test('belongs to its question, by the database too', async () => {
		await withCtx(async (ctx) => {
			const one = await makeThread(ctx)
			const other = await makeThread(ctx)
			await expect(
				inSavepoint(ctx, ({ db }) =>
					sql`
						update questions set best_answer_id = ${other.answerId}, best_chosen_by = 'asker', state = 'resolved', resolved_at = now()
						where id = ${one.questionId}
					`.execute(db),
				),
			).rejects.toThrow(/questions_best_answer/)
		})
	})
})

describe('参考になった', () => {
	test('counts once for each person and not for the author', async () => {
		await withCtx(async (ctx) => {
			const { expert, questionId, answerId } = await makeThread(ctx)
			const reader = as(ctx, await makeMember(ctx))
			expect(await refusal(voteHelpful(ctx, answerId))).toBe('unauthenticated')
			expect(await refusal(voteHelpful(as(ctx, expert), answerId))).toBe('qa/own')
			expect(await voteHelpful(reader, answerId)).toEqual({ questionId, helpfulCount: 1 })
			expect(await voteHelpful(reader, answerId)).toEqual({ questionId, helpfulCount: 1 })
			expect((await getQuestion(reader, questionId, null)).answers[0]).toMatchObject({ helpfulCount: 1, votedByViewer: true })
			expect((await getQuestion(ctx, questionId, null)).helpfulCount).toBe(1)
			expect(await withdrawVote(reader, answerId)).toEqual({ questionId, helpfulCount: 0 })
			expect(await withdrawVote(reader, answerId)).toEqual({ questionId, helpfulCount: 0 })
		})
	})
})

describe('thanks and comments', () => {
	test('the asker thanks once', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, questionId, answerId } = await makeThread(ctx)
			expect(await refusal(thankForAnswer(as(ctx, expert), answerId, 'どうも'))).toBe('qa/not-asker')
			await thankForAnswer(as(ctx, asker), answerId, '助かりました。')
			expect(await refusal(thankForAnswer(as(ctx, asker), answerId, 'もう一度'))).toBe('qa/already')
			expect((await getQuestion(ctx, questionId, null)).answers[0]?.thanks?.text).toBe('助かりました。')
		})
	})

	test('only asker and expert comment, in turn, for three rounds', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, questionId, answerId } = await makeThread(ctx)
			const other = await makeExpertViewer(ctx)
			const say = (viewer: typeof asker, body: string) => postComment(as(ctx, viewer), answerId, commentInput(body))
			expect(await refusal(say(expert, '先に書こうとしました'))).toBe('qa/turn')
			expect(await refusal(say(other.viewer, '横から失礼します'))).toBe('qa/not-asker')
			for (const round of [1, 2, 3]) {
				await say(asker, `質問その${round}`)
				expect(await refusal(say(asker, '続けてもう一つ'))).toBe('qa/turn')
				await say(expert, `返信その${round}`)
			}
			expect(await refusal(say(asker, '質問その4'))).toBe('qa/limit')
			const comments = (await getQuestion(ctx, questionId, null)).answers[0]?.comments
			expect(comments?.map(({ author, body }) => `${author} ${body}`)).toEqual([
				'asker 質問その1',
				'expert 返信その1',
				'asker 質問その2',
				'expert 返信その2',
				'asker 質問その3',
				'expert 返信その3',
			])
		})
	})

	test('the same comment sent twice is stored once', async () => {
		await withCtx(async (ctx) => {
			const { asker, answerId } = await makeThread(ctx)
			const input = { body: '期限はいつですか', clientKey: newKey() }
			const first = await postComment(as(ctx, asker), answerId, input)
			expect(await postComment(as(ctx, asker), answerId, input)).toEqual(first)
		})
	})
})

describe('hiding by staff', () => {
	test('a hidden question is seen by its asker and staff alone', async () => {
		await withCtx(async (ctx) => {
			const { asker, expert, questionId, answerId } = await makeThread(ctx)
			expect(await refusal(hideQuestion(as(ctx, asker), questionId, '規約に反します'))).toBe('qa/not-staff')
			const staff = as(ctx, await makeMember(ctx, ['admin']))
			await hideQuestion(staff, questionId, '個人の情報が書かれています')
			for (const one of [ctx, as(ctx, expert)]) expect(await refusal(getQuestion(one, questionId, null))).toBe('not-found')
			for (const one of [as(ctx, asker), staff])
				expect((await getQuestion(one, questionId, null)).hidden?.reason).toBe('個人の情報が書かれています')
			expect(await refusal(voteHelpful(as(ctx, await makeMember(ctx)), answerId))).toBe('not-found')
			const list = await listQuestions(ctx, { ...emptyQuestionQuery, state: 'all' })
			expect(list.items.map(({ id }) => id)).not.toContain(questionId)
		})
	})

	test('a hidden best answer no longer counts as best, and counts are updated on hiding and showing', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId, answerId } = await makeThread(ctx)
			await voteHelpful(as(ctx, await makeMember(ctx)), answerId)
			await acceptAnswer(as(ctx, asker), answerId)
			const staff = as(ctx, await makeMember(ctx, ['moderator']))
			await hideAnswer(staff, answerId, '広告のため')
			await hideAnswer(staff, answerId, '広告のため')
			expect(await getQuestion(ctx, questionId, null)).toMatchObject({ state: 'open', answerCount: 0, helpfulCount: 0, answers: [] })
			expect((await getQuestion(staff, questionId, null)).answers[0]?.hidden?.reason).toBe('広告のため')
			await showAnswer(staff, answerId)
			expect(await getQuestion(ctx, questionId, null)).toMatchObject({ state: 'answered', answerCount: 1, helpfulCount: 1 })
		})
	})
})

describe('what a law reserves', () => {
	test('closes a question without a task to experts who may not do what its category implies', () =>
		withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const lawsuit = await postQuestion(
				asker,
				questionInput({ taskCategoryId: 7, taskIds: [], title: '取引先から訴えられて訴状が届きました' }),
			)
			const tax = await makeExpertViewer(ctx)
			const lawyer = await makeExpertViewer(ctx, { professions: ['bengoshi'], taskIds: [701] })
			expect(await refusal(postAnswer(as(ctx, tax.viewer), lawsuit.id, answerInput()))).toBe('qa/reserved')
			expect((await getQuestion(as(ctx, tax.viewer), lawsuit.id, null)).can.answer).toMatchObject({
				allowed: false,
				message: expect.stringContaining('弁護士法第72条'),
			})
			expect(await refusal(postAnswer(as(ctx, lawyer.viewer), lawsuit.id, answerInput()))).toBe('none')
			// Tasks that no law reserves stay open to everybody.
			const open = await postQuestion(asker, questionInput({ taskCategoryId: 12, taskIds: [] }))
			expect(await refusal(postAnswer(as(ctx, tax.viewer), open.id, answerInput()))).toBe('none')
		}))

	test('is stated by the answer, part by part: one part of several tasks opens no other', () =>
		withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput({ taskCategoryId: 11, taskIds: [1101, 1103] }))
			const tax = await makeExpertViewer(ctx)
			const scrivener = await makeExpertViewer(ctx, { professions: ['gyoseishoshi'], taskIds: [1103] })
			const lawyer = await makeExpertViewer(ctx, { professions: ['bengoshi'], taskIds: [1103] })
			expect(await refusal(postAnswer(as(ctx, tax.viewer), id, answerInput({ partIds: [11_031] })))).toBe('forbidden')
			await postAnswer(as(ctx, tax.viewer), id, answerInput())
			await postAnswer(as(ctx, scrivener.viewer), id, answerInput())
			expect(await refusal(postAnswer(as(ctx, lawyer.viewer), id, answerInput()))).toBe('invalid')
			await postAnswer(as(ctx, lawyer.viewer), id, answerInput({ partIds: [11_032] }))
			const { answers } = await getQuestion(ctx, id, null)
			expect(answers.map(({ parts }) => parts)).toEqual([
				['相続税申告：申告書の作成と税務の代理、相談'],
				['遺産分割：合意した内容の協議書の作成'],
				['遺産分割：相続人との交渉、調停、審判の代理'],
			])
		}))

	test('is enforced by the database too', () =>
		withCtx(async (ctx) => {
			const { questionId, answerId } = await makeThread(ctx)
			const other = await makeExpertViewer(ctx, { professions: ['gyoseishoshi'], taskIds: [702] })
			const write = (expertId: number, partIds: number[]) =>
				inSavepoint(ctx, (trx) =>
					trx.db
						.insertInto('answers')
						.values({
							question_id: questionId,
							expert_id: expertId,
							credentials: '[]',
							body: answerInput().body,
							sources: '[]',
							part_ids: partIds,
							created_at: ctx.now(),
						})
						.execute(),
				)
			await expect(write(other.expertId, [5031])).rejects.toThrow('may not do')
			await expect(write(other.expertId, [])).rejects.toThrow('does not say what it covers')
			await expect(
				inSavepoint(ctx, (trx) =>
					trx.db
						.updateTable('answers')
						.set({ part_ids: [7021] })
						.where('id', '=', answerId)
						.execute(),
				),
			).rejects.toThrow('may not do')
		}))
})

describe('a question of many answers', () => {
	test('is paged after thirty, the best one first on each page', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId, answerId } = await makeThread(ctx)
			for (let n = 0; n < 32; n++) await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), questionId, answerInput())
			await acceptAnswer(as(ctx, asker), answerId)
			const first = await getQuestion(ctx, questionId, null)
			expect(first.answers).toHaveLength(31)
			const second = await getQuestion(ctx, questionId, first.answersPage.next?.cursor ?? '')
			expect(second.answers.map(({ id }) => id)[0]).toBe(answerId)
			expect(new Set([...first.answers, ...second.answers].map(({ id }) => id)).size).toBe(33)
			expect(second.answersPage.next).toBeNull()
			expect(second.answersPage.previous).toEqual({ cursor: null })
		})
	})
})

async function taskReservedTo(ctx: Parameters<typeof makeMember>[0], slug: string): Promise<number> {
	const { rows } = await sql<{ id: number }>`
		select t.id from tasks t join task_professions p on p.task_id = t.id join professions s on s.id = p.profession_id
		where t.exclusive_law is not null and s.slug = ${slug}
			and not exists (select from task_professions z where z.task_id = t.id and z.profession_id = 1)
		order by t.id limit 1
	`.execute(ctx.db)
	return rows[0]?.id ?? 0
}
