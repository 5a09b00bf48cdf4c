import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../../test/database.ts'
import { isDomainError } from '../../shared/errors.ts'
import { listOwnInvoices } from '../invoice-reading.ts'
import { findSubscription } from '../subscription-store.ts'
import { cancelSubscription, changeSubscription, keepSubscription } from '../subscriptions.ts'
import { workCards } from './card-work.ts'
import { cardsCtx, hearEvents, withCard } from './cards-for-test.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
	database = await freshDatabase()
}, 120_000)
afterAll(() => database.close())

test('fifty upgrades, cancellations, jobs and webhooks at once leave consistent books', { timeout: 240_000 }, async () => {
	const { peer, site } = await cardsCtx(visitorCtx(database.db))
	const { ctx, userId } = await withCard(site, peer)
	const shuffle = <T>(events: readonly T[]) => events.toSorted(() => Math.random() - 0.5)
	const handlers: (() => Promise<void>)[] = [
		() => changeSubscription(ctx, { plan: 'pro', interval: 'month' }),
		() => cancelSubscription(ctx, ''),
		() => keepSubscription(ctx),
		() => workCards(site),
		() => hearEvents(site, peer, shuffle),
	]
	const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => handlers.map((handler) => handler())).flat())
	// The second of two conflicting calls may throw a conflict; nothing else fails.
	const strange = outcomes.flatMap((one) => (one.status === 'rejected' && !isDomainError(one.reason) ? [String(one.reason)] : []))
	expect(strange).toEqual([])
	// Requests that two processes sent at the same moment are retried a minute later.
	for (const minute of [3, 10, 30]) await workCards({ ...site, now: () => new Date(Date.now() + minute * 60_000) })
	await hearEvents(site, peer, shuffle)

	const invoices = (await listOwnInvoices(ctx, null)).items
	expect(invoices.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['invoice paid', 'invoice paid'])
	const total = invoices.reduce((sum, invoice) => sum + invoice.total, 0)
	expect(peer.received()).toBe(total)
	expect(peer.listOf('charge')).toHaveLength(2)
	const { rows } = await sql<{ account: string; sum: number }>`
		select account, sum(amount)::integer as sum from ledger_postings where account in ('card', 'receivable', 'customer_credit') group by account having sum(amount) <> 0
	`.execute(ctx.db)
	expect(rows).toEqual([{ account: 'card', sum: total }])
	expect(await findSubscription(ctx, userId)).toMatchObject({ plan: 'pro', state: 'active' })
})
