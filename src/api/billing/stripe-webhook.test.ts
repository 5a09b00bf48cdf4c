import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { cardsCtx, withCard } from '../../domain/billing/cards/cards-for-test.ts'
import type { Ctx } from '../../domain/shared/context.ts'
import type { FrontEnv } from '../../http/front.ts'
import { createStripeWebhook, STRIPE_WEBHOOK } from './stripe-webhook.ts'

const post = async (ctx: Ctx, body: string, signature: string, wake: () => Promise<void> = async () => undefined) => {
	const app = new Hono<{ Bindings: FrontEnv }>()
	app.route('/', createStripeWebhook({ ctxFor: () => ctx, wake }))
	const headers = { 'stripe-signature': signature }
	return (await app.request(STRIPE_WEBHOOK, { method: 'POST', headers }, { body: { kind: 'other', bytes: Buffer.from(body) } })).status
}

test('an event is kept once and wakes the job; without a signature of Stripe, or without keys, nothing is kept', () =>
	withCtx(async (plain) => {
		const { peer, site } = await cardsCtx(plain)
		await withCard(site, peer)
		const [event] = peer.events
		if (!event) throw new Error('no event')
		const { body, signature } = peer.sign(event)
		const count = async () => (await plain.db.selectFrom('stripe_events').select('id').execute()).length
		let woken = 0
		const wake = async () => void (woken += 1)
		expect(await post(site, body, 't=1,v1=00', wake)).toBe(400)
		expect(await post(site, '', '', wake)).toBe(400)
		expect(await post({ ...site, cards: null }, body, signature, wake)).toBe(404)
		expect([await count(), woken]).toEqual([0, 0])
		expect(await post(site, body, signature, wake)).toBe(200)
		expect(await post(site, body, signature, wake)).toBe(200)
		expect([await count(), woken]).toEqual([1, 2])
	}))
