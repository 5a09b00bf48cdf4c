import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { getFacts } from '../taxonomy/fact-reads.ts'
import { editionAt, type Fact, type FactEdition } from '../taxonomy/facts.ts'

/** A dated fact as in force today, with its other values. */
export type Rate = { fact: Fact; current: FactEdition }

export type Rates = ReadonlyMap<string, Rate>

/** The facts of these keys that are in force today in Japan. A key whose last value has ended is missing. */
export async function readRates(ctx: Pick<Ctx, 'db' | 'now'>, keys: readonly string[]): Promise<Rates> {
	if (keys.length === 0) return new Map()
	const today = isoDay(ctx.now())
	const facts = await getFacts(ctx, keys)
	return new Map(
		keys.flatMap((key): [string, Rate][] => {
			const fact = facts[key]
			const current = fact ? editionAt(fact, today) : null
			return fact && current ? [[key, { fact, current }]] : []
		}),
	)
}

/** A number of a fact, of today or of another day. Throws when content and code disagree about its name. */
export function numberOf(rates: Rates, key: string, name: string, day?: string): number {
	const rate = rates.get(key)
	const edition = rate && day !== undefined ? editionAt(rate.fact, day) : rate?.current
	const value = edition?.numbers[name]
	if (value === undefined) throw new RangeError(`content/facts has no ${key}.${name}`)
	return value
}
