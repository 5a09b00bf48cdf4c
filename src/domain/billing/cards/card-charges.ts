import { sql } from 'kysely'
import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { type CardIntent, CardRefused, CardsUnavailable } from '../../../platform/stripe-cards.ts'
import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { days, hours, isoDay, minutes } from '../../shared/japan-time.ts'
import { invoicePath } from '../../shared/links.ts'
import type { TableRow } from '../../shared/tables.ts'
import { lockProfile, refusedPlan } from '../billing-context.ts'
import { invoiceNumber } from '../invoice-number.ts'
import { openInvoices } from '../invoices.ts'
import { bookPayment } from '../payments.ts'
import { askNow, nextAttempt, requireCards } from './card-context.ts'
import { getOwnCustomer } from './card-customers.ts'
import { mailRefusedCard } from './card-mails.ts'

type Charge = TableRow<'card_charges'>

/** Lifetime of a Stripe Checkout page; half an hour is Stripe's minimum. */
const CHECKOUT_MS = minutes(31)
/** Stripe drops idempotency keys after a day: from then on we look the charge up before sending it again. */
const KEY_MS = hours(23)
/** Pauses in days between attempts after a declined card. */
const MOST_TRIES = 4
const PAUSES = [1, 3, 3] as const

const keyOf = ({ id }: Pick<Charge, 'id'>) => `charge-${id}`

/**
 * Returns the Stripe page where the viewer pays an own invoice by card; the bank may ask for confirmation there. Repeated calls return
 * the same page. Throws not-found for another account's invoice, conflict where nothing is open or the saved card is being charged.
 */
export async function beginCardPayment(ctx: Ctx, invoiceId: number): Promise<string> {
	const { userId } = requireMember(ctx)
	const cards = requireCards(ctx)
	const own = await ctx.db
		.selectFrom('invoices')
		.select(['year', 'number'])
		.where('id', '=', invoiceId)
		.where('user_id', '=', userId)
		.where('kind', '=', 'invoice')
		.executeTakeFirst()
	if (!own) throw notFound('invoice')
	return askNow(async () => {
		const customerId = await getOwnCustomer(ctx)
		const earlier = await ctx.db
			.selectFrom('card_charges')
			.selectAll()
			.where('invoice_id', '=', invoiceId)
			.where('state', '=', 'waiting')
			.executeTakeFirst()
		if (earlier?.session_id) await settleCheckout(ctx, earlier.session_id)
		const charge = await inTransaction(ctx, (trx) => takeCheckout(trx, userId, invoiceId))
		if (charge.session_url !== null) return charge.session_url
		const { id, url } = await cards.beginPayment({
			key: keyOf(charge),
			customerId,
			amount: charge.amount,
			description: descriptionOf(own),
			chargeId: charge.id,
			backTo: `${ctx.site.publicUrl}${invoicePath(invoiceId)}`,
			expiresAt: new Date(charge.created_at.getTime() + CHECKOUT_MS),
		})
		await ctx.db.updateTable('card_charges').set({ session_id: id, session_url: url }).where('id', '=', charge.id).execute()
		return url
	})
}

const descriptionOf = ({ year, number }: { year: number; number: number }) => `請求書 ${invoiceNumber({ kind: 'invoice', year, number })}`

