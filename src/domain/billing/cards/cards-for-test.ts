import { onTestFinished } from 'vitest'
import { createStripeCards } from '../../../platform/stripe-cards.ts'
import type { Ctx, OutgoingMail } from '../../shared/context.ts'
import { startStripePeer, type StripePeer } from '../../../../test/stripe-peer.ts'
import { makeSubscriber, billingCtx, startInput } from '../billing-for-test.ts'
import { listOwnInvoices } from '../invoice-reading.ts'
import { newKey } from '../../questions/questions-for-test.ts'
import { convertTrial, startSubscription } from '../subscriptions.ts'
import { beginCardSetup, settleSetup } from './card-customers.ts'
import { handleEvent, keepEvent, listDueEvents } from './card-events.ts'

/** A site that takes cards at a stand-in for Stripe, which ends with the test. The clock runs: Stripe's does, too. */
export async function cardsCtx<C extends Ctx>(plain: C, mails: OutgoingMail[] = []) {
	const peer = await startStripePeer()
	onTestFinished(() => peer.close())
	const cards = createStripeCards({
		secretKey: 'sk_test_forTestsOnly',
		webhookSecret: peer.webhookSecret,
		api: peer.origin,
		siteUrl: 'https://shirube.example',
	})
	return { peer, site: { ...billingCtx(plain, mails), cards, now: () => new Date() } }
}

export const sessionOf = (url: string): string => url.split('/').at(-1) ?? ''

/** A subscriber who has saved a card, with an unpaid invoice of the first period. */
export async function withCard<C extends Ctx>(site: C, peer: StripePeer, number?: string) {
	const { ctx, userId } = await makeSubscriber(site)
	await startSubscription(ctx, startInput())
	const session = sessionOf(await beginCardSetup(ctx, newKey()))
	peer.finishSession(session, number)
	await settleSetup(ctx, session)
	await convertTrial(ctx)
	const [invoice] = (await listOwnInvoices(ctx, null)).items
	return { ctx, userId, invoiceId: invoice?.id ?? 0 }
}

/** Delivers every event of the stand-in to the site, in the given order. */
export async function hearEvents(ctx: Ctx, peer: StripePeer, arrange: <T>(events: readonly T[]) => readonly T[] = (events) => events) {
	for (const event of arrange(peer.events)) {
		const { body, signature } = peer.sign(event)
		const read = await ctx.cards?.readEvent(Buffer.from(body), signature, new Date())
		if (read) await keepEvent(ctx, read)
	}
	for (const id of await listDueEvents(ctx)) await handleEvent(ctx, id)
}
