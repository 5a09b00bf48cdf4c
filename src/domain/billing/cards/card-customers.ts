import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { managePlanPath } from '../../shared/links.ts'
import type { TableRow } from '../../shared/tables.ts'
import { lockProfile } from '../billing-context.ts'
import { askNow, requireCards } from './card-context.ts'

/** How the viewer pays, as pages show it. */
export type OwnCard = { brand: string; last4: string; expires: string; isStopped: boolean }

const brandNames: Readonly<Record<string, string>> = {
	visa: 'Visa',
	mastercard: 'Mastercard',
	jcb: 'JCB',
	amex: 'American Express',
	diners: 'Diners Club',
	discover: 'Discover',
}

/** Whether cards are taken here, and the viewer's card or null. */
export async function readOwnCard(ctx: Ctx): Promise<{ isOffered: boolean; card: OwnCard | null }> {
	const { userId } = requireMember(ctx)
	if (ctx.cards === null) return { isOffered: false, card: null }
	const row = await findCustomer(ctx, userId)
	if (!row || row.payment_method_id === null) return { isOffered: true, card: null }
	return {
		isOffered: true,
		card: {
			brand: brandNames[row.brand] ?? 'カード',
			last4: row.last4,
			expires: `${row.exp_year}年${row.exp_month}月`,
			isStopped: row.stopped_at !== null,
		},
	}
}

export const findCustomer = ({ db }: Pick<Ctx, 'db'>, userId: string): Promise<TableRow<'card_customers'> | undefined> =>
	db.selectFrom('card_customers').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** The viewer's customer at Stripe, created when first needed. Concurrent calls create one. */
export async function getOwnCustomer(ctx: Ctx): Promise<string> {
	const { userId } = requireMember(ctx)
	const found = await findCustomer(ctx, userId)
	if (found) return found.customer_id
	await lockProfile(ctx, userId)
	const customerId = await requireCards(ctx).createCustomer({ key: `customer-${userId}`, userId })
	const now = ctx.now()
	await ctx.db
		.insertInto('card_customers')
		.values({ user_id: userId, customer_id: customerId, created_at: now, updated_at: now })
		.onConflict((conflict) => conflict.column('user_id').doNothing())
		.execute()
	return customerId
}

/** Where the viewer saves a card, at Stripe. Throws not-found for a viewer who never ordered a plan. */
export async function beginCardSetup(ctx: Ctx, clientKey: string): Promise<string> {
	const { userId } = requireMember(ctx)
	const cards = requireCards(ctx)
	return askNow(async () => {
		const customerId = await getOwnCustomer(ctx)
		const backTo = `${ctx.site.publicUrl}${managePlanPath({ done: 'card' })}`
		const { id, url } = await cards.beginSetup({ key: `setup-${userId}-${clientKey}`, customerId, backTo })
		await ctx.db
			.insertInto('card_sessions')
			.values({ id, url, user_id: userId, created_at: ctx.now() })
			.onConflict((conflict) => conflict.doNothing())
			.execute()
		return url
	})
}

/** Where the viewer changes the card, at Stripe. */
export async function openCardPortal(ctx: Ctx): Promise<string> {
	const { userId } = requireMember(ctx)
	const cards = requireCards(ctx)
	const found = await findCustomer(ctx, userId)
	if (!found) throw notFound('card')
	const backTo = `${ctx.site.publicUrl}${managePlanPath({ done: 'card' })}`
	return askNow(() => cards.openPortal({ customerId: found.customer_id, backTo }))
}

/** Pays by transfer from now on, or by the saved card again. Charges that were sent are not taken back. */
export async function setCardUse(ctx: Ctx, isUsed: boolean): Promise<void> {
	const { userId } = requireMember(ctx)
	requireCards(ctx)
	const { numUpdatedRows } = await ctx.db
		.updateTable('card_customers')
		.set({ stopped_at: isUsed ? null : ctx.now(), updated_at: ctx.now() })
		.where('user_id', '=', userId)
		.where('payment_method_id', 'is not', null)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw notFound('card')
}

/** Stores the card that a customer has at Stripe now, unless the account was deleted. Returns whether it changed. */
export async function refreshCard(ctx: Ctx, customerId: string): Promise<boolean> {
	const card = await requireCards(ctx).readCard(customerId)
	return inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('card_customers as c')
			.innerJoin('users as u', 'u.id', 'c.user_id')
			.select(['c.user_id', 'c.payment_method_id'])
			.where('c.customer_id', '=', customerId)
			.where('u.deleted_at', 'is', null)
			.forUpdate('c')
			.executeTakeFirst()
		if (!row) return false
		const isNews = row.payment_method_id !== (card?.paymentMethodId ?? null)
		await trx.db
			.updateTable('card_customers')
			.set({
				payment_method_id: card?.paymentMethodId ?? null,
				brand: card?.brand ?? '',
				last4: card?.last4 ?? '',
				exp_month: card?.expMonth ?? 0,
				exp_year: card?.expYear ?? 0,
				// A new card is tried at once, whatever became of the old one.
				...(isNews ? { updated_at: trx.now() } : {}),
			})
			.where('user_id', '=', row.user_id)
			.execute()
		return isNews
	})
}

/** Applies the result of a visit to the page that saves a card. Safe to repeat. */
export async function settleSetup(ctx: Ctx, sessionId: string): Promise<void> {
	const cards = requireCards(ctx)
	const session = await ctx.db
		.selectFrom('card_sessions as s')
		.innerJoin('card_customers as c', 'c.user_id', 's.user_id')
		.select(['c.customer_id', 's.done_at', 's.user_id'])
		.where('s.id', '=', sessionId)
		.executeTakeFirst()
	if (!session || session.done_at !== null) return
	const { state, paymentMethodId } = await cards.findCheckout(sessionId)
	if (state === 'open') return
	if (state === 'complete' && paymentMethodId !== null) {
		await cards.chooseCard({ key: `choose-${sessionId}`, customerId: session.customer_id, paymentMethodId })
		await refreshCard(ctx, session.customer_id)
	}
	await inTransaction(ctx, async (trx) => {
		const done = await trx.db
			.updateTable('card_sessions')
			.set({ done_at: trx.now() })
			.where('id', '=', sessionId)
			.where('done_at', 'is', null)
			.executeTakeFirst()
		if (done.numUpdatedRows === 1n && state === 'complete')
			await trx.db.updateTable('card_customers').set({ stopped_at: null }).where('user_id', '=', session.user_id).execute()
	})
}
