import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { makeUser } from '../../../test/factories.ts'
import { postAnswer } from './answers.ts'
import { getQuestion } from './question-page.ts'
import {
	addAddendum,
	anonymiseQuestion,
	deleteQuestion,
	editQuestion,
	getQuestionForEdit,
	postQuestion,
	reopenQuestion,
	resolveQuestion,
} from './questions.ts'
import { makeMember, makeExpertViewer, answerInput, as, makeThread, memberOf, questionInput, refusal } from './questions-for-test.ts'
import { readQuestionHistory } from './revisions.ts'

const editOf = (version: number, values: Partial<ReturnType<typeof questionInput>> = {}) => {
	const { isAnonymous: _, clientKey: __, ...fields } = questionInput(values)
	return { ...fields, version }
}

describe('asking', () => {
	test('a member asks, a visitor does not', async () => {
		await withCtx(async (ctx) => {
			expect(await refusal(postQuestion(ctx, questionInput()))).toBe('unauthenticated')
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput())
			const question = await getQuestion(asker, id, null)
			expect(question).toMatchObject({
				title: '開業一年目の確定申告で経費にできるもの',
				state: 'open',
				answerCount: 0,
				isViewersOwn: true,
				tasks: [{ id: 503 }],
				prefecture: { slug: 'tokyo' },
				version: 1,
			})
		})
	})

	test('one form makes one question however often it is sent', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const input = questionInput()
			const first = await postQuestion(asker, input)
			expect(await postQuestion(asker, input)).toEqual(first)
			const other = await postQuestion(as(ctx, await makeMember(ctx)), input)
			expect(other.id).not.toBe(first.id)
		})
	})

	test('a category or task that does not exist is refused beside its field', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			await expect(postQuestion(asker, questionInput({ taskCategoryId: 99, taskIds: [9999] }))).rejects.toMatchObject({
				kind: 'invalid',
				fields: { taskCategoryId: expect.any(String), taskIds: expect.any(String) },
			})
		})
	})

	test('refuses more than ten questions an hour', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			for (let asked = 0; asked < 10; asked++) await postQuestion(asker, questionInput())
			await expect(postQuestion(asker, questionInput())).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 3600 })
			const later = { ...asker, now: () => new Date(ctx.now().getTime() + 3_600_001) }
			expect(await refusal(postQuestion(later, questionInput()))).toBe('none')
		})
	})
})

describe('an anonymous asker', () => {
	test('is a handle of this thread and nothing else', async () => {
		await withCtx(async (ctx) => {
			const user = await makeUser(ctx, { email: 'secret@example.com' })
			await sql`update users set last_name = '秘密', first_name = '花子', image_url = '/media/avatars/secret.webp' where id = ${user.id}`.execute(
				ctx.db,
			)
			const asker = as(ctx, memberOf(user))
			const { id } = await postQuestion(asker, questionInput())
			const { viewer } = await makeExpertViewer(ctx)
			for (const one of [ctx, as(ctx, viewer)]) {
				const question = await getQuestion(one, id, null)
				const text = JSON.stringify(question)
				expect(question.asker).toMatchObject({ isAnonymous: true, imageUrl: null, name: expect.stringMatching(/^匿名の.+さん$/) })
				expect(question.isViewersOwn).toBe(false)
				for (const secret of ['秘密', '花子', 'secret', user.uid]) expect(text).not.toContain(secret)
			}
			// The asker themselves see the same name.
			expect((await getQuestion(asker, id, null)).asker.isAnonymous).toBe(true)
		})
	})

	test('is named if they chose so, until they remove the name', async () => {
		await withCtx(async (ctx) => {
			const user = await makeUser(ctx)
			await sql`update users set last_name = '見本', first_name = '花子' where id = ${user.id}`.execute(ctx.db)
			const asker = as(ctx, memberOf(user))
			const { id } = await postQuestion(asker, questionInput({ isAnonymous: false }))
			expect((await getQuestion(ctx, id, null)).asker).toMatchObject({ name: '見本 花子', isAnonymous: false })
			await anonymiseQuestion(asker, id)
			expect((await getQuestion(ctx, id, null)).asker).toMatchObject({ isAnonymous: true, name: expect.stringMatching(/^匿名の/) })
			expect(await refusal(anonymiseQuestion(asker, id))).toBe('qa/already')
		})
	})

	test('of an anonymised account is a handle too', async () => {
		await withCtx(async (ctx) => {
			const user = await makeUser(ctx)
			await sql`update users set last_name = '見本', anonymize = true where id = ${user.id}`.execute(ctx.db)
			const { id } = await postQuestion(as(ctx, memberOf(user)), questionInput({ isAnonymous: false }))
			expect((await getQuestion(ctx, id, null)).asker).toMatchObject({ isAnonymous: true, name: expect.stringMatching(/^匿名の/) })
		})
	})
})

