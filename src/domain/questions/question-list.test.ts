import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { hideAnswer, hideQuestion, showAnswer, showQuestion } from './hiding.ts'
import { voteHelpful } from './reactions.ts'
import { postAnswer } from './answers.ts'
import type { Ctx } from '../shared/context.ts'
import { emptyQuestionQuery, parseQuestionQuery, type QuestionQuery, questionSearch, withQuestionQuery } from './input.ts'
import { listAnswersOfExperts, listMyAnswers } from './answer-page.ts'
import {
	listAnswerableQuestions,
	listMyQuestions,
	listNewestQuestions,
	listPopularQuestions,
	listQuestions,
	readAnswerers,
} from './question-list.ts'
import { postQuestion, resolveQuestion } from './questions.ts'
import { makeMember, makeExpertViewer, answerInput, as, makeThread, questionInput, refusal } from './questions-for-test.ts'
import { listQuestionsLike, listSimilarQuestions } from './search/similar.ts'
import { addQuestionViews } from './views.ts'

const query = (values: Partial<QuestionQuery>): QuestionQuery => withQuestionQuery(emptyQuestionQuery, { state: 'all', ...values })
const body = '詳しい事情をここに書きます。どのように進めればよいか、費用や期間の目安も含めて教えてください。'

/** Asks each title as another person, oldest first. */
async function ask(ctx: Ctx, questions: Partial<Parameters<typeof questionInput>[0]>[]): Promise<number[]> {
	const ids: number[] = []
	for (const one of questions) ids.push((await postQuestion(as(ctx, await makeMember(ctx)), questionInput({ body, ...one }))).id)
	return ids
}

const idsOf = async (ctx: Ctx, values: Partial<QuestionQuery>) => (await listQuestions(ctx, query(values))).items.map(({ id }) => id)

