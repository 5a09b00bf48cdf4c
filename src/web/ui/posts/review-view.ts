import type { Review } from '../../../domain/reviews/types.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'

/** A review as pages show it; days in ISO 8601. */
export type ReviewView = {
	stars: number
	body: string
	who: string
	received: string
	taskName: string | null
	on: string
	reply: string | null
	repliedOn: string | null
}

export const viewReview = ({ stars, body, persona, received, taskName, createdAt, reply, repliedAt }: Omit<Review, 'id'>): ReviewView => ({
	stars,
	body,
	who: persona,
	received,
	taskName,
	on: isoDay(createdAt),
	reply,
	repliedOn: repliedAt && isoDay(repliedAt),
})
