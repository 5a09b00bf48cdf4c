import { setImmediate as breathe } from 'node:timers/promises'
import { createExperts, type DemoExpert, type Serials } from './experts.ts'
import { createOffice, createSkeleton, type DemoOffice, type Skeleton } from './offices.ts'
import type { World } from './world.ts'

export type DemoBlock = { offices: { office: DemoOffice; experts: DemoExpert[] }[] }

/** How many experts each office of a block gets: one for every office if there are enough, the others where people are. */
function shareOut(skeletons: readonly Skeleton[], expertCount: number): number[] {
	const counts = skeletons.map((_, index) => {
		const share = Math.min(1, expertCount / skeletons.length)
		return Math.floor((index + 1) * share) - Math.floor(index * share)
	})
	let left = expertCount - counts.reduce((sum, count) => sum + count, 0)
	skeletons.forEach(({ cast }, index) => {
		const extra = Math.min(left, Math.max(0, (cast?.memberCount ?? 1) - (counts[index] ?? 0)))
		counts[index] = (counts[index] ?? 0) + extra
		left -= extra
	})
	// Round after round to those with the most staff for each expert, corporations and joint offices before the others.
	const room = (index: number) => {
		const { kind, staffCount, cast } = skeletons[index] as Skeleton
		if (cast) return 0
		const shared = kind === 'corporation' || kind === 'joint' ? 2 : 1
		return (shared * Math.sqrt(staffCount)) / ((counts[index] ?? 0) + (kind === 'joint' ? 0 : 0.5))
	}
	const rooms = skeletons.map((_, index) => room(index))
	while (left > 0) {
		const order = rooms.map((_, index) => index).sort((a, b) => (rooms[b] ?? 0) - (rooms[a] ?? 0) || a - b)
		const round = Math.max(1, Math.min(left, Math.ceil(order.length / 12)))
		for (const index of order.slice(0, round)) {
			counts[index] = (counts[index] ?? 0) + 1
			rooms[index] = room(index)
		}
		left -= round
	}
	return counts
}

/**
 * Offices `from` to `from + count − 1` (ordinals from 1) with their experts. The same ordinals give the same offices.
 * Yields to the event loop now and then, since a large data set takes minutes.
 */
export async function createBlock(
	world: World,
	span: { from: number; count: number; expertCount: number },
	serials: Serials,
	usedNames: Set<string>,
): Promise<DemoBlock> {
	const skeletons: Skeleton[] = []
	for (let ordinal = span.from; ordinal < span.from + span.count; ordinal++) {
		skeletons.push(createSkeleton(world, ordinal))
		if (ordinal % 100 === 0) await breathe()
	}
	const counts = shareOut(skeletons, span.expertCount)
	const offices: DemoBlock['offices'] = []
	for (const [index, skeleton] of skeletons.entries()) {
		const office = createOffice(world, skeleton, usedNames)
		offices.push({ office, experts: createExperts(world, office, counts[index] ?? 0, serials) })
		if (index % 50 === 0) await breathe()
	}
	return { offices }
}
