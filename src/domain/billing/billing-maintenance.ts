import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { addDays, isoDay } from '../shared/japan-time.ts'
import { lockProfile } from './billing-context.ts'
import { PAST_DUE_DAYS, PAUSE_DAYS } from './billing-days.ts'
import { mailPriceChange, mailReminder } from './billing-mails.ts'
import { sendDunningMails } from './dunning.ts'
import { listPrices, readPrices } from './prices.ts'
import { findSubscription, fromRow } from './subscription-store.ts'
import { catchUp } from './subscriptions.ts'

const AT_ONCE = 50
const TRIAL_REMINDER_DAYS = 7
const YEAR_REMINDER_DAYS = 30

/**
 * Applies due changes to subscriptions: trials become paid, periods are renewed, unpaid ones fall due and end. Returns
 * the number of subscriptions processed, so that the caller repeats until 0. Safe to repeat.
 */
export async function maintainSubscriptions(ctx: Ctx): Promise<number> {
	const today = isoDay(ctx.now())
	const due = await ctx.db
		.selectFrom('subscriptions as s')
		.select(['s.id', 's.user_id'])
		.where('s.state', '<>', 'ended')
		.where((eb) =>
			eb.or([
				eb.and([eb('s.state', '=', 'trial'), eb('s.trial_ends_on', '<=', today)]),
				eb.and([eb('s.state', 'in', ['active', 'past_due']), eb('s.period_to', '<=', today)]),
				eb.and([eb('s.state', '=', 'past_due'), eb('s.past_due_on', '<=', addDays(today, -PAST_DUE_DAYS))]),
				eb.and([eb('s.state', '=', 'paused'), eb('s.paused_on', '<=', addDays(today, -PAUSE_DAYS))]),
				eb.and([eb('s.state', '=', 'active'), sql<boolean>`${hasOverdue(today)}`]),
				eb.and([eb('s.state', '=', 'past_due'), sql<boolean>`not ${hasOverdue(today)}`]),
			]),
		)
		.orderBy('s.id')
		.limit(AT_ONCE)
		.execute()
	for (const { user_id: userId } of due)
		await inTransaction(ctx, async (trx) => {
			await lockProfile(trx, userId)
			const stored = await findSubscription(trx, userId, true)
			if (stored) await catchUp(trx, stored, await readPrices(trx))
		})
	return due.length
}

const hasOverdue = (today: string) => sql`exists (
	select from invoices i where i.user_id = s.user_id and i.kind = 'invoice' and i.paid_amount + i.credited_amount < i.total
		and i.due_on < ${today}::date
)`

/** Mails of the day: reminders before a trial or a year ends, announced prices, and what is unpaid. Returns how many were sent. */
export async function sendBillingMails(ctx: Ctx): Promise<number> {
	return (await remind(ctx)) + (await announcePrices(ctx)) + (await sendDunningMails(ctx))
}

async function remind(ctx: Ctx): Promise<number> {
	const today = isoDay(ctx.now())
	const rows = await ctx.db
		.selectFrom('subscriptions')
		.selectAll()
		.where('reminded_on', 'is', null)
		.where('cancel_asked_at', 'is', null)
		.where((eb) =>
			eb.or([
				eb.and([
					eb('state', '=', 'trial'),
					eb('trial_ends_on', '>', today),
					eb('trial_ends_on', '<=', addDays(today, TRIAL_REMINDER_DAYS)),
				]),
				eb.and([
					eb('state', '=', 'active'),
					eb('payment_interval', '=', 'year'),
					eb('period_to', '>', today),
					eb('period_to', '<=', addDays(today, YEAR_REMINDER_DAYS)),
				]),
			]),
		)
		.orderBy('id')
		.limit(AT_ONCE)
		.execute()
	const priceOn = await readPrices(ctx)
	for (const row of rows)
		await inTransaction(ctx, async (trx) => {
			const { numUpdatedRows } = await trx.db
				.updateTable('subscriptions')
				.set({ reminded_on: today })
				.where('id', '=', row.id)
				.where('reminded_on', 'is', null)
				.executeTakeFirst()
			const one = fromRow(row)
			const choice = one.next ?? one
			const day = (one.state === 'trial' ? one.trialEndsOn : one.periodTo) ?? today
			if (numUpdatedRows === 1n) await mailReminder(trx, one.userId, { ...one, ...choice }, priceOn(choice, day))
		})
	return rows.length
}

/** Mails every subscriber about a new price once; it applies to them 60 days later at the earliest. */
async function announcePrices(ctx: Ctx): Promise<number> {
	const today = isoDay(ctx.now())
	const fresh = (await listPrices(ctx)).filter(({ announced_at, effective_on }) => announced_at === null && effective_on > today)
	for (const price of fresh)
		await inTransaction(ctx, async (trx) => {
			const { numUpdatedRows } = await trx.db
				.updateTable('plan_prices')
				.set({ announced_at: trx.now() })
				.where('id', '=', price.id)
				.where('announced_at', 'is', null)
				.executeTakeFirst()
			if (numUpdatedRows === 0n) return
			const rows = await trx.db
				.selectFrom('subscriptions')
				.selectAll()
				.where('plan', '=', price.plan)
				.where('payment_interval', '=', price.interval)
				.where('state', 'in', ['trial', 'active', 'past_due', 'paused'])
				.where('agreed_amount', '<', price.amount)
				.orderBy('id')
				.execute()
			for (const row of rows) await mailPriceChange(trx, row.user_id, fromRow(row), { amount: price.amount, from: price.effective_on })
		})
	return fresh.length
}
