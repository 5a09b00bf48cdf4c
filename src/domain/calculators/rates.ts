import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'

/** Numbers of a law as in force on a day, with what a reader needs to check them. */
export type Rate = {
	key: string
	name: string
	law: string
	source: { title: string; url: string }
	/** 'YYYY-MM-DD' */
	validFrom: string
	/** The last day, or null where no end is known. */
	validUntil: string | null
	checkedOn: string
	numbers: Readonly<Record<string, number>>
}

export type Rates = ReadonlyMap<string, Rate>

/** The rates of these keys that are in force today in Japan. A key whose last edition has ended is missing. */
export async function readRates(ctx: Pick<Ctx, 'db' | 'now'>, keys: readonly string[]): Promise<Rates> {
	if (keys.length === 0) return new Map()
	const today = isoDay(ctx.now())
	const rows = await ctx.db
		.selectFrom('calculator_rates')
		.selectAll()
		.where('key', 'in', [...keys])
		.where('valid_from', '<=', today)
		.where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
		.orderBy('valid_from')
		.execute()
	const rates = rows.map((row): Rate => ({
		key: row.key,
		name: row.name,
		law: row.law,
		source: { title: row.source_title, url: row.source_url },
		validFrom: row.valid_from,
		validUntil: row.valid_until,
		checkedOn: row.checked_on,
		numbers: row.numbers,
	}))
	return new Map(rates.map((rate) => [rate.key, rate]))
}

/** A number of a rate. Throws when content and code disagree about its name. */
export function numberOf(rates: Rates, key: string, name: string): number {
	const value = rates.get(key)?.numbers[name]
	if (value === undefined) throw new RangeError(`content/calculators has no ${key}.${name}`)
	return value
}
