import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { purgeOffices } from '../offices/office-deletion.ts'
import { makeMember, as } from '../questions/questions-for-test.ts'
import { declineLead } from './estimate-leads.ts'
import { estimateConsents } from './estimate-input.ts'
import { getMyEstimate } from './estimate-requests.ts'
import { sendDraft } from './estimate-sending.ts'
import { makeDraft, makeOwnedOffice, makeVerifiedMember, leadsCtx } from './estimates-for-test.ts'
import { openEstimateOf, releaseFromEstimates } from './office-ties.ts'

test('an open request blocks deleting an office until it is declined, and a purge leaves requests to others', async () => {
	await withCtx(async (plain) => {
		const ctx = leadsCtx(plain)
		const member = as(ctx, await makeVerifiedMember(ctx))
		const [office, other] = [await makeOwnedOffice(ctx), await makeOwnedOffice(ctx)]
		expect(await openEstimateOf(ctx, office.officeId)).toBeNull()
		const key = await makeDraft(member, [office.officeId, other.officeId])
		const sent = await sendDraft(
			member,
			key,
			estimateConsents.map(({ kind }) => kind),
		)
		const id = sent.kind === 'sent' ? sent.requestId : 0
		expect(await openEstimateOf(ctx, office.officeId)).toContain('見積もり依頼')
		const { deliveries } = await getMyEstimate(member, { id })
		await declineLead(as(ctx, office.owner), deliveries[0]?.id ?? 0, 'いまは新しいご依頼をお受けできません')
		expect(await openEstimateOf(ctx, office.officeId)).toBeNull()
		await ctx.db
			.updateTable('estimate_requests')
			.set({ state: 'accepted', ended_at: ctx.now(), accepted_delivery_id: deliveries[0]?.id ?? 0, done_at: ctx.now(), done_by: 'user' })
			.where('id', '=', id)
			.execute()
		await ctx.db
			.updateTable('offices')
			.set({ state: 'deleted', state_before_deletion: 'published', deleted_at: new Date('2026-01-01T00:00:00Z') })
			.where('id', '=', office.officeId)
			.execute()
		expect(await purgeOffices(as(ctx, await makeMember(ctx)), [releaseFromEstimates])).toBe(1)
		expect(await ctx.db.selectFrom('estimate_requests').select('accepted_delivery_id').where('id', '=', id).executeTakeFirst()).toEqual({
			accepted_delivery_id: null,
		})
	})
})
