import { expect, test } from 'vitest'
import { inSavepoint, TEST_NOW, withCtx } from '../../../test/database.ts'
import { days } from '../shared/japan-time.ts'
import { sendQuote } from './estimate-leads.ts'
import { maintainEstimates } from './estimate-maintenance.ts'
import { acceptQuote, getMyEstimate } from './estimate-requests.ts'
import { makeRequest, noticesOf, quoteInput } from './estimates-for-test.ts'

test('accepted work is asked after once, on both sides, when nobody has reported the work done after two months', () =>
	withCtx(async (plain) => {
		const { ctx, member, id, first } = await makeRequest(plain)
		await sendQuote(first.ctx, first.delivery, quoteInput())
		await acceptQuote(member, { id }, (await getMyEstimate(member, { id })).deliveries[0]?.quotes[0]?.id ?? 0)
		const after = (passed: number) => maintainEstimates({ ...ctx, now: () => new Date(TEST_NOW.getTime() + days(passed)) })
		await after(59)
		expect(await noticesOf(plain, `estimate:${id}:done-reminder`)).toHaveLength(0)
		await after(60)
		await after(61)
		const [asked, ...more] = await noticesOf(plain, `estimate:${id}:done-reminder`)
		expect([asked?.text, more]).toEqual([expect.stringContaining('2027年6月15日までに'), []])
		expect(await noticesOf(plain, `lead:${first.delivery}:done-reminder`)).toHaveLength(1)
	}))

test('each notice says which request it is about, to the chosen office for how much, and until when where an answer is due', () =>
	withCtx(async (plain) => {
		const { member, id, first, second } = await makeRequest(plain)
		await sendQuote(first.ctx, first.delivery, quoteInput())
		await acceptQuote(member, { id }, (await getMyEstimate(member, { id })).deliveries[0]?.quotes[0]?.id ?? 0)
		const factsOf = async (subject: string) =>
			Object.fromEntries((await noticesOf(plain, subject)).flatMap(({ facts }) => facts.map(({ label, value }) => [label, value])))
		const about = { 業務: '確定申告', 地域: '東京都' }
		expect(await factsOf(`lead:${first.delivery}:delivered`)).toMatchObject({ ...about, 回答の期限: expect.stringContaining('2026年') })
		expect(await factsOf(`lead:${first.delivery}:accepted`)).toEqual({ ...about, 見積もりの合計: '74,537円（税込）' })
		expect(await factsOf(`lead:${second.delivery}:closed`)).toEqual(about)
		expect(await factsOf(`estimate:${id}:quoted-%`)).toMatchObject({ 業務: '確定申告', 見積もりの合計: '74,537円（税込）' })
	}))

test('work is not given to an office that may no longer do the work', () =>
	withCtx(async (plain) => {
		const { member, id, first } = await makeRequest(plain)
		await sendQuote(first.ctx, first.delivery, quoteInput())
		const quoteId = (await getMyEstimate(member, { id })).deliveries[0]?.quotes[0]?.id ?? 0
		await plain.db
			.deleteFrom('expert_credentials')
			.where('expert_id', 'in', (eb) => eb.selectFrom('office_members').select('expert_id').where('office_id', '=', first.officeId))
			.execute()
		await expect(acceptQuote(member, { id }, quoteId)).rejects.toMatchObject({
			kind: 'conflict',
			fields: { form: expect.stringContaining('税理士法第2条と第52条') },
			ways: [{ label: expect.stringMatching(/を行える事務所を見る$/), path: expect.stringMatching(/^\/category\/task\/list\/\d+$/) }],
		})
		await expect(
			inSavepoint(plain, (trx) =>
				trx.db
					.updateTable('estimate_requests')
					.set({ state: 'accepted', accepted_delivery_id: first.delivery, ended_at: plain.now() })
					.where('id', '=', id)
					.execute(),
			),
		).rejects.toMatchObject({ constraint: 'estimate_requests_lawful' })
	}))
