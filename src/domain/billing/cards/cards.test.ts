import { describe, expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { newKey, refusal } from '../../questions/questions-for-test.ts'
import type { Ctx, OutgoingMail } from '../../shared/context.ts'
import { expectBalance, later, payment, staffOf } from '../billing-for-test.ts'
import { withdrawFromBilling } from '../billing-personal.ts'
import { readInvoice } from '../invoice-reading.ts'
import { readCustomerCredit } from '../ledger.ts'
import { recordPayment } from '../payments.ts'
import { approveRefund, listRefunds, payRefund, requestRefund } from '../refunds.ts'
import { beginCardPayment, runCharge, settleCheckout } from './card-charges.ts'
import { beginCardSetup, findCustomer, openCardPortal, readOwnCard, refreshCard, setCardUse } from './card-customers.ts'
import { reconcileCards } from './card-reconciliation.ts'
import { readCardDesk, resolveDifference } from './card-admin.ts'
import { workCards } from './card-work.ts'
import { cardsCtx, hearEvents, sessionOf, withCard } from './cards-for-test.ts'

const balanceOf = async (ctx: Ctx, account: 'card' | 'disputed' | 'bad_debt') => {
	const { sum } = await ctx.db
		.selectFrom('ledger_postings')
		.select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount'), eb.lit(0)).as('sum'))
		.where('account', '=', account)
		.executeTakeFirstOrThrow()
	return Number(sum)
}
const chargesOf = (ctx: Ctx, invoiceId: number) =>
	ctx.db.selectFrom('card_charges').selectAll().where('invoice_id', '=', invoiceId).orderBy('id').execute()
/** Later than every pause between attempts. */
const soon = <C extends Ctx>(ctx: C): C => later(ctx, 1 / 20)

describe('a saved card', () => {
	test('is charged for an invoice once, whoever reports it and however often', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId, userId } = await withCard(site, peer)
			expect(await readOwnCard(ctx)).toEqual({
				isOffered: true,
				card: { brand: 'Visa', last4: '4242', expires: '2030年8月', isStopped: false },
			})
			await workCards(site)
			await hearEvents(site, peer, (events) => [...events.toReversed(), ...events])
			await workCards(soon(site))
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid', paid: 9_800 })
			expect(peer.received()).toBe(9_800)
			expect(await balanceOf(ctx, 'card')).toBe(9_800)
			expect(await readCustomerCredit(ctx, userId)).toBe(0)
			await expectBalance(ctx)
		}))

	test('is charged no more once its owner has left, whatever Stripe reports, and pages show nothing of it', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId, userId } = await withCard(site, peer)
			const { customer_id: customerId } = (await findCustomer(ctx, userId)) ?? { customer_id: '' }
			await withdrawFromBilling(ctx, { id: userId })
			await ctx.db
				.updateTable('users')
				.set({ deleted_at: ctx.now(), email: null, first_name: '', last_name: '', image_url: null, anonymize: true })
				.where('id', '=', userId)
				.execute()
			expect(await refreshCard(site, customerId)).toBe(false)
			await workCards(site)
			expect(peer.received()).toBe(0)
			expect(await chargesOf(ctx, invoiceId)).toEqual([])
			expect(await findCustomer(ctx, userId)).toMatchObject({ payment_method_id: null, brand: '', last4: '', exp_year: 0 })
		}))

	test('of somebody who has left is deleted at Stripe once no charge waits, also after faults, and only then', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId, userId } = await withCard(site, peer)
			const stays = await withCard(site, peer)
			const { customer_id: customerId = '' } = (await findCustomer(ctx, userId)) ?? {}
			await beginCardPayment(ctx, invoiceId)
			const leave = async () => {
				await withdrawFromBilling(ctx, { id: userId })
				await ctx.db
					.updateTable('users')
					.set({ deleted_at: ctx.now(), email: null, first_name: '', last_name: '', image_url: null, anonymize: true })
					.where('id', '=', userId)
					.execute()
			}
			await leave()
			await workCards(site)
			expect(peer.get(customerId)).not.toHaveProperty('deleted')

			const charge = await ctx.db
				.selectFrom('card_charges')
				.select('session_id')
				.where('invoice_id', '=', invoiceId)
				.executeTakeFirstOrThrow()
			peer.expireSession(charge.session_id ?? '')
			// The library asks once more by itself after a lost answer, and finds the customer gone.
			peer.faults.push({ on: 'DELETE /v1/customers', kind: 500 }, { on: 'DELETE /v1/customers', kind: 'lost-answer' })
			for (const minute of [60, 120, 240, 480]) await workCards(later(site, minute / 24 / 60))
			expect(peer.get(customerId)).toMatchObject({ deleted: true })
			const removals = () => ctx.db.selectFrom('card_removals').select(['user_id', 'attempt_count', 'removed_at']).execute()
			expect(await removals()).toEqual([{ user_id: userId, attempt_count: 1, removed_at: expect.any(Date) }])
			const asked = () => peer.seen.filter((request) => request.startsWith('DELETE')).length
			const before = asked()
			expect(before).toBe(3)
			await workCards(later(site, 2))
			expect(asked()).toBe(before)
			expect(peer.get((await findCustomer(stays.ctx, stays.userId))?.customer_id)).not.toHaveProperty('deleted')
		}))

	test.each(['lost-answer', 429, 500] as const)('is charged once when Stripe fails with %s', (kind) =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			peer.faults.push({ on: 'POST /v1/payment_intents', kind, times: 3 })
			await workCards(site)
			for (const hour of [1, 2, 3]) await workCards(later(site, hour / 24))
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid' })
			expect(peer.received()).toBe(9_800)
			await expectBalance(ctx)
		}),
	)

	test('is not charged again a day after the answer was lost, when Stripe has forgotten the key', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			peer.faults.push({ on: 'POST /v1/payment_intents', kind: 'lost-answer', times: 2 })
			await workCards(site)
			peer.forgetKeys()
			await workCards(later(site, 2))
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid' })
			expect(peer.received()).toBe(9_800)
		}))

	test('that is refused leaves the invoice open, is mailed, and is tried four times with pauses', () =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const { peer, site } = await cardsCtx(plain, mails)
			const { ctx, invoiceId } = await withCard(site, peer, '4000000000009995')
			for (const day of [0, 0.5, 1.1, 2, 4.2, 5, 7.4, 9, 12]) await workCards(later(site, day))
			expect((await chargesOf(ctx, invoiceId)).map(({ state, failure_code: code }) => `${state} ${code}`)).toEqual(
				Array.from({ length: 4 }, () => 'failed insufficient_funds'),
			)
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ open: 9_800 })
			const refused = mails.filter(({ subject }) => subject.includes('カードでお支払いできませんでした'))
			expect(refused).toHaveLength(4)
			expect(refused[0]?.text).toContain('利用できる金額が足りない')
		}))

	test('that its bank wants confirmed is paid on the page of Stripe, and a new card is tried at once', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer, '4000002500003155')
			await workCards(site)
			expect(await chargesOf(ctx, invoiceId)).toMatchObject([{ state: 'failed', failure_code: 'authentication_required' }])
			const session = sessionOf(await beginCardPayment(ctx, invoiceId))
			expect(sessionOf(await beginCardPayment(ctx, invoiceId))).toBe(session)
			// While the page is open nothing else charges the invoice.
			await workCards(later(site, 3 / 24 / 60))
			expect(peer.received()).toBe(0)
			expect(peer.finishSession(session, '4000002500003155')).toContain(`/register_premium/invoices/${invoiceId}`)
			await hearEvents(site, peer)
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid' })
			expect(peer.received()).toBe(9_800)
			await expectBalance(ctx)
		}))

	test('is not charged for what a transfer has paid meanwhile, nor once its owner has stopped it', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { invoiceId } = await withCard(site, peer)
			const other = await withCard(site, peer)
			await setCardUse(other.ctx, false)
			await recordPayment(await staffOf({ ...site, now: plain.now }), invoiceId, payment(plain, 9_800))
			await workCards(site)
			expect(peer.received()).toBe(0)
			await setCardUse(other.ctx, true)
			await workCards(site)
			expect(peer.received()).toBe(9_800)
		}))

	test('is changed at Stripe and stored here', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx } = await withCard(site, peer)
			const portal = await openCardPortal(ctx)
			await fetch(portal, { method: 'POST', body: new URLSearchParams({ number: '5555555555554444' }), redirect: 'manual' })
			await hearEvents(site, peer)
			expect((await readOwnCard(ctx)).card).toMatchObject({ brand: 'Mastercard', last4: '4444' })
			await openCardPortal(ctx)
			expect(peer.listOf('billing_portal.configuration')).toHaveLength(1)
		}))
})

