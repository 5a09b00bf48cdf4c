import type { IsoDate } from '../shared/column-types.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'

/** A place where experts are introduced: the top page, or the first page of a list of offices. */
export type PickupPlace = {
	/** 0 all offices, a category or a task. */
	scopeId: number
	/** 0 for all of Japan. */
	prefectureId: number
}

export const TOP_PAGE: PickupPlace = { scopeId: ALL_OFFICES, prefectureId: 0 }
export const isTopPage = ({ scopeId, prefectureId }: PickupPlace): boolean => scopeId === ALL_OFFICES && prefectureId === 0

/** How many a place shows at most, in their order. */
export const mostShown = (place: PickupPlace): number => (isTopPage(place) ? 6 : 3)

/** Days of clicks that a list adds up. */
export const RECENT_DAYS = 28

export const pickupLengths = { reason: { min: 10, max: 120 }, position: { min: 1, max: 999 } }

export const pickupShelves = ['running', 'scheduled', 'draft', 'over'] as const
export type PickupShelf = (typeof pickupShelves)[number]

export const pickupShelfLabels: Readonly<Record<PickupShelf, string>> = {
	running: '掲載中',
	scheduled: '掲載の予定',
	draft: '下書き',
	over: '終了',
}

/** Where a pick-up is on a day of Japan: a draft until it is published, then by its days. */
export function pickupShelf(
	pickup: { startsOn: IsoDate; endsOn: IsoDate | null; publishedAt: Date | null; endedAt: Date | null },
	today: IsoDate,
): PickupShelf {
	if (pickup.publishedAt === null) return 'draft'
	if (pickup.endedAt !== null || (pickup.endsOn !== null && pickup.endsOn < today)) return 'over'
	return pickup.startsOn > today ? 'scheduled' : 'running'
}
