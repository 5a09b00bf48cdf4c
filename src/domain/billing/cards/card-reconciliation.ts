import type { CardIntent } from '../../../platform/stripe-cards.ts'
import type { Ctx } from '../../shared/context.ts'
import { days } from '../../shared/japan-time.ts'
import { yen } from '../../shared/yen.ts'
import { settleIntent } from './card-charges.ts'
import { requireCards } from './card-context.ts'
import { refreshCard } from './card-customers.ts'
import { addDifference, type DifferenceKind } from './card-differences.ts'
import { mailOperator } from './card-mails.ts'

/** Refunds and late answers come within this time. */
const LOOK_BACK_DAYS = 45

type Difference = { kind: DifferenceKind; subject: string; detail: string }
type Charge = Awaited<ReturnType<typeof readCharges>>[number]

/**
 * Compares every charge of the last 45 days and the card of every running subscription with Stripe. Money that was received and
 * not booked is booked. Every difference is noted for staff once, new ones are mailed to the operator. Returns how many are new.
 */
export async function reconcileCards(ctx: Ctx): Promise<number> {
	const since = new Date(ctx.now().getTime() - days(LOOK_BACK_DAYS))
	const intents = new Map<string, CardIntent>()
	for await (const intent of requireCards(ctx).listIntents(since)) intents.set(intent.id, intent)
	for (const intent of intents.values()) if (intent.state === 'succeeded') await settleMissed(ctx, intent)
	const charges = await readCharges(ctx, since)
	const found = [...compareCharges([...intents.values()], charges), ...(await compareCards(ctx))]
	let added = 0
	for (const one of found) if (await addDifference(ctx, one)) added += 1
	if (added > 0)
		await mailOperator(ctx, 'カードの入金に、帳簿との違いがあります', [
			`Stripeの記録と帳簿を比べたところ、新しく${added}件の違いがありました。確認して、対応してください。`,
		])
	return added
}

/** Books what neither a response nor a webhook reported, and records that it was missed. */
async function settleMissed(ctx: Ctx, intent: CardIntent): Promise<void> {
	if (intent.chargeId === null) return
	const row = await ctx.db.selectFrom('card_charges').select('state').where('id', '=', intent.chargeId).executeTakeFirst()
	if (!row || row.state === 'succeeded') return
	await settleIntent(ctx, intent)
	await addDifference(ctx, { kind: 'not-booked', subject: intent.id, detail: `${yen(intent.amount)}。照合のときに入金を記録しました。` })
}

const readCharges = ({ db }: Ctx, since: Date) =>
	db
		.selectFrom('card_charges as c')
		.innerJoin('payments as p', 'p.id', 'c.payment_id')
		.select((eb) => [
			'c.id',
			'c.intent_id',
			'c.sent_at',
			'p.amount',
			eb
				.selectFrom('card_refunds as b')
				.select((inner) => inner.fn.coalesce(inner.fn.sum<string>('b.amount'), inner.lit(0)).as('refunded'))
				.whereRef('b.charge_id', '=', 'c.id')
				.where('b.state', '=', 'succeeded')
				.as('refunded'),
		])
		.where('c.state', '=', 'succeeded')
		.where('c.sent_at', '>=', since)
		.orderBy('c.id')
		.execute()

/** Where the charges at Stripe and those that were booked differ. Pure. */
export function compareCharges(intents: readonly CardIntent[], charges: readonly Charge[]): Difference[] {
	const byIntent = new Map(charges.map((charge) => [charge.intent_id, charge]))
	const known = new Set(intents.map(({ id }) => id))
	const differences: Difference[] = charges
		.filter(({ intent_id: id }) => id === null || !known.has(id))
		.map(({ intent_id: id, id: charge, amount }) => ({ kind: 'not-charged', subject: id ?? `charge:${charge}`, detail: yen(amount) }))
	for (const { id, state, amount, refunded } of intents) {
		if (state !== 'succeeded') continue
		const charge = byIntent.get(id)
		if (!charge) differences.push({ kind: 'not-booked', subject: id, detail: yen(amount) })
		else if (charge.amount !== amount)
			differences.push({ kind: 'amount', subject: id, detail: `Stripeは${yen(amount)}、帳簿は${yen(charge.amount)}` })
		else if (Number(charge.refunded) !== refunded)
			differences.push({ kind: 'refund', subject: id, detail: `Stripeは${yen(refunded)}、帳簿は${yen(Number(charge.refunded))}` })
	}
	return differences
}

/** Stores the cards of running subscriptions; one that changed unnoticed is a difference. */
async function compareCards(ctx: Ctx): Promise<Difference[]> {
	const rows = await ctx.db
		.selectFrom('card_customers as c')
		.innerJoin('subscriptions as s', 's.user_id', 'c.user_id')
		.select('c.customer_id')
		.where('s.state', 'in', ['trial', 'active', 'past_due', 'paused'])
		.orderBy('c.user_id')
		.execute()
	const differences: Difference[] = []
	for (const { customer_id: subject } of rows)
		if (await refreshCard(ctx, subject)) differences.push({ kind: 'card', subject, detail: 'Stripeのカードに合わせました。' })
	return differences
}
