import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { codeOf } from '../accounts/accounts-for-test.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { decideOnExpert } from '../experts/expert-verification.ts'
import { getOfficeForEdit } from '../offices/office-editing.ts'
import { updateOwnProfile } from '../experts/registration-profile.ts'
import { profile } from '../experts/registration-for-test.ts'
import { findRegistration } from '../experts/registration.ts'
import { beginArticle } from '../articles/article-writing.ts'
import { editAnswer, getAnswerForm, postAnswer } from '../questions/answers.ts'
import { makeMember, answerInput, as, makeThread, commentInput, questionInput } from '../questions/questions-for-test.ts'
import { countAnswerableQuestions } from '../questions/question-list.ts'
import { postQuestion } from '../questions/questions.ts'
import { postComment } from '../questions/reactions.ts'
import { listFollowers } from '../social/follows.ts'
import { getExpertStats } from './expert-stats.ts'

const reason = '登録の抹消が公告されたため、確認が取れるまで停止します。'

test('a suspended expert has no access to any function of experts, and has it again afterwards', () =>
	withCtx(async (ctx) => {
		const site = testSite(ctx)
		const staffAccount = await site.account('suspension.reviewer@example.com')
		await ctx.db.insertInto('staff_roles').values({ user_id: staffAccount.docId, role: 'reviewer' }).execute()
		const browser = site.browser()
		await browser.enter(staffAccount.uid)
		const decide = async (decision: { state: 'suspended' | 'verified'; reason: string }) => {
			const { version } = await ctx.db.selectFrom('experts').select('version').where('id', '=', expertId).executeTakeFirstOrThrow()
			await decideOnExpert(requireRecentStaff(await browser.ctx(), 'reviewer'), expertId, { ...decision, version })
		}

		const { asker, expert, expertId, answerId } = await makeThread(ctx)
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		const { id: open } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		await postComment(as(ctx, asker), answerId, commentInput('領収書がない場合はどうすればよいですか。'))
		expect(await countAnswerableQuestions(as(ctx, expert))).toBe(1)

		await decide({ state: 'suspended', reason })
		const { is_expert: isExpert } = await ctx.db
			.selectFrom('users')
			.select('is_expert')
			.where('uid', '=', expert.kind === 'member' ? expert.uid : '')
			.executeTakeFirstOrThrow()
		expect(isExpert).toBe(false)
		// As the next request sees them.
		const own = as(ctx, { ...expert, isExpert: false } as typeof expert)
		expect(await findRegistration(own)).toMatchObject({ state: 'suspended', decision: { reason } })
		expect(await countAnswerableQuestions(own)).toBe(0)
		expect((await getAnswerForm(own, open)).permission).toMatchObject({ allowed: false, reason: 'not-expert' })
		const actions = {
			answer: () => postAnswer(own, open, answerInput()),
			edit: () => editAnswer(own, answerId, { ...answerInput(), version: 1 }),
			comment: () => postComment(own, answerId, commentInput('支払いの記録を残してください。')),
			profile: () => updateOwnProfile(own, profile()),
			office: () => getOfficeForEdit(own, officeId),
			article: () => beginArticle(own),
			followers: () => listFollowers(own, null),
			stats: () => getExpertStats(own, { days: 28, officeId: null }),
		}
		for (const [action, handler] of Object.entries(actions))
			expect([action, await codeOf(handler())]).toEqual([action, expect.stringMatching(/forbidden|not-expert/)])

		await decide({ state: 'verified', reason: '' })
		const again = as(ctx, expert)
		await postComment(again, answerId, commentInput('支払いの記録を残してください。'))
		await postAnswer(again, open, answerInput())
		expect((await getOfficeForEdit(again, officeId)).id).toBe(officeId)
	}))
