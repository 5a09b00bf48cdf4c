import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { officeSite } from '../offices/offices-for-test.ts'
import { isOwnPage } from './page-views.ts'

test('views by the expert, by members of the office and by staff do not count', async () => {
	await withCtx(async (ctx) => {
		const { owner, other, officeId, reviewer } = await officeSite(ctx)
		const staff = (await reviewer()).viewer.userId
		const office = { kind: 'office', id: officeId }
		const own = (userId: string, page: { kind: string; id: number }) => isOwnPage(ctx, userId, page)
		expect(await own(owner.docId, office)).toBe(true)
		expect(await own(owner.docId, { kind: 'expert', id: owner.expertId })).toBe(true)
		expect(await own(owner.docId, { kind: 'expert', id: other.expertId })).toBe(false)
		expect(await own(other.docId, office)).toBe(false)
		expect(await own(staff, office)).toBe(true)
		expect(await own(staff, { kind: 'qa', id: 1 })).toBe(false)
	})
})
