import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { makeSubscriber, billingCtx, payment, staffOf, startInput } from './billing-for-test.ts'
import { listOwnInvoices } from './invoice-reading.ts'
import { readCustomerCredit } from './ledger.ts'
import { recordPayment } from './payments.ts'
import { findSubscription } from './subscription-store.ts'
import { cancelSubscription, changeSubscription, convertTrial, keepSubscription, startSubscription } from './subscriptions.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
	database = await freshDatabase()
}, 120_000)
afterAll(() => database.close())

const times = (count: number, handler: () => Promise<unknown>) => Array.from({ length: count }, handler)

test('parallel orders, upgrades, payments and cancellations leave consistent books', { timeout: 120_000 }, async () => {
	const { ctx, userId } = await makeSubscriber(billingCtx(visitorCtx(database.db)))
	const order = startInput()
	await Promise.all(times(10, () => startSubscription(ctx, order)))
	await Promise.all(times(10, () => convertTrial(ctx)))
	expect((await listOwnInvoices(ctx, null)).items).toHaveLength(1)
	await Promise.all(times(10, () => changeSubscription(ctx, { plan: 'pro', interval: 'month' })))
	const invoices = (await listOwnInvoices(ctx, null)).items
	expect(invoices.map(({ number }) => number)).toEqual(['2026-000002', '2026-000001'])
	const staff = await staffOf(ctx)
	const form = payment(ctx, 40_000)
	await Promise.all(times(8, () => recordPayment(staff, invoices[0]?.id ?? 0, form)))
	const owed = invoices.reduce((sum, { total }) => sum + total, 0)
	expect(await readCustomerCredit(ctx, userId)).toBe(40_000 - owed)
	await Promise.all([...times(8, () => cancelSubscription(ctx, '')), ...times(8, () => keepSubscription(ctx))])
	await cancelSubscription(ctx, '')
	expect(await findSubscription(ctx, userId)).toMatchObject({ plan: 'pro', state: 'active', isCancelled: true })
	const { rows } = await sql<number>`select entry_id from ledger_postings group by entry_id having sum(amount) <> 0`.execute(ctx.db)
	expect(rows).toEqual([])
})
