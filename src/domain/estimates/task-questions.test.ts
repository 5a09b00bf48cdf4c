import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { as } from '../questions/questions-for-test.ts'
import { readDraft, saveFacts, saveTask, startEstimate } from './estimate-drafts.ts'
import { estimateConsents } from './estimate-input.ts'
import { getLead } from './estimate-leads.ts'
import { exportFromLeads, withdrawFromLeads } from './estimate-personal.ts'
import { sendDraft } from './estimate-sending.ts'
import { makeDraft, makeOwnedOffice, answers, makeVerifiedMember, leadsCtx } from './estimates-for-test.ts'
import { listTaskQuestions } from './task-questions.ts'

const consents = estimateConsents.map(({ kind }) => kind)
const business = { entity: 'sole', industry: '', size: null, facts: '', opponent: '' }
const start = (ctx: ReturnType<typeof leadsCtx>) =>
	startEstimate(ctx, { taskId: 503, prefectureId: null, municipalityId: null, officeIds: [], clientKey: 'a-key-of-this-test' })

test('every published task asks for what its offices need', () =>
	withCtx(async (ctx) => {
		const tasks = await ctx.db.selectFrom('tasks').select(['id', 'name']).where('published_at', 'is not', null).execute()
		for (const { id, name } of tasks) expect([name, (await listTaskQuestions(ctx, id)).length >= 2]).toEqual([name, true])
	}))

test('a form with missing or wrong answers names each of them, beside the fields of the business', () =>
	withCtx(async (base) => {
		const ctx = leadsCtx(base)
		const key = await start(ctx)
		const typed = { ...answers, incomes: '', sales: '一億円くらい', years: '二年' }
		await expect(saveFacts(ctx, key, { ...business, entity: '', answers: typed })).rejects.toMatchObject({
			kind: 'invalid',
			fields: {
				entity: '事業の形を選んでください。',
				'answers.incomes': '「所得の種類」を選んでください。',
				'answers.sales': '「年間の売上」を選んでください。',
				'answers.years': expect.stringContaining('整数で入力'),
			},
		})
		expect(await readDraft(ctx, key)).toMatchObject({ answers: [], parts: ['task'] })
		await saveFacts(ctx, key, { ...business, answers: { ...answers, years: '２', stray: 'x' } })
		expect((await readDraft(ctx, key)).answers).toEqual([
			{ key: 'incomes', label: '所得の種類', value: '事業', unit: '' },
			{ key: 'sales', label: '年間の売上', value: '1,000万円未満', unit: '' },
			{ key: 'bookkeeping', label: 'いまの記帳のしかた', value: '会計ソフトに自分で入力', unit: '' },
			{ key: 'consumption-tax', label: '消費税', value: '免税', unit: '' },
			{ key: 'years', label: '頼みたい年分の数', value: '2', unit: '年分' },
		])
	}))

test('another task asks other questions, and nothing is sent before they are answered', () =>
	withCtx(async (base) => {
		const member = as(leadsCtx(base), await makeVerifiedMember(base))
		const { officeId } = await makeOwnedOffice(base)
		const key = await makeDraft(member, [officeId])
		await saveTask(member, key, { taskId: 501 })
		expect((await readDraft(member, key)).done).not.toContain('facts')
		await expect(sendDraft(member, key, consents)).rejects.toMatchObject({ kind: 'invalid' })
		await saveTask(member, key, { taskId: 503 })
		await base.db
			.updateTable('estimate_requests')
			.set({ task_answers: '[]', done_steps: ['task', 'area', 'facts', 'wishes', 'offices', 'contact'] })
			.execute()
		await expect(sendDraft(member, key, consents)).rejects.toMatchObject({ fields: { form: expect.stringContaining('業務ごとの質問') } })
	}))

test('the chosen office reads the answers, the person’s download has them, and deleting the account removes them', () =>
	withCtx(async (base) => {
		const viewer = await makeVerifiedMember(base)
		const member = as(leadsCtx(base), viewer)
		const { officeId, owner } = await makeOwnedOffice(base)
		const sent = await sendDraft(member, await makeDraft(member, [officeId]), consents)
		if (sent.kind !== 'sent') throw new Error('not sent')
		const { id } = await base.db
			.selectFrom('estimate_deliveries')
			.select('id')
			.where('request_id', '=', sent.requestId)
			.executeTakeFirstOrThrow()
		const { facts } = await getLead(as(base, owner), id)
		expect(facts.answers.map(({ label, value, unit }) => `${label}：${value}${unit}`)).toContain('頼みたい年分の数：1年分')
		expect(JSON.stringify(await exportFromLeads(member, { id: viewer.userId }))).toContain('頼みたい年分の数')
		await withdrawFromLeads(member, { id: viewer.userId })
		const left = await base.db
			.selectFrom('estimate_requests')
			.select('task_answers')
			.where('id', '=', sent.requestId)
			.executeTakeFirstOrThrow()
		expect(left.task_answers).toEqual([])
	}))
