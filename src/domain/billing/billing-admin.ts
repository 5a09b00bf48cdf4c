import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { addDays, dateText, isoDay, startOfDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import type { TableRow } from '../shared/tables.ts'
import type { CouponInput, PriceInput } from './billing-schemas.ts'
import { firstPriceDay, listPrices, type PriceVersion } from './prices.ts'
import { fromRow, type StoredSubscription } from './subscription-store.ts'
import type { SubscriptionState } from './subscription.ts'

export type SubscriptionItem = StoredSubscription & { addressee: string; since: Date; open: number; cancelReason: string }

/** Subscriptions in a state, the newest first, each with what it owes. */
export async function listSubscriptions(
	ctx: StaffCtx,
	{ state, cursor }: { state: SubscriptionState | null; cursor: string | null },
): Promise<{ items: SubscriptionItem[]; page: Page }> {
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`s.id`], direction: 'desc', size: 50, keyOf: ({ id }) => [id] })
	let reading = ctx.db
		.selectFrom('subscriptions as s')
		.innerJoin('billing_profiles as b', 'b.user_id', 's.user_id')
		.selectAll('s')
		.select('b.addressee')
		.select(
			sql<number>`(select coalesce(sum(i.total - i.paid_amount - i.credited_amount), 0)::integer from invoices i where i.user_id = s.user_id and i.kind = 'invoice')`.as(
				'open',
			),
		)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
	if (state !== null) reading = reading.where('s.state', '=', state)
	const cut = page.cut(await reading.execute())
	return {
		items: cut.rows.map((row) => ({
			...fromRow(row),
			addressee: row.addressee,
			since: row.created_at,
			open: row.open,
			cancelReason: row.cancel_reason,
		})),
		page: cut.page,
	}
}

export type BillingFigures = {
	/** What running subscriptions pay for a month, years divided by twelve, trials not counted; in yen. */
	monthly: number
	running: number
	trials: number
	pastDue: number
	/** Of the last 90 days: trials that ended in a paid period, and all that ended. */
	converted: number
	trialsOver: number
	/** Of the last 30 days: paid subscriptions that ended, and how many ran at the beginning. */
	ended: number
	ranBefore: number
	overdue: number
	open: number
}

const selectFigures = checkedSql({
	monthly: int4,
	running: int4,
	trials: int4,
	past_due: int4,
	converted: int4,
	trials_over: int4,
	ended: int4,
	overdue: int4,
	open: int4,
})

/** Figures of the day from one statement. */
export async function readBillingFigures(ctx: StaffCtx): Promise<BillingFigures> {
	const today = isoDay(ctx.now())
	const since = (count: number) => startOfDay(addDays(today, -count))
	const { rows } = await selectFigures`
		with open_invoices as (
			select total - paid_amount - credited_amount as open, due_on from invoices
			where kind = 'invoice' and paid_amount + credited_amount < total
		), events as (
			select e.kind, e.at, e.state, first_value(e.kind) over w as last_kind, lag(e.state) over (partition by e.subscription_id order by e.id) as before
			from subscription_events e
			window w as (partition by e.subscription_id order by e.id desc)
		)
		select
			coalesce((select sum(case payment_interval when 'year' then agreed_amount / 12 else agreed_amount end) from subscriptions where state in ('active', 'past_due')), 0)::integer as monthly,
			(select count(*) from subscriptions where state in ('active', 'past_due'))::integer as running,
			(select count(*) from subscriptions where state = 'trial')::integer as trials,
			(select count(*) from subscriptions where state = 'past_due')::integer as past_due,
			(select count(*) from events where kind = 'convert' and at >= ${since(90)})::integer as converted,
			(select count(*) from events where (kind = 'convert' or (kind = 'end' and before = 'trial')) and at >= ${since(90)})::integer as trials_over,
			(select count(*) from events where kind = 'end' and before in ('active', 'past_due') and at >= ${since(30)})::integer as ended,
			coalesce((select sum(open) from open_invoices where due_on < ${today}::date), 0)::integer as overdue,
			coalesce((select sum(open) from open_invoices), 0)::integer as open
	`.execute(ctx.db)
	const row = rows[0]!
	return {
		monthly: row.monthly,
		running: row.running,
		trials: row.trials,
		pastDue: row.past_due,
		converted: row.converted,
		trialsOver: row.trials_over,
		ended: row.ended,
		ranBefore: row.running + row.ended,
		overdue: row.overdue,
		open: row.open,
	}
}

/** Every version of the prices, and the coupons. */
export async function readOffers(ctx: StaffCtx): Promise<{ prices: PriceVersion[]; coupons: TableRow<'coupons'>[]; firstDay: string }> {
	const coupons = await ctx.db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').limit(100).execute()
	return { prices: await listPrices(ctx), coupons, firstDay: firstPriceDay(ctx.now()) }
}

/**
 * Adds a version of a price. It begins 60 days from today at the earliest, so that subscribers hear of it in time; the job of
 * the next hour mails them. Throws `invalid` for an earlier day, and for a day that already has a version.
 */
export async function addPrice(ctx: RecentStaffCtx, { plan, interval, amount, effectiveOn }: PriceInput): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	const first = firstPriceDay(ctx.now())
	if (effectiveOn < first)
		throw new DomainError('invalid', 'too soon', {
			fields: { effectiveOn: `契約中の方へのお知らせのため、${dateText(first)}以後の日付にしてください。` },
		})
	await inTransaction(ctx, async (trx) => {
		const made = await trx.db
			.insertInto('plan_prices')
			.values({ plan, payment_interval: interval, amount, effective_on: effectiveOn })
			.onConflict((conflict) => conflict.constraint('plan_prices_version').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made)
			throw new DomainError('invalid', 'a version of that day', { fields: { effectiveOn: 'この日からの料金は、もう登録されています。' } })
		await recordAuditEvent(trx, { action: 'billing.price', subject: `price:${made.id}`, detail: { plan, interval, amount, effectiveOn } })
	})
}

/** Adds a coupon. Throws `invalid` for a code that is there. */
export async function addCoupon(ctx: RecentStaffCtx, input: CouponInput): Promise<void> {
	requireRecentStaff(ctx, 'accounting')
	if (input.validUntil < isoDay(ctx.now()))
		throw new DomainError('invalid', 'over', { fields: { validUntil: '使える期限には、今日以降の日付を入力してください。' } })
	await inTransaction(ctx, async (trx) => {
		const made = await trx.db
			.insertInto('coupons')
			.values({
				code: input.couponCode,
				percent_off: input.percentOff,
				period_count: input.periodCount,
				valid_until: input.validUntil,
				use_limit: input.useLimit,
				note: input.note,
				created_at: trx.now(),
			})
			.onConflict((conflict) => conflict.column('code').doNothing())
			.returning('code')
			.executeTakeFirst()
		if (!made) throw new DomainError('invalid', 'a known code', { fields: { couponCode: 'このコードは、もう使われています。' } })
		await recordAuditEvent(trx, { action: 'billing.coupon', subject: `coupon:${input.couponCode}` })
	})
}
