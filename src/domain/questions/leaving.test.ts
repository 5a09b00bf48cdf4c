import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import type { Ctx, Viewer } from '../shared/context.ts'
import { withdrawFromDirectory } from '../experts/leaving.ts'
import { findDraft, saveDraft } from './drafts.ts'
import { withdrawFromQa } from './leaving.ts'
import { getQuestion } from './question-page.ts'
import { getAnswerForm, postAnswer } from './answers.ts'
import { editQuestion, postQuestion } from './questions.ts'
import { makeMember, makeExpertViewer, answerInput, as, makeThread, questionInput, refusal } from './questions-for-test.ts'

const idOf = (viewer: Viewer) => ({ id: viewer.kind === 'member' ? viewer.userId : '', uid: viewer.kind === 'member' ? viewer.uid : '' })

async function leave(ctx: Ctx, viewer: Viewer): Promise<void> {
	await withdrawFromQa(ctx, idOf(viewer))
	await withdrawFromDirectory(ctx, idOf(viewer))
}

describe('leaving', () => {
	test('deletes questions without answers and anonymises others', async () => {
		await withCtx(async (ctx) => {
			const { asker, questionId } = await makeThread(ctx, { isAnonymous: false })
			const unanswered = await postQuestion(as(ctx, asker), questionInput())
			const { isAnonymous: _, clientKey: __, ...fields } = questionInput({ title: '退会の前に書き換えた質問です' })
			await editQuestion(as(ctx, asker), unanswered.id, { ...fields, version: 1 })
			await saveDraft(as(ctx, asker), null, { title: '書きかけ' })
			await leave(ctx, asker)
			expect(await refusal(getQuestion(ctx, unanswered.id, null))).toBe('not-found')
			expect((await getQuestion(as(ctx, asker), questionId, null)).asker).toMatchObject({ isAnonymous: true })
			const { rows } = await sql<{ n: number }>`
				select (select count(*) from questions where asker_id = ${idOf(asker).id}::bigint)::integer
					+ (select count(*) from qa_drafts where user_id = ${idOf(asker).id}::bigint)::integer
					+ (select count(*) from question_revisions)::integer as n
			`.execute(ctx.db)
			expect(rows[0]?.n).toBe(0)
		})
	})

	test('leaves an expert’s answers with the profession only', async () => {
		await withCtx(async (ctx) => {
			const { expert, questionId } = await makeThread(ctx)
			await leave(ctx, expert)
			const [answer] = (await getQuestion(ctx, questionId, null)).answers
			expect(answer?.expert).toMatchObject({ id: null, name: '退会した専門家', office: null })
			expect(answer?.credentials).toMatchObject([
				{ profession: { slug: 'zeirishi' }, registrationNumber: '', association: '', registeredOn: null },
			])
		})
	})
})

describe('drafts', () => {
	test('are private, one for a new question and one for each answer, and are deleted when it is posted', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			expect(await refusal(saveDraft(ctx, null, {}))).toBe('unauthenticated')
			await saveDraft(asker, null, { title: '一' })
			await saveDraft(asker, null, { title: '二' })
			expect((await findDraft(asker, null))?.content).toEqual({ title: '二' })
			expect(await findDraft(as(ctx, await makeMember(ctx)), null)).toBeNull()
			const { id } = await postQuestion(asker, questionInput())
			expect(await findDraft(asker, null)).toBeNull()

			const expert = as(ctx, (await makeExpertViewer(ctx)).viewer)
			await saveDraft(expert, id, { body: '途中' })
			await saveDraft(expert, null, { title: '自分の質問' })
			expect((await getAnswerForm(expert, id)).draft?.content).toEqual({ body: '途中' })
			await postAnswer(expert, id, answerInput())
			expect(await findDraft(expert, id)).toBeNull()
			expect(await findDraft(expert, null)).not.toBeNull()
			expect(await refusal(saveDraft(expert, 999_999, {}))).toBe('not-found')
		})
	})
})
