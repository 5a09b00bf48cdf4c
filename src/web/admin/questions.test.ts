import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { openPage } from '../../../test/render-page.tsx'
import { staffQuestionsPath } from '../../domain/shared/links.ts'
import { postAnswer } from '../../domain/questions/answers.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput } from '../../domain/questions/questions-for-test.ts'
import { postQuestion } from '../../domain/questions/questions.ts'

const short =
	'家賃は**床面積の割合**で分けます。\n\n- 計算の根拠を残す\n- 通信費も同じように考える\n\n詳しくは[国税庁の説明](https://www.nta.go.jp/)をご覧ください。'

test('the queue shows answers as their page does, and folds long ones', () =>
	withCtx(async (ctx) => {
		const { id } = await postQuestion(as(ctx, await makeMember(ctx)), questionInput())
		for (const body of [short, `${'計算の根拠を残してください。'.repeat(40)}\n\n- **最後の点**`])
			await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), id, answerInput({ body }))
		const { html } = await openPage({ ...ctx, viewer: await makeMember(ctx, ['moderator']) }, staffQuestionsPath(`?id=${id}`))

		expect(html).toContain('<strong>床面積の割合</strong>')
		expect(html).toContain('<li>計算の根拠を残す</li>')
		expect(html).toMatch(/<a href="https:\/\/www\.nta\.go\.jp\/" rel="noopener nofollow ugc"/)
		expect(html).not.toContain('**')
		const [open, folded] = html.split('<summary>全文を読む</summary>')
		expect(open).not.toContain('最後の点')
		expect(folded).toContain('<li><strong>最後の点</strong></li>')
	}))

test('the queue is searched by words of questions and answers, those off the site too', () =>
	withCtx(async (ctx) => {
		const asker = as(ctx, await makeMember(ctx))
		const { id } = await postQuestion(asker, questionInput({ title: '電気自動車の充電設備は経費になりますか' }))
		await postQuestion(asker, questionInput())
		await ctx.db.updateTable('questions').set({ hidden_at: ctx.now(), hidden_reason: '宣伝のため' }).where('id', '=', id).execute()
		const staff = { ...ctx, viewer: await makeMember(ctx, ['moderator']) }
		const titlesOf = async (search: string) =>
			[...(await openPage(staff, staffQuestionsPath(search))).html.matchAll(/id="question-(\d+)"/g)].map((match) => Number(match[1]))

		expect(await titlesOf('?q=充電設備')).toEqual([id])
		expect(await titlesOf('?q=充電設備&hidden=1')).toEqual([id])
		expect(await titlesOf('?q=充電設備 商標')).toEqual([])
		expect(await titlesOf('?q=、。')).toEqual([])
	}))