describe('the list', () => {
	test('narrows by category, task, prefecture and state, with counts of each state', async () => {
		await withCtx(async (ctx) => {
			const [a, b, c] = (await ask(ctx, [
				{ taskCategoryId: 5, taskIds: [503], prefectureId: 13 },
				{ taskCategoryId: 5, taskIds: [502], prefectureId: 27 },
				{ taskCategoryId: 6, taskIds: [601, 503], prefectureId: 13 },
			])) as [number, number, number]
			const { rows } = await sql<{ asker_id: string }>`select asker_id from questions where id = ${b}`.execute(ctx.db)
			await resolveQuestion(as(ctx, { kind: 'member', userId: rows[0]?.asker_id ?? '', uid: 'x', isExpert: false, roles: [] }), b)
			expect(await idsOf(ctx, {})).toEqual([c, b, a])
			expect(await idsOf(ctx, { categoryId: 5 })).toEqual([b, a])
			expect(await idsOf(ctx, { taskId: 503 })).toEqual([c, a])
			expect(await idsOf(ctx, { prefectureId: 13, categoryId: 5 })).toEqual([a])
			expect(await idsOf(ctx, { state: 'resolved' })).toEqual([b])
			expect(await idsOf(ctx, { state: 'unanswered' })).toEqual([c, a])
			expect(await idsOf(ctx, { state: 'answered' })).toEqual([])
			const list = await listQuestions(ctx, query({ categoryId: 5, state: 'resolved' }))
			expect(list).toMatchObject({ counts: { all: 2, answered: 0, unanswered: 1, resolved: 1 }, category: { id: 5 }, task: null })
			expect(await refusal(listQuestions(ctx, query({ categoryId: 98 })))).toBe('not-found')
		})
	})

	test('shows up to three who answered and can be looked up, none whose answer is hidden', async () => {
		await withCtx(async (ctx) => {
			const [busy, quiet] = (await ask(ctx, [{}, {}])) as [number, number]
			const experts = []
			for (let n = 0; n < 4; n++) {
				const { viewer, expertId } = await makeExpertViewer(ctx)
				const { id } = await postAnswer(as(ctx, viewer), busy, answerInput())
				experts.push({ expertId, answerId: id })
			}
			const idsFor = async () => (await readAnswerers(ctx, [busy, quiet])).get(busy)?.map(({ id }) => id)
			const [first, second, third, fourth] = experts
			expect(await idsFor()).toEqual([first, second, third].map((one) => one?.expertId))
			await hideAnswer(as(ctx, await makeMember(ctx, ['moderator'])), first?.answerId ?? 0, '規約に反します')
			await ctx.db
				.updateTable('experts')
				.set({ state: 'suspended' })
				.where('id', '=', second?.expertId ?? 0)
				.execute()
			expect(await idsFor()).toEqual([third, fourth].map((one) => one?.expertId))
			expect((await readAnswerers(ctx, [quiet])).size).toBe(0)
			expect(await idsOf(ctx, { state: 'answered' })).toEqual([busy])
			expect((await listQuestions(ctx, query({}))).counts).toMatchObject({ all: 2, answered: 1, unanswered: 1 })
		})
	})

	test('sorts by age, by popularity and by fewest answers', async () => {
		await withCtx(async (ctx) => {
			const [quiet, busy, seen] = (await ask(ctx, [{}, {}, {}])) as [number, number, number]
			const { id } = await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), busy, answerInput())
			await voteHelpful(as(ctx, await makeMember(ctx)), id)
			await addQuestionViews(ctx, [
				{ id: seen, count: 4 },
				{ id: seen, count: 6 },
				{ id: 999_999, count: 50 },
			])
			expect(await idsOf(ctx, { order: 'popular' })).toEqual([busy, seen, quiet])
			expect(await idsOf(ctx, { order: 'unanswered' })).toEqual([seen, quiet, busy])
			expect((await listNewestQuestions(ctx, { limit: 2 })).map((item) => item.id)).toEqual([seen, busy])
			expect(await listNewestQuestions(ctx, { limit: 2, taskId: 101 })).toEqual([])
			expect((await listPopularQuestions(ctx, { limit: 2 })).map((item) => item.id)).toEqual([busy, seen])
		})
	})

	test.each([
		['new', {}],
		['popular', {}],
		['unanswered', {}],
		['relevance', { text: '確定申告' }],
		['new', { taskId: 503 }],
		['popular', { taskId: 503 }],
		['unanswered', { taskId: 503 }],
		['popular', { taskId: 503, state: 'unanswered' }],
	] as const)('can be turned page by page and back: %s %o', async (order, filter: Partial<QuestionQuery>) => {
		await withCtx(async (ctx) => {
			const ids = await ask(
				ctx,
				Array.from({ length: 45 }, (_, n) => ({ title: `確定申告についての質問その${n}です` })),
			)
			await sql`update questions set view_count = (id % 7) * 10`.execute(ctx.db)
			if (!filter.state)
				await sql`update questions set answer_count = id % 3, state = case id % 3 when 0 then 'open' else 'answered' end`.execute(ctx.db)
			const base = query({ ...filter, order })
			const pages = [await listQuestions(ctx, base)]
			while (pages.at(-1)?.page.next) pages.push(await listQuestions(ctx, { ...base, cursor: pages.at(-1)?.page.next?.cursor ?? null }))
			expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 5])
			const items = pages.flatMap((page) => page.items)
			expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids))
			const keyOf = (item: (typeof items)[number]) =>
				({ new: 0, popular: -Math.floor(item.viewCount / 10) - 2 * item.answerCount, unanswered: item.answerCount, relevance: 0 })[order]
			expect(items).toEqual(order === 'relevance' ? items : items.toSorted((a, b) => keyOf(a) - keyOf(b) || b.id - a.id))
			const back = await listQuestions(ctx, { ...base, cursor: pages[2]?.page.previous?.cursor ?? null })
			expect(back.items).toEqual(pages[1]?.items)
			expect(pages[1]?.page.previous).toEqual({ cursor: null })
		})
	})

	test('of a task reflects votes, answers and hidden questions', async () => {
		await withCtx(async (ctx) => {
			const [first, second] = (await ask(ctx, [{ taskIds: [503] }, { taskIds: [503, 502] }])) as [number, number]
			const staff = as(ctx, await makeMember(ctx, ['moderator']))
			const kept = async () => {
				const { rows } = await sql<{
					task_id: number
					question_id: number
					popularity: number
					answer_count: number
					state: string | null
				}>`
					select question_id, task_id, popularity, answer_count, state from question_tasks order by question_id, position
				`.execute(ctx.db)
				return rows.map((row) => [row.question_id, row.task_id, row.popularity, row.answer_count, row.state])
			}
			const { id: answerId } = await postAnswer(as(ctx, (await makeExpertViewer(ctx)).viewer), second, answerInput({ partIds: [5021] }))
			await voteHelpful(as(ctx, await makeMember(ctx)), answerId)
			const busy = [
				[first, 503, 0, 0, 'open'],
				[second, 503, 5, 1, 'answered'],
				[second, 502, 5, 1, 'answered'],
			]
			expect(await kept()).toEqual(busy)
			expect(await idsOf(ctx, { taskId: 503, order: 'popular' })).toEqual([second, first])
			expect(await idsOf(ctx, { taskId: 503, order: 'unanswered' })).toEqual([first, second])
			expect((await listNewestQuestions(ctx, { limit: 2, taskId: 502 })).map(({ id }) => id)).toEqual([second])

			await hideAnswer(staff, answerId, '広告のため')
			expect((await kept())[1]).toEqual([second, 503, 0, 0, 'open'])
			await showAnswer(staff, answerId)
			expect(await kept()).toEqual(busy)
			await hideQuestion(staff, second, '個人の情報が書かれています')
			expect((await kept())[1]).toEqual([second, 503, 5, 1, null])
			const list = await listQuestions(ctx, query({ taskId: 503 }))
			expect(list).toMatchObject({ items: [{ id: first }], counts: { all: 1, unanswered: 1, resolved: 0 } })
			await showQuestion(staff, second)
			expect(await kept()).toEqual(busy)
		})
	})

	test('of one’s own questions and of those an expert may answer', async () => {
		await withCtx(async (ctx) => {
			const asker = as(ctx, await makeMember(ctx))
			const mine = await postQuestion(asker, questionInput())
			const [other] = (await ask(ctx, [{ taskCategoryId: 3, taskIds: [] }])) as [number]
			expect((await listMyQuestions(asker, null)).items.map(({ id }) => id)).toEqual([mine.id])
			const zeirishi = as(ctx, (await makeExpertViewer(ctx, { taskIds: [503] })).viewer)
			expect((await listAnswerableQuestions(zeirishi, null)).items.map(({ id }) => id)).toEqual([mine.id])
			const shindanshi = as(ctx, (await makeExpertViewer(ctx, { professions: ['shindanshi'], taskIds: [503, 301] })).viewer)
			expect((await listAnswerableQuestions(shindanshi, null)).items.map(({ id }) => id)).toEqual([other])
			expect((await listAnswerableQuestions(asker, null)).items).toEqual([])
		})
	})

	test('of an expert’s answers says which were the best', async () => {
		await withCtx(async (ctx) => {
			const { expertId, questionId, answerId } = await makeThread(ctx)
			expect(await listAnswersOfExperts(ctx, [expertId], 5)).toMatchObject([
				{ answerId, question: { id: questionId, state: 'answered' }, isBest: false, excerpt: expect.stringContaining('合理的な基準') },
			])
			const other = await makeThread(ctx)
			const ofOffice = await listAnswersOfExperts(ctx, [expertId, other.expertId], 5)
			expect(ofOffice.map((one) => one.answerId)).toEqual([other.answerId, answerId])
			expect(ofOffice.every(({ expertName }) => expertName !== '')).toBe(true)
			expect(await listAnswersOfExperts(ctx, [], 5)).toEqual([])
			const author = as(ctx, other.expert)
			await hideAnswer(as(ctx, await makeMember(ctx, ['moderator'])), other.answerId, '宣伝のため')
			expect((await listMyAnswers(author, null)).items).toMatchObject([{ answerId: other.answerId, hiddenReason: '宣伝のため' }])
			expect(await listAnswersOfExperts(ctx, [other.expertId], 5)).toEqual([])
			expect((await listMyAnswers(as(ctx, other.asker), null)).items).toEqual([])
		})
	})
})

