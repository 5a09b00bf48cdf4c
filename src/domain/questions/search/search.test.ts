import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../../test/database.ts'
import type { Ctx } from '../../shared/context.ts'
import { postAnswer } from '../answers.ts'
import { hideAnswer } from '../hiding.ts'
import { parseQuestionQuery } from '../input.ts'
import { makeMember, makeExpertViewer, answerInput, as, questionInput } from '../questions-for-test.ts'
import { listQuestions } from '../question-list.ts'
import { postQuestion } from '../questions.ts'
import { refreshSearchTerms, suggestSearchWords } from './search-terms.ts'

const body = '詳しい事情をここに書きます。どのように進めればよいか、費用や期間の目安も含めて教えてください。'

const ask = async (ctx: Ctx, title: string, more: Partial<Parameters<typeof questionInput>[0]> = {}) =>
	(await postQuestion(as(ctx, await makeMember(ctx)), questionInput({ title, body, ...more }))).id

const find = (ctx: Ctx, text: string, more: Record<string, string> = {}) =>
	listQuestions(ctx, parseQuestionQuery(new URLSearchParams({ q: text, ...more })))
const idsOf = async (ctx: Ctx, text: string, more: Record<string, string> = {}) => (await find(ctx, text, more)).items.map(({ id }) => id)

