import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import type { Viewer } from '../shared/context.ts'
import { saveDraft } from './drafts.ts'
import { exportFromQa } from './export.ts'
import { makeMember, as, makeThread, commentInput, questionInput } from './questions-for-test.ts'
import { editQuestion, postQuestion } from './questions.ts'
import { postComment, thankForAnswer, voteHelpful } from './reactions.ts'

const idOf = (viewer: Viewer) => ({ id: viewer.kind === 'member' ? viewer.userId : '' })

test('the export contains what each person wrote, and nothing of the other', async () => {
	await withCtx(async (ctx) => {
		const { asker, expert, questionId, answerId } = await makeThread(ctx)
		const me = as(ctx, asker)
		const second = await postQuestion(me, questionInput())
		const { isAnonymous: _, clientKey: __, ...fields } = questionInput({ title: '書き換えたあとの題名です' })
		await editQuestion(me, second.id, { ...fields, version: 1 })
		await postComment(me, answerId, commentInput('車の費用はどうですか。'))
		await postComment(as(ctx, expert), answerId, commentInput('走行距離で按分します。'))
		await thankForAnswer(me, answerId, '助かりました。')
		await voteHelpful(me, answerId)
		await saveDraft(me, null, { title: '書きかけ' })
		expect(await exportFromQa(ctx, idOf(asker))).toMatchObject({
			questions: [
				{ id: questionId, page: `${ctx.site.publicUrl}/qa/${questionId}`, taskIds: [503] },
				{ id: second.id, title: '書き換えたあとの題名です', earlierVersions: [{ content: { title: questionInput().title } }] },
			],
			answers: [],
			thanks: [{ answerId, text: '助かりました。' }],
			comments: [{ answerId, questionId, body: '車の費用はどうですか。' }],
			helpfulVotes: [{ answerId }],
			drafts: [{ content: { title: '書きかけ' } }],
		})
		expect(await exportFromQa(ctx, idOf(expert))).toMatchObject({
			questions: [],
			answers: [{ id: answerId, questionId }],
			thanks: [],
			comments: [{ body: '走行距離で按分します。' }],
			helpfulVotes: [],
			drafts: [],
		})
		expect(await exportFromQa(ctx, idOf(await makeMember(ctx)))).toMatchObject({ questions: [], answers: [], comments: [] })
	})
})
