import { expect, test } from 'vitest'
import { makeOffice } from '../../../../test/factories.ts'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { requireStaff } from '../../accounts/staff.ts'
import { as, makeMember, refusal } from '../../questions/questions-for-test.ts'
import { declineLead } from '../estimate-leads.ts'
import { listLeadCares } from '../estimate-care.ts'
import { getMyEstimate, replaceOffice } from '../estimate-requests.ts'
import { makeOwnedOffice, makeRequest, noticesOf } from '../estimates-for-test.ts'
import { acceptProposals, proposeToClient, readLeadProposals, readOpenProposals, refuseProposals } from './lead-proposals.ts'

const TASK = 503

/** A request to three offices, and support. */
async function makeCase(ctx: TestCtx) {
	const request = await makeRequest(ctx)
	const support = requireStaff(as(request.ctx, await makeMember(ctx, ['support'])), 'support')
	return { ...request, support, open: () => readOpenProposals(request.member, request.id, TASK) }
}

test('an office that support proposes gets the request only when the client chooses it', () =>
	withCtx(async (ctx) => {
		const { member, support, id, open, first } = await makeCase(ctx)
		const one = await makeOwnedOffice(ctx)
		const two = await makeOwnedOffice(ctx)
		const { offices, places } = await readLeadProposals(support, id)
		expect(places).toBe(2)
		expect(offices.map((office) => office.id)).toEqual(expect.arrayContaining([one.officeId, two.officeId]))
		expect(offices.map((office) => office.id)).not.toContain(first.officeId)

		await proposeToClient(support, id, [one.officeId, two.officeId])
		expect((await getMyEstimate(member, { id })).deliveries).toHaveLength(3)
		expect(await noticesOf(ctx, `estimate:${id}:care-%`)).toMatchObject([{ text: expect.stringContaining('2か所ご案内します') }])
		expect(await listLeadCares(support, id)).toMatchObject([{ kind: 'propose' }])
		expect((await open()).map((office) => office.id)).toEqual([one.officeId, two.officeId])

		await acceptProposals(member, { id }, [two.officeId])
		const { deliveries } = await getMyEstimate(member, { id })
		expect(deliveries.map(({ office, state }) => [office.id, state])).toContainEqual([two.officeId, 'delivered'])
		expect(deliveries).toHaveLength(4)
		await refuseProposals(member, { id })
		expect(await open()).toEqual([])
		expect((await readLeadProposals(support, id)).proposed.map(({ state }) => state)).toEqual(['refused', 'accepted'])
	}))

test('no more offices are asked at a time than a client may choose, and an office that declined gives up its place', () =>
	withCtx(async (ctx) => {
		const { member, support, id, first, open } = await makeCase(ctx)
		const more = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)].map(({ officeId }) => officeId)
		expect(await refusal(proposeToClient(support, id, more))).toBe('invalid')
		await proposeToClient(support, id, more.slice(0, 2))
		expect(await refusal(proposeToClient(support, id, more.slice(2)))).toBe('conflict')
		await declineLead(first.ctx, first.delivery, '今回は、お受けできる時期ではありません。')
		await proposeToClient(support, id, more.slice(2))
		// A replacement that the client chose takes the last place.
		const other = await makeOwnedOffice(ctx)
		await replaceOffice(member, { id }, first.delivery, other.officeId)
		expect(await refusal(acceptProposals(member, { id }, more))).toBe('invalid')
		await acceptProposals(member, { id }, more.slice(0, 2))
		expect(await open()).toHaveLength(1)
		const { deliveries } = await getMyEstimate(member, { id })
		expect(deliveries.filter(({ state }) => state === 'delivered')).toHaveLength(5)
	}))

test('support proposes no office with a lawyer, none that was asked, and none to a request with a quote', () =>
	withCtx(async (ctx) => {
		const { support, id, first } = await makeCase(ctx)
		const lawyers = await makeOffice(ctx, { professions: ['bengoshi'] })
		expect(await refusal(proposeToClient(support, id, [lawyers]))).toBe('invalid')
		expect(await refusal(proposeToClient(support, id, [first.officeId]))).toBe('invalid')
		const one = await makeOwnedOffice(ctx)
		await proposeToClient(support, id, [one.officeId])
		expect(await refusal(proposeToClient(support, id, [one.officeId]))).toBe('invalid')
		await ctx.db.updateTable('estimate_requests').set({ state: 'quoted' }).where('id', '=', id).execute()
		expect(await readLeadProposals(support, id)).toMatchObject({ places: 0, offices: [] })
		expect(await refusal(proposeToClient(support, id, [(await makeOwnedOffice(ctx)).officeId]))).toBe('conflict')
	}))

test('only the client answers a proposal', () =>
	withCtx(async (ctx) => {
		const { support, id, first, open } = await makeCase(ctx)
		const one = await makeOwnedOffice(ctx)
		await proposeToClient(support, id, [one.officeId])
		expect(await refusal(acceptProposals(first.ctx, { id }, [one.officeId]))).toBe('not-found')
		expect(await refusal(refuseProposals(first.ctx, { id }))).toBe('not-found')
		expect(await open()).toHaveLength(1)
	}))