describe('searching', () => {
	test('finds words in titles and texts, whatever their width and kana, titles first', async () => {
		await withCtx(async (ctx) => {
			const [inBody, inTitle, other] = (await ask(ctx, [
				{
					title: '取引先から届いた書類の扱い方',
					body: 'インボイスの登録番号がない請求書を受け取りました。仕入税額控除はどうなるのでしょうか。',
				},
				{ title: 'インボイス登録をやめたいときの手順' },
				{ title: '従業員を初めて雇うときの手続き' },
			])) as [number, number, number]
			for (const text of ['インボイス', 'ｲﾝﾎﾞｲｽ', 'いんぼいす登録']) {
				const found = await idsOf(ctx, { text })
				expect(found).toContain(inTitle)
				expect(found).not.toContain(other)
			}
			expect(await idsOf(ctx, { text: 'インボイス' })).toEqual([inTitle, inBody])
			expect(await idsOf(ctx, { text: '京都' })).toEqual([])
		})
	})

	test('does not match 京都 in 東京都, and matches 申告 as a word', async () => {
		await withCtx(async (ctx) => {
			const [id] = await ask(ctx, [{ title: '東京都で飲食店を開くときの許可' }])
			expect(await idsOf(ctx, { text: '京都' })).toEqual([])
			expect(await idsOf(ctx, { text: '東京都 許可' })).toEqual([id])
		})
	})

	test('matches synonyms of the taxonomy', async () => {
		await withCtx(async (ctx) => {
			const [id] = await ask(ctx, [{ title: '個人の確定申告の期限に遅れそうです', taskIds: [] }])
			const { rows } = await sql<{ name: string; synonyms: string[] }>`select name, synonyms from tasks where id = 503`.execute(ctx.db)
			expect(rows[0]?.synonyms).toContain('還付申告')
			const title = `${rows[0]?.name}でつまずいています`
			const [named] = await ask(ctx, [{ title }])
			expect(await idsOf(ctx, { text: '還付申告' })).toContain(named)
			expect(id).toBeDefined()
		})
	})

	test('drops words when too few questions have all of them, and says so', async () => {
		await withCtx(async (ctx) => {
			const [id] = await ask(ctx, [{ title: '就業規則を作り直す順番について' }])
			const list = await listQuestions(ctx, query({ text: '就業規則 宇宙船' }))
			expect(list).toMatchObject({ relaxed: true, words: expect.arrayContaining(['就業規則', '宇宙船']), counts: { all: 1 } })
			expect(list.items[0]?.id).toBe(id)
			expect((await listQuestions(ctx, query({ text: 'について' }))).items).toEqual([])
		})
	})

	test('shows similar questions for a title, rare words first', async () => {
		await withCtx(async (ctx) => {
			const [rent, invoice] = (await ask(ctx, [
				{ title: '自宅兼事務所の家賃を経費にする割合', taskIds: [] },
				{ title: 'インボイス登録と消費税の届け出', taskIds: [] },
				{ title: '役員報酬の金額を途中で変えるには', taskIds: [] },
			])) as [number, number, number]
			expect((await listSimilarQuestions(ctx, '家賃の経費割合はどう決めますか')).map(({ id }) => id)).toEqual([rent])
			expect((await listSimilarQuestions(ctx, '消費税 インボイス')).map(({ id }) => id)).toEqual([invoice])
			expect(await listSimilarQuestions(ctx, 'はい')).toEqual([])
			expect(await listQuestionsLike(ctx, rent)).toEqual([])
			const [again] = (await ask(ctx, [{ title: '家賃と通信費を経費にする割合の決め方', taskIds: [] }])) as [number]
			expect((await listQuestionsLike(ctx, again)).map(({ id }) => id)).toEqual([rent])
			expect((await listQuestionsLike(ctx, rent)).map(({ id }) => id)).toEqual([again])
		})
	})
})