/** The charge that a visit to Stripe's page is for: the one that waits, or a new one of what is open. */
async function takeCheckout(ctx: Ctx, userId: string, invoiceId: number): Promise<Charge> {
	await lockProfile(ctx, userId)
	const waiting = await ctx.db
		.selectFrom('card_charges')
		.selectAll()
		.where('invoice_id', '=', invoiceId)
		.where('state', '=', 'waiting')
		.executeTakeFirst()
	if (waiting?.kind === 'automatic')
		throw refusedPlan('登録されているカードでの支払いを手続きしています。1〜2分おいて、この画面を開き直してください。')
	if (waiting) return waiting
	const open = (await openInvoices(ctx, userId)).find(({ id }) => id === invoiceId)
	if (!open) throw refusedPlan('この請求書に、お支払いの残りはありません。')
	const now = ctx.now()
	return ctx.db
		.insertInto('card_charges')
		.values({
			invoice_id: invoiceId,
			user_id: userId,
			kind: 'checkout',
			amount: open.open,
			sent_at: now,
			try_after: new Date(now.getTime() + minutes(1)),
			created_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow()
}

/** Plans a charge of what is open for everybody with a saved card. A refused card pauses and is given up after four tries. */
export async function planCharges(ctx: Ctx): Promise<number> {
	const now = ctx.now()
	const since = (index: number) => new Date(now.getTime() - days(PAUSES[index] ?? 0))
	const { rows } = await checkedSql({ id: int4 })`
		insert into card_charges (invoice_id, user_id, kind, amount, try_after, created_at)
		select i.id, i.user_id, 'automatic', i.total - i.paid_amount - i.credited_amount, ${now}::timestamptz, ${now}::timestamptz
		from invoices i
		join card_customers c on c.user_id = i.user_id and c.payment_method_id is not null and c.stopped_at is null
		cross join lateral (
			select count(*)::integer as count, max(f.settled_at) as last
			from card_charges f
			where f.invoice_id = i.id and f.kind = 'automatic' and f.state = 'failed' and f.settled_at > c.updated_at
		) tries
		where i.kind = 'invoice' and i.paid_amount + i.credited_amount < i.total and tries.count < ${MOST_TRIES}::integer
			and (tries.count = 0 or tries.last <= case tries.count when 1 then ${since(0)}::timestamptz when 2 then ${since(1)}::timestamptz else ${since(2)}::timestamptz end)
			and not exists (select from card_charges w where w.invoice_id = i.id and w.state = 'waiting')
		order by i.id
		limit 100
		on conflict do nothing
		returning id
	`.execute(ctx.db)
	return rows.length
}

/** Ids of charges to ask Stripe about now. */
export async function listDueCharges({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number[]> {
	const rows = await db
		.selectFrom('card_charges')
		.select('id')
		.where('state', '=', 'waiting')
		.where('try_after', '<=', now())
		.orderBy('try_after')
		.limit(50)
		.execute()
	return rows.map(({ id }) => id)
}

/**
 * Charges a card, or applies the result of an earlier attempt. A request is stored before it is sent, and always has the
 * same key and amount: the card is charged once even if the process is killed and the job repeated.
 */
export async function runCharge(ctx: Ctx, id: number): Promise<void> {
	const prepared = await inTransaction(ctx, (trx) => prepareCharge(trx, id))
	if (!prepared) return
	const { charge } = prepared
	try {
		await askForCharge(ctx, prepared)
	} catch (error) {
		if (error instanceof CardRefused) return settleFailure(ctx, charge.id, error.message)
		if (!(error instanceof CardsUnavailable)) throw error
	}
	// A pending charge is polled with growing intervals.
	await ctx.db
		.updateTable('card_charges')
		.set((eb) => ({ attempt_count: eb('attempt_count', '+', 1), try_after: nextAttempt(ctx.now(), charge.attempt_count) }))
		.where('id', '=', id)
		.where('state', '=', 'waiting')
		.execute()
}

type Prepared = { charge: Charge; customerId: string; description: string; wasSent: boolean }

async function prepareCharge(ctx: Ctx, id: number): Promise<Prepared | null> {
	const found = await ctx.db.selectFrom('card_charges').select('user_id').where('id', '=', id).executeTakeFirst()
	if (!found) return null
	await lockProfile(ctx, found.user_id)
	const charge = await ctx.db.selectFrom('card_charges').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
	if (charge.state !== 'waiting') return null
	const customer = await ctx.db.selectFrom('card_customers').selectAll().where('user_id', '=', charge.user_id).executeTakeFirst()
	const invoice = await ctx.db
		.selectFrom('invoices')
		.select(['year', 'number'])
		.where('id', '=', charge.invoice_id)
		.executeTakeFirstOrThrow()
	const wasSent = charge.sent_at !== null
	const rest = {
		customerId: customer?.customer_id ?? '',
		description: descriptionOf(invoice),
		wasSent,
	}
	if (wasSent) return { charge, ...rest }
	const open = (await openInvoices(ctx, charge.user_id)).find((one) => one.id === charge.invoice_id)?.open ?? 0
	const isUsable = customer !== undefined && customer.payment_method_id !== null && customer.stopped_at === null
	if (open === 0 || !isUsable) {
		await close(ctx, charge.id, { state: 'cancelled' })
		return null
	}
	const sent = { amount: open, sent_at: ctx.now(), payment_method_id: customer.payment_method_id }
	await ctx.db.updateTable('card_charges').set(sent).where('id', '=', id).execute()
	return { charge: { ...charge, ...sent }, ...rest }
}

async function askForCharge(ctx: Ctx, { charge, customerId, description, wasSent }: Prepared): Promise<void> {
	const cards = requireCards(ctx)
	if (charge.session_id !== null) return settleCheckout(ctx, charge.session_id)
	const sentAt = charge.sent_at ?? ctx.now()
	const age = ctx.now().getTime() - sentAt.getTime()
	// A page whose address was lost is paid or has closed by now; a key that was forgotten would charge again.
	const isLookedFor = wasSent && (charge.kind === 'checkout' ? age > CHECKOUT_MS : age > KEY_MS)
	if (isLookedFor) {
		const found = await cards.findIntentOf({ customerId, chargeId: charge.id, since: sentAt })
		if (found) return settleIntent(ctx, found)
		return inTransaction(ctx, (trx) => close(trx, charge.id, { state: 'cancelled' }))
	}
	const { id: chargeId, amount, payment_method_id: paymentMethodId } = charge
	if (paymentMethodId === null) return
	await settleIntent(ctx, await cards.charge({ key: keyOf(charge), customerId, paymentMethodId, amount, description, chargeId }))
}

type Closing =
	| { state: 'succeeded'; intent_id: string; payment_id: number }
	| { state: 'failed'; failure_code: string; intent_id?: string }
	| { state: 'cancelled' }

async function close({ db, now }: Pick<Ctx, 'db' | 'now'>, id: number, closing: Closing): Promise<void> {
	await db
		.updateTable('card_charges')
		.set({ ...closing, settled_at: now() })
		.where('id', '=', id)
		.execute()
}

/**
 * Applies the result of a charge, whichever reports it first: the response, a webhook, or polling. Money that moved is
 * booked once, also for a charge that had been given up. Safe to repeat, in any order.
 */
export async function settleIntent(ctx: Ctx, intent: CardIntent): Promise<void> {
	const { chargeId } = intent
	if (chargeId === null) return
	await inTransaction(ctx, async (trx) => {
		const found = await trx.db.selectFrom('card_charges').select('user_id').where('id', '=', chargeId).executeTakeFirst()
		if (!found) return
		await lockProfile(trx, found.user_id)
		const charge = await trx.db.selectFrom('card_charges').selectAll().where('id', '=', chargeId).forUpdate().executeTakeFirstOrThrow()
		if (charge.state === 'succeeded') return
		if (intent.state === 'succeeded') {
			const paymentId = await bookPayment(trx, charge.invoice_id, {
				receivedOn: isoDay(trx.now()),
				amount: intent.amount,
				payer: 'カード',
				clientKey: `card-charge-${chargeId}`,
				method: 'card',
				recordedBy: null,
			})
			await close(trx, chargeId, { state: 'succeeded', intent_id: intent.id, payment_id: paymentId })
		} else if (charge.state === 'waiting' && intent.state === 'failed' && charge.kind === 'automatic') {
			await close(trx, chargeId, { state: 'failed', failure_code: intent.failureCode ?? 'card_declined', intent_id: intent.id })
			await mailRefusedCard(trx, charge, intent.failureCode)
		}
	})
}

async function settleFailure(ctx: Ctx, id: number, code: string): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		const charge = await trx.db.selectFrom('card_charges').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
		if (charge?.state !== 'waiting') return
		await close(trx, id, { state: 'failed', failure_code: code })
		await mailRefusedCard(trx, charge, code)
	})
}

/** Applies the result of a visit to the page that charges an invoice. */
export async function settleCheckout(ctx: Ctx, sessionId: string): Promise<void> {
	const cards = requireCards(ctx)
	const { state, intentId } = await cards.findCheckout(sessionId)
	const intent = intentId === null ? null : await cards.findIntent(intentId)
	if (intent?.state === 'succeeded') return settleIntent(ctx, intent)
	if (state !== 'expired') return
	await ctx.db
		.updateTable('card_charges')
		.set({ state: 'cancelled', settled_at: ctx.now() })
		.where('session_id', '=', sessionId)
		.where('state', '=', 'waiting')
		.execute()
}

/** Result of the last charge of an invoice, for its page: null, pending, or the reason of the decline. */
export async function findLastCharge(ctx: Ctx, invoiceId: number): Promise<{ state: Charge['state']; failureCode: string | null } | null> {
	const row = await ctx.db
		.selectFrom('card_charges')
		.select(['state', 'failure_code'])
		.where('invoice_id', '=', invoiceId)
		.where(sql<boolean>`(kind = 'automatic' or state <> 'waiting')`)
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row ? { state: row.state, failureCode: row.failure_code } : null
}