describe('payment on the page of Stripe', () => {
	test('is for one’s own open invoice alone, and a page that was left closes without a charge', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			await setCardUse(ctx, false)
			const stranger = await withCard(site, peer)
			expect(await refusal(beginCardPayment(stranger.ctx, invoiceId))).toBe('not-found')
			const session = sessionOf(await beginCardPayment(ctx, invoiceId))
			peer.expireSession(session)
			await settleCheckout(ctx, session)
			expect(sessionOf(await beginCardPayment(ctx, invoiceId))).not.toBe(session)
			expect(await chargesOf(ctx, invoiceId)).toMatchObject([{ state: 'cancelled' }, { state: 'waiting' }])
		}))

	test('says that Stripe does not respond, and returns the same page afterwards', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			await setCardUse(ctx, false)
			// The library itself asks again once where a connection breaks.
			peer.faults.push({ on: 'POST /v1/checkout/sessions', kind: 'lost-answer', times: 2 })
			expect(await refusal(beginCardPayment(ctx, invoiceId))).toBe('unavailable')
			await beginCardPayment(ctx, invoiceId)
			expect(peer.listOf('checkout.session').filter(({ mode }) => mode === 'payment')).toHaveLength(1)
		}))

	test('does not exist without keys', () =>
		withCtx(async (plain: TestCtx) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			const without = { ...ctx, cards: null }
			expect(await readOwnCard(without)).toEqual({ isOffered: false, card: null })
			expect(await refusal(beginCardPayment(without, invoiceId))).toBe('not-found')
			expect(await refusal(beginCardSetup(without, newKey()))).toBe('not-found')
			await workCards(without)
		}))
})