test('questions of a common task are alike without a common word, and a word of another category is not enough', async () => {
	await withCtx(async (ctx) => {
		const [mark, alike, company] = (await ask(ctx, [
			{ title: '店の名前をまねされたくない', taskCategoryId: 9, taskIds: [901] },
			{ title: 'ロゴの登録にかかる費用', taskCategoryId: 9, taskIds: [901] },
			{ title: 'まねされたくない契約書の文面', taskCategoryId: 7, taskIds: [701] },
		])) as [number, number, number]
		const found = (await listQuestionsLike(ctx, mark)).map(({ id }) => id)
		expect(found[0]).toBe(alike)
		expect(found.indexOf(company)).not.toBe(0)
	})
})

describe('the query of a URL', () => {
	test('has one canonical form, and parsing never throws', () => {
		const text = '?q=%E5%AE%B6%E8%B3%83&category=5&task=503&state=resolved&prefecture=tokyo&order=popular&page=pa2-1-5'
		const parsed = parseQuestionQuery(new URLSearchParams(text))
		expect(parsed).toEqual({
			text: '家賃',
			categoryId: 5,
			taskId: 503,
			state: 'resolved',
			prefectureId: 13,
			order: 'popular',
			cursor: 'pa2-1-5',
		})
		expect(questionSearch(parsed)).toBe(text)
		expect(parseQuestionQuery(new URLSearchParams('?category=x&task=1&state=y&prefecture=atlantis&order=relevance&page=zzz'))).toEqual(
			emptyQuestionQuery,
		)
		expect(questionSearch(emptyQuestionQuery)).toBe('')
	})

	test('a list is of answered questions, a search of all', () => {
		expect(withQuestionQuery(emptyQuestionQuery, { text: '家賃' })).toMatchObject({ state: 'all' })
		expect(withQuestionQuery({ ...emptyQuestionQuery, text: '家賃', state: 'all' }, { text: '' })).toMatchObject({ state: 'answered' })
		expect(withQuestionQuery({ ...emptyQuestionQuery, state: 'unanswered' }, { text: '家賃' })).toMatchObject({ state: 'unanswered' })
		expect(questionSearch({ ...emptyQuestionQuery, state: 'all' })).toBe('?state=all')
		expect(questionSearch(withQuestionQuery(emptyQuestionQuery, { text: '家賃', order: 'relevance' }))).toBe('?q=%E5%AE%B6%E8%B3%83')
	})

	test('restarts at the first page for another order or filter', () => {
		const later = { ...emptyQuestionQuery, text: '家賃', order: 'relevance' as const, cursor: 'ra2-1-5' }
		expect(withQuestionQuery(later, { categoryId: 5 })).toMatchObject({ cursor: null, order: 'relevance' })
		expect(withQuestionQuery(later, { text: '' })).toMatchObject({ order: 'new' })
	})
})
