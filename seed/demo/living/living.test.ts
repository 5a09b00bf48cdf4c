import { describe, expect, it } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import type { Ctx, Viewer } from '../../../src/domain/context.ts'
import { listLeads } from '../../../src/domain/leads/estimate-leads.ts'
import { listMyEstimates } from '../../../src/domain/leads/estimate-requests.ts'
import { anOffice, aVerifiedMember } from '../../../src/domain/leads/estimates-for-test.ts'
import { listReviews } from '../../../src/domain/directory/reviews.ts'
import { articleSchema } from '../../../src/domain/media/article-input.server.ts'
import { checkProof } from '../../../src/platform/storage-proofs.ts'
import type { As } from './conversations.ts'
import { insertEstimates } from './estimates.ts'
import { manuscripts } from './manuscripts.ts'
import { drawProof } from './proof.ts'

describe('what makes the demo look lived in', () => {
	it('hands in articles that the form would take', () => {
		for (const { hoursAgo, ...manuscript } of manuscripts) {
			expect(articleSchema.parse(manuscript)).toEqual(manuscript)
			expect(hoursAgo).toBeGreaterThan(0)
		}
		expect(new Set(manuscripts.map(({ title }) => title)).size).toBe(manuscripts.length)
	})

	it.each(['pdf', 'png'] as const)('draws a document as %s that the check of proofs takes', async (kind) => {
		const drawn = await drawProof({ title: '税理士証票', lines: [['氏名', '日下部　実里']], foot: '登録を証する。' }, kind)
		expect(await checkProof(drawn)).toMatchObject({ extension: kind === 'pdf' ? 'pdf' : 'jpg', pages: 1 })
	})

	it('has requests for estimates at every stage, as the member and the office see them', () =>
		withCtx(async (ctx) => {
			const own = await anOffice(ctx, { taskIds: [501, 503] })
			for (const taskIds of [[501], [501]]) await anOffice(ctx, { taskIds })
			for (let count = 0; count < 3; count += 1) await anOffice(ctx, { taskIds: [901], professions: ['benrishi'] })
			const at =
				(viewer: Viewer): As =>
				(hoursAgo): Ctx => ({ ...ctx, viewer, now: () => new Date(ctx.now().getTime() - hoursAgo * 3_600_000) })
			const member = await aVerifiedMember(ctx, 'member@example.com')
			await insertEstimates({
				visitor: ctx,
				member: at(member),
				expert: at(own.owner),
				as: ({ id: userId, uid, is_expert: isExpert }) => at({ kind: 'member', userId, uid, isExpert, roles: [] }),
				ownOfficeId: own.officeId,
			})
			const asked = (await listMyEstimates({ ...ctx, viewer: member }, null)).items
			expect(asked.map(({ state, quoteCount, officeCount }) => [state, quoteCount, officeCount])).toEqual([
				['quoted', 2, 3],
				['accepted', 2, 3],
			])
			const arrived = (await listLeads({ ...ctx, viewer: own.owner }, null)).items
			expect(arrived.map(({ state, isAccepted }) => [state, isAccepted])).toEqual([
				['delivered', false],
				['quoted', false],
				['quoted', true],
			])
			const chosen = await ctx.db
				.selectFrom('estimate_requests as r')
				.innerJoin('estimate_deliveries as d', 'd.id', 'r.accepted_delivery_id')
				.select('d.office_id')
				.where('r.user_id', '=', member.userId)
				.executeTakeFirstOrThrow()
			expect((await listReviews(ctx, chosen.office_id, null)).items).toHaveLength(1)
		}))
})
