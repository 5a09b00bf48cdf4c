import type { Ctx } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { addDays, isoDay } from '../shared/japan-time.ts'
import type { TableRow } from '../shared/tables.ts'
import { type Interval, NOTICE_DAYS } from './billing-days.ts'
import type { PriceOn } from './subscription.ts'

export type PriceVersion = Pick<TableRow<'plan_prices'>, 'id' | 'plan' | 'effective_on' | 'amount' | 'announced_at'> & {
	interval: Interval
}

/** Every version of every price, the newest first. */
export async function listPrices({ db }: Pick<Ctx, 'db'>): Promise<PriceVersion[]> {
	return db
		.selectFrom('plan_prices')
		.select(['id', 'plan', 'payment_interval as interval', 'effective_on', 'amount', 'announced_at'])
		.orderBy('effective_on', 'desc')
		.orderBy('id', 'desc')
		.execute()
}

/** The price of a period by the day on which it begins. */
export const priceTable =
	(versions: readonly PriceVersion[]): PriceOn =>
	({ plan, interval }, day) => {
		const found = versions.find((one) => one.plan === plan && one.interval === interval && one.effective_on <= day)
		if (!found) throw new Error(`no price of ${plan} by the ${interval} on ${day}`)
		return found.amount
	}

export const readPrices = async (ctx: Pick<Ctx, 'db'>): Promise<PriceOn> => priceTable(await listPrices(ctx))

/** The first day on which a price that is added today may apply. */
export const firstPriceDay = (now: Date): string => addDays(isoDay(now), NOTICE_DAYS)

const refusedCoupon = (sentence: string) => new DomainError('invalid', 'no such coupon', { fields: { coupon: sentence } })

/** Uses a coupon once, in the transaction of what it is used for. Throws `invalid` for one that is unknown, over or used up. */
export async function redeemCoupon(ctx: Ctx, code: string): Promise<{ percent: number; left: number }> {
	const row = await ctx.db.selectFrom('coupons').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
	if (!row || row.valid_until < isoDay(ctx.now())) throw refusedCoupon('このクーポンは使えないか、期限が過ぎています。')
	if (row.use_count >= row.use_limit) throw refusedCoupon('このクーポンは、使える回数の上限に達しました。')
	await ctx.db
		.updateTable('coupons')
		.set((eb) => ({ use_count: eb('use_count', '+', 1) }))
		.where('code', '=', code)
		.execute()
	return { percent: row.percent_off, left: row.period_count }
}
