import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { setAccountPlan } from '../plans/account-plan.ts'
import { as, makeExpertViewer } from '../questions/questions-for-test.ts'
import { inTransaction } from '../shared/context.ts'
import { addPlacement, listOwnPlacements } from './placements.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
	database = await freshDatabase()
}, 120_000)
afterAll(() => database.close())

test('placements that are added at once stay within the plan, and the same one twice is one', async () => {
	const ctx = visitorCtx(database.db)
	const { viewer, expertId } = await makeExpertViewer(ctx)
	const officeId = await inTransaction(ctx, (trx) => makeOffice(trx, { expertIds: [expertId], taskIds: [501, 503, 504, 505] }))
	await setAccountPlan(ctx, 'userId' in viewer ? viewer.userId : '', { plan: 'pro', until: null })
	const owner = as(ctx, viewer)
	await Promise.all(Array.from({ length: 5 }, () => addPlacement(owner, officeId, { taskId: 503 })))
	const results = await Promise.allSettled([501, 504, 505].map((taskId) => addPlacement(owner, officeId, { taskId })))
	const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
	expect(refusals).toHaveLength(1)
	expect(refusals[0]).toMatchObject({ kind: 'conflict' })
	expect((await listOwnPlacements(owner))[0]?.placements).toHaveLength(3)
})
