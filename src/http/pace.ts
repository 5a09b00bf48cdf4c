/** A speed per client block: `perSecond` on average, `burst` at once. */
export type Pace = { perSecond: number; burst: number }

/** Counts an amount for a block. Returns the milliseconds to wait until the block has kept to its pace. */
export type TakePace = (block: string, amount: number) => number

const BLOCKS = 20_000

/** Unlike a rate limiter, which rejects, a pace delays: an excess is paid off by waiting. */
export function createPace({ perSecond, burst }: Pace, now: () => number = Date.now): TakePace {
	const debts = new Map<string, { debt: number; at: number }>()
	return (block, amount) => {
		const time = now()
		const before = debts.get(block) ?? { debt: 0, at: time }
		const debt = Math.max(0, before.debt - ((time - before.at) / 1_000) * perSecond) + amount
		debts.delete(block)
		debts.set(block, { debt, at: time })
		if (debts.size > BLOCKS) {
			const oldest = debts.keys().next().value
			if (oldest !== undefined) debts.delete(oldest)
		}
		return Math.max(0, Math.ceil(((debt - burst) / perSecond) * 1_000))
	}
}