describe('editing', () => {
	test('is free until the first answer, and former versions are kept', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput())
			const edit = editOf(1, { title: '開業二年目の確定申告で経費にできるもの', taskIds: [502, 503], taskCategoryId: 5 })
			expect(await editQuestion(asker, id, edit)).toEqual({ kind: 'saved', version: 2 })
			const question = await getQuestion(ctx, id, null)
			expect(question).toMatchObject({ title: edit.title, version: 2, tasks: [{ id: 502 }, { id: 503 }] })
			expect(question.editedAt).not.toBeNull()
			const history = await readQuestionHistory(asker, id)
			expect(history.versions).toMatchObject([
				{ version: 2, content: { title: edit.title, tasks: [expect.any(String), expect.any(String)] }, changed: ['title', 'tasks'] },
				{ version: 1, content: { title: '開業一年目の確定申告で経費にできるもの', tasks: [expect.any(String)] }, changed: [] },
			])
			expect(await refusal(readQuestionHistory(as(ctx, await makeMember(ctx)), id))).toBe('qa/not-asker')
		})
	})

	test('over a newer version says so and keeps both texts', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput())
			await editQuestion(asker, id, editOf(1, { title: '先に保存されたほうのタイトルです' }))
			const late = editOf(1, { title: 'あとから保存しようとしたタイトル' })
			const result = await editQuestion(asker, id, late)
			expect(result).toMatchObject({ kind: 'overtaken', current: { title: '先に保存されたほうのタイトルです', version: 2 } })
			expect((await getQuestion(ctx, id, null)).title).toBe('先に保存されたほうのタイトルです')
			// A repeated submit loses nothing and counts nothing twice.
			expect(await editQuestion(asker, id, editOf(1, { title: '先に保存されたほうのタイトルです' }))).toEqual({ kind: 'saved', version: 2 })
		})
	})

	test('is only for the asker, until the first answer; then 追記 is possible', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId } = await makeThread(ctx)
			const own = as(ctx, asker)
			expect(await refusal(editQuestion(as(ctx, await makeMember(ctx)), questionId, editOf(1)))).toBe('qa/not-asker')
			expect(await refusal(editQuestion(own, questionId, editOf(1, { title: '回答のあとで変えようとする題名' })))).toBe('qa/answered')
			expect(await getQuestionForEdit(own, questionId)).toMatchObject({ edit: { allowed: false }, addAddendum: { allowed: true } })
			await addAddendum(own, questionId, { body: '家賃は月12万円です。' })
			await addAddendum(own, questionId, { body: '家賃は月12万円です。' })
			expect((await getQuestion(ctx, questionId, null)).addenda.map(({ body }) => body)).toEqual(['家賃は月12万円です。'])
			for (const n of [2, 3, 4, 5]) await addAddendum(own, questionId, { body: `追記その${n}です。` })
			expect(await refusal(addAddendum(own, questionId, { body: '追記その6です。' }))).toBe('qa/limit')
		})
	})

	test('there is no 追記 before there is an answer', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput())
			expect(await refusal(addAddendum(asker, id, { body: '言い忘れました。' }))).toBe('qa/unanswered')
		})
	})
})

describe('deleting', () => {
	test('is for questions without an answer', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput())
			expect(await refusal(deleteQuestion(as(ctx, await makeMember(ctx)), id))).toBe('qa/not-asker')
			await deleteQuestion(asker, id)
			for (const one of [ctx, asker]) expect(await refusal(getQuestion(one, id, null))).toBe('not-found')
			const { viewer } = await makeExpertViewer(ctx)
			expect(await refusal(postAnswer(as(ctx, viewer), id, answerInput()))).toBe('not-found')
		})
	})

	test('is rejected once there is one, also by a constraint', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId } = await makeThread(ctx)
			expect(await refusal(deleteQuestion(as(ctx, asker), questionId))).toBe('qa/answered')
			await expect(
				inSavepoint(ctx, ({ db }) => sql`update questions set deleted_at = now() where id = ${questionId}`.execute(db)),
			).rejects.toThrow(/questions_deleted_unanswered/)
		})
	})
})

describe('resolving', () => {
	test('by the asker needs no best answer, and can be undone', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId, expert } = await makeThread(ctx)
			expect(await refusal(resolveQuestion(as(ctx, expert), questionId))).toBe('qa/not-asker')
			await resolveQuestion(as(ctx, asker), questionId)
			const resolved = await getQuestion(ctx, questionId, null)
			expect(resolved).toMatchObject({ state: 'resolved', bestChosen: null })
			expect(resolved.resolvedAt).toEqual(ctx.now())
			expect(await refusal(resolveQuestion(as(ctx, asker), questionId))).toBe('qa/resolved')
			await reopenQuestion(as(ctx, asker), questionId)
			expect((await getQuestion(ctx, questionId, null)).state).toBe('answered')
			expect(await refusal(reopenQuestion(as(ctx, asker), questionId))).toBe('qa/unresolved')
		})
	})

	test('without any answer goes back to open', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const { id } = await postQuestion(asker, questionInput())
			await resolveQuestion(asker, id)
			await reopenQuestion(asker, id)
			expect((await getQuestion(ctx, id, null)).state).toBe('open')
		})
	})
})
