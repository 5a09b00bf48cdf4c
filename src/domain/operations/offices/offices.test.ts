import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { makeOffice, makeReview } from '../../../../test/factories.ts'
import { requireRecentStaff } from '../../accounts/staff.ts'
import { declineLead } from '../../estimates/estimate-leads.ts'
import { makeRequest } from '../../estimates/estimates-for-test.ts'
import { as, makeMember, refusal } from '../../questions/questions-for-test.ts'
import { setAccountPlan } from '../../plans/account-plan.ts'
import { exportOffices } from './office-export.ts'
import { readOfficeFigures } from './office-figures.ts'
import { getOfficeOverview } from './office-overview.ts'
import { listOwnOfficeCards } from './own-office-cards.ts'

const asReviewer = async (ctx: TestCtx) => requireRecentStaff(as(ctx, await makeMember(ctx, ['reviewer'])), 'reviewer')

test('an office has its owner, plan, rating and requests beside its name', () =>
	withCtx(async (ctx) => {
		const { first } = await makeRequest(ctx)
		const reviewer = await asReviewer(ctx)
		await makeReview(ctx, first.officeId, { stars: 4 })
		const { viewer } = first.ctx
		await setAccountPlan(ctx, viewer.kind === 'member' ? viewer.userId : '', { plan: 'pro', until: null })
		const figures = (await readOfficeFigures(reviewer, [first.officeId])).get(first.officeId)
		expect(figures).toMatchObject({ owner: expect.any(String), plan: 'pro', stars: 4, reviews: 1, cases: 1, replyMinutes: null })
		const { requests, changes } = await getOfficeOverview(reviewer, first.officeId)
		expect(requests).toMatchObject([{ requestId: expect.any(Number), state: 'delivered' }])
		expect(changes).toEqual([])
	}))

test('a member sees how each of their offices stands, and what waits there', () =>
	withCtx(async (ctx) => {
		const { first, second } = await makeRequest(ctx)
		await makeReview(ctx, first.officeId, { stars: 4 })
		const [card, ...others] = await listOwnOfficeCards(first.ctx)
		expect(others).toEqual([])
		expect(card).toMatchObject({ id: first.officeId, role: 'owner', stars: 4, reviews: 1, due: 1, wishesMet: expect.any(Number) })
		await declineLead(first.ctx, first.delivery, '今月は手が空きません。')
		expect(await listOwnOfficeCards(first.ctx)).toMatchObject([{ due: 0 }])
		expect((await listOwnOfficeCards(second.ctx)).map(({ id }) => id)).not.toContain(first.officeId)
		expect(await listOwnOfficeCards(as(ctx, await makeMember(ctx)))).toEqual([])
	}))

test('offices with the same phone or address are named as possible doubles', () =>
	withCtx(async (ctx) => {
		const reviewer = await asReviewer(ctx)
		const [one, two, far] = [await makeOffice(ctx), await makeOffice(ctx), await makeOffice(ctx)]
		const same = { phone: '0422-00-1234', postal_code: '1810013', address_line: '下連雀3丁目1-2' }
		await ctx.db.updateTable('offices').set(same).where('id', 'in', [one, two]).execute()
		await ctx.db.updateTable('offices').set({ phone: '0422001234' }).where('id', '=', far).execute()
		const { doubles } = await getOfficeOverview(reviewer, one)
		expect(doubles.map(({ id, shared }) => ({ id, shared }))).toEqual([
			{ id: two, shared: ['所在地', '電話'] },
			{ id: far, shared: ['電話'] },
		])
	}))

test('the list is exported by reviewers alone, on record', () =>
	withCtx(async (ctx) => {
		const reviewer = await asReviewer(ctx)
		const id = await makeOffice(ctx)
		const lines: string[] = []
		for await (const line of await exportOffices(reviewer, 'all')) lines.push(line)
		expect(lines.join('')).toMatch(new RegExp(`^"${id}",`, 'm'))
		const events = await ctx.db.selectFrom('audit_log').select(['action', 'detail']).execute()
		expect(events).toEqual([{ action: 'office.export', detail: { filter: 'all' } }])
		const support = as(ctx, await makeMember(ctx, ['support']))
		expect(await refusal((async () => requireRecentStaff(support, 'reviewer'))())).toBe('forbidden')
	}))
