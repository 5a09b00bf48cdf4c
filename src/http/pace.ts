import { createRecentClients } from './recent-clients.ts'

/** A speed per client block: `perSecond` on average, `burst` at once. */
export type Pace = { perSecond: number; burst: number }

/** Counts an amount for a block. Returns the milliseconds to wait until the block has kept to its pace. */
export type TakePace = (block: string, amount: number) => number

/** Unlike a rate limiter, which rejects, a pace delays: an excess is paid off by waiting. */
export function createPace({ perSecond, burst }: Pace, now: () => number = Date.now): TakePace {
	const paid = (ms: number) => (ms / 1_000) * perSecond
	const debts = createRecentClients<{ debt: number }>(({ debt }, ms) => debt <= paid(ms))
	return (block, amount) => {
		const time = now()
		const before = debts.get(block) ?? { debt: 0, at: time }
		const debt = Math.max(0, before.debt - paid(time - before.at)) + amount
		debts.put(block, { debt, at: time })
		return Math.max(0, Math.ceil(((debt - burst) / perSecond) * 1_000))
	}
}