describe('money that goes back', () => {
	test('a refund of what was paid by card goes back to the card once', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			await workCards(site)
			const staff = await staffOf({ ...site, now: plain.now })
			await requestRefund(staff, invoiceId, { amount: 3_000, reason: 'お問い合わせによる返金', clientKey: newKey() })
			const refund = (await listRefunds(staff, { state: 'requested', cursor: null })).items[0]
			await approveRefund(staff, refund?.id ?? 0)
			peer.faults.push({ on: 'POST /v1/refunds', kind: 'lost-answer', times: 2 })
			await workCards(site)
			expect(await refusal(payRefund(staff, refund?.id ?? 0, '2026-06-15'))).toBe('conflict')
			await workCards(soon(site))
			await hearEvents(site, peer)
			expect((await listRefunds(staff, { state: 'paid', cursor: null })).items).toMatchObject([{ id: refund?.id, card: 'succeeded' }])
			expect(peer.received()).toBe(6_800)
			expect(await balanceOf(ctx, 'card')).toBe(6_800)
			await expectBalance(ctx)
		}))

	test.each([
		['won', [-9_800, 9_800], { card: 9_800, disputed: 0, bad_debt: 0 }],
		['lost', [-9_800], { card: 0, disputed: 0, bad_debt: 9_800 }],
	] as const)('a dispute that is %s is posted as the money moves, and stops the card', (end, moves, expected) =>
		withCtx(async (plain) => {
			const mails: OutgoingMail[] = []
			const { peer, site } = await cardsCtx(plain, mails)
			const { ctx, invoiceId } = await withCard(site, peer)
			await workCards(site)
			const [charge] = await chargesOf(ctx, invoiceId)
			const { id } = peer.dispute(charge?.intent_id ?? '', 'needs_response', [-9_800])
			await hearEvents(site, peer)
			expect(await balanceOf(ctx, 'disputed')).toBe(9_800)
			expect((await readOwnCard(ctx)).card).toMatchObject({ isStopped: true })
			expect(mails.filter(({ subject }) => subject.includes('異議'))).toHaveLength(1)
			peer.dispute(charge?.intent_id ?? '', end, moves, id)
			await hearEvents(site, peer, (events) => events.toReversed())
			await hearEvents(site, peer)
			for (const account of ['card', 'disputed', 'bad_debt'] as const)
				expect([account, await balanceOf(ctx, account)]).toEqual([account, expected[account]])
			await expectBalance(ctx)
		}),
	)
})

