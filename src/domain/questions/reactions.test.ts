import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { hideAnswer } from './hiding.ts'
import { makeMember, as, makeThread, commentInput } from './questions-for-test.ts'
import { findRepliesToWrite, postComment } from './reactions.ts'

test('an asker who waits for a reply is on the expert’s list until the reply', () =>
	withCtx(async (ctx) => {
		const { asker, expert, answerId, questionId } = await makeThread(ctx)
		const nothing = { count: 0, oldest: null }
		expect(await findRepliesToWrite(as(ctx, expert))).toEqual(nothing)
		await postComment(as(ctx, asker), answerId, commentInput('車の費用はどうですか。'))
		expect(await findRepliesToWrite(as(ctx, expert))).toEqual({ count: 1, oldest: { questionId, answerId } })
		expect(await findRepliesToWrite(as(ctx, asker))).toEqual(nothing)
		await postComment(as(ctx, expert), answerId, commentInput('事業に使った割合までです。'))
		expect(await findRepliesToWrite(as(ctx, expert))).toEqual(nothing)
		await postComment(as(ctx, asker), answerId, commentInput('割合はどう決めますか。'))
		expect((await findRepliesToWrite(as(ctx, expert))).count).toBe(1)
		await hideAnswer(as(ctx, await makeMember(ctx, ['moderator'])), answerId, '個人情報が含まれています。')
		expect(await findRepliesToWrite(as(ctx, expert))).toEqual(nothing)
	}))