describe('the search in questions', () => {
	test('finds words with and without okurigana', async () => {
		await withCtx(async (ctx) => {
			const id = await ask(ctx, '個人データの取り扱いを決める順番')
			for (const text of ['取扱い', '取扱', '取り扱い']) expect(await idsOf(ctx, text)).toEqual([id])
		})
	})

	test('matches text in quotation marks in this order only', async () => {
		await withCtx(async (ctx) => {
			const id = await ask(ctx, '会社の設立費用はどのくらいですか')
			const other = await ask(ctx, '設立した会社の費用はどのくらいですか')
			expect(await idsOf(ctx, '「会社の設立」')).toEqual([id])
			expect(new Set(await idsOf(ctx, '会社 設立'))).toEqual(new Set([id, other]))
		})
	})

	test('finds text of answers, shows the passage, and no longer finds it once the answer is hidden', async () => {
		await withCtx(async (ctx) => {
			const id = await ask(ctx, '自宅兼事務所の家賃を経費にする割合')
			const answer = await postAnswer(
				as(ctx, (await makeExpertViewer(ctx)).viewer),
				id,
				answerInput({ body: `面積で按分する方法がよく使われます。${'図面に印をつけて残してください。'.repeat(4)}` }),
			)
			const [item] = (await find(ctx, '按分')).items
			expect(item).toMatchObject({ id, passage: { from: 'answer' } })
			expect(item?.passage?.parts.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['按分'])
			await hideAnswer(as(ctx, await makeMember(ctx, ['moderator'])), answer.id, '確認のために非公開にします。')
			expect(await idsOf(ctx, '按分')).toEqual([])
		})
	})

	test('finds questions by the meaning of everyday words and sentences, best first', async () => {
		await withCtx(async (ctx) => {
			const dismissal = await ask(ctx, '試用期間の従業員を解雇するときの手順', { taskIds: [605], taskCategoryId: 6 })
			const debt = await ask(ctx, '納品した代金が4か月未払いのままです', { taskIds: [703], taskCategoryId: 7 })
			await ask(ctx, '会社の印鑑を作り直すときの注意点')
			await refreshSearchTerms(ctx)
			for (const text of ['社員をクビにしたい', 'くびにできますか', 'かいこ', '首を切る'])
				expect((await idsOf(ctx, text))[0]).toBe(dismissal)
			for (const text of ['お客がお金を払ってくれない', '踏み倒された', '代金もらえない']) expect((await idsOf(ctx, text))[0]).toBe(debt)
			const list = await find(ctx, '納品したのに代金を全然払わない取引先')
			expect(list).toMatchObject({ relaxed: true, meant: true })
			expect(list.items[0]?.id).toBe(debt)
			expect(await idsOf(ctx, '社員をクビにしたい', { category: '7' })).not.toContain(dismissal)
			expect(await idsOf(ctx, '社員をクビにしたい', { state: 'resolved' })).toEqual([])
			expect(await idsOf(ctx, '社員をクビにしたい', { order: 'new' })).toContain(dismissal)
		})
	})

	test('fills a thin first page with questions that have some of the words, the rarer ones first', async () => {
		await withCtx(async (ctx) => {
			const both = await ask(ctx, '古い蒸溜器を酒蔵から譲り受けるとき')
			const rare = await ask(ctx, '蒸溜器を輸入して使うとき')
			await refreshSearchTerms(ctx)
			const ids = await idsOf(ctx, '蒸溜器 酒蔵')
			expect(ids.slice(0, 2)).toEqual([both, rare])
			// Words in quotation marks are meant as they are written.
			expect(await idsOf(ctx, '「酒蔵の蒸溜器」')).toEqual([])
		})
	})

	test('corrects an unknown word to one of similar spelling or sound', async () => {
		await withCtx(async (ctx) => {
			const id = await ask(ctx, '就業規則を作り直す順番について')
			await ask(ctx, '就業規則を社員に知らせる方法について')
			await refreshSearchTerms(ctx)
			const list = await find(ctx, '就業規測')
			expect(list.corrected).toBe('就業規則')
			expect(list.items.map((item) => item.id)).toContain(id)
			expect((await find(ctx, '就業規則')).corrected).toBeNull()
			expect(await idsOf(ctx, 'shugyokisoku')).toContain(id)
			expect((await find(ctx, 'shugyokisokku')).corrected).toBe('就業規則')
		})
	})

	test('does not take the name of a station for a slip of another word', async () => {
		await withCtx(async (ctx) => {
			const id = await ask(ctx, '夜間に連絡できる番号を会社で決めておくべきですか')
			await refreshSearchTerms(ctx)
			expect(await idsOf(ctx, '夜間')).toEqual([id])
			expect(await find(ctx, '夜間瀬')).toMatchObject({ items: [], corrected: null })
			expect(await find(ctx, '夜間瀬駅')).toMatchObject({ items: [], corrected: null })
		})
	})

	test('finds the same by scanning groups as by gathering all', async () => {
		await withCtx(async (ctx) => {
			for (let n = 0; n < 8; n++)
				await ask(ctx, `確定申告についての質問その${n}です`, { taskCategoryId: n % 2 === 0 ? 5 : 6, taskIds: [], prefectureId: 13 })
			await refreshSearchTerms(ctx)
			const searches: Record<string, string>[] = [
				{},
				{ category: '5' },
				{ prefecture: 'tokyo' },
				{ state: 'unanswered' },
				{ state: 'resolved' },
			]
			const gathered = []
			for (const one of searches) gathered.push(await idsOf(ctx, '確定申告', one))
			await sql`
				insert into search_terms (term, label, titles, texts, bigrams) values ('', '', 1000000, 1000000, '{}'), ('確定申告', '', 900000, 900000, '{}')
				on conflict (term) do update set titles = excluded.titles, texts = excluded.texts
			`.execute(ctx.db)
			for (const [place, one] of searches.entries()) expect(await idsOf(ctx, '確定申告', one)).toEqual(gathered[place])
			expect(gathered.map(({ length }) => length)).toEqual([8, 4, 8, 8, 0])
		})
	})
})

test('suggests words by prefix in spelling, kana and romaji', async () => {
	await withCtx(async (ctx) => {
		await ask(ctx, '確定申告の期限に間に合わないとき')
		await ask(ctx, '確定申告の書類をなくしたとき')
		await refreshSearchTerms(ctx)
		for (const text of ['確定', 'かくて', 'かくてs', 'kakutei']) expect(await suggestSearchWords(ctx, text)).toContain('確定申告')
		expect(await suggestSearchWords(ctx, '')).toEqual([])
		expect(await suggestSearchWords(ctx, '宇宙')).toEqual([])
	})
})