describe('what Stripe reports', () => {
	test('is accepted only with a signature of the last five minutes', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			await withCard(site, peer)
			const [event] = peer.events
			if (!event) throw new Error('no event')
			const now = new Date()
			const at = Math.floor(now.getTime() / 1_000)
			const read = ({ body, signature }: { body: string; signature: string }) => site.cards.readEvent(Buffer.from(body), signature, now)
			expect(await read(peer.sign(event))).toMatchObject({ id: event.id, type: event.type })
			expect(await read(peer.sign(event, at - 301))).toBeNull()
			expect(await read(peer.sign(event, at, 'whsec_another'))).toBeNull()
			const { body, signature } = peer.sign(event)
			expect(await read({ body: body.replace('"', '" '), signature })).toBeNull()
		}))

	test('that cannot be handled is tried again, and shown to staff', () =>
		withCtx(async (plain) => {
			const { peer, site } = await cardsCtx(plain)
			const { ctx, invoiceId } = await withCard(site, peer)
			peer.faults.push({ on: 'POST /v1/payment_intents', kind: 'lost-answer', times: 2 })
			await workCards(site)
			peer.faults.push({ on: 'GET /v1/payment_intents', kind: 500, times: 1 })
			await hearEvents(site, peer)
			const staff = await staffOf({ ...site, now: plain.now })
			expect((await readCardDesk(staff)).events).toMatchObject([{ type: 'payment_intent.succeeded', attempts: 1 }])
			await workCards(soon(site))
			expect((await readCardDesk(staff)).events).toEqual([])
			expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid' })
			expect(peer.received()).toBe(9_800)
		}))
})

test('the daily comparison books what was missed and shows every difference once', () =>
	withCtx(async (plain) => {
		const mails: OutgoingMail[] = []
		const { peer, site } = await cardsCtx(plain, mails)
		const { ctx, invoiceId } = await withCard(site, peer)
		peer.faults.push({ on: 'POST /v1/payment_intents', kind: 'lost-answer', times: 2 })
		await workCards(site)
		await reconcileCards(site)
		expect(await readInvoice(ctx, invoiceId)).toMatchObject({ status: 'paid' })
		const [charge] = await chargesOf(ctx, invoiceId)
		peer.refundInDashboard(charge?.intent_id ?? '', 100)
		expect(await reconcileCards(site)).toBe(1)
		expect(await reconcileCards(site)).toBe(0)
		const staff = await staffOf({ ...site, now: plain.now })
		const { differences } = await readCardDesk(staff)
		expect(differences.map(({ kind }) => kind)).toEqual(['refund', 'not-booked'])
		expect(differences[0]?.detail).toBe('Stripeは100円、帳簿は0円')
		expect(mails.filter(({ subject }) => subject.includes('帳簿との違い'))).toHaveLength(1)
		for (const { id } of differences) await resolveDifference(staff, id)
		expect((await readCardDesk(staff)).differences).toEqual([])
		expect(await runCharge(site, charge?.id ?? 0)).toBeUndefined()
	}))
