/** What pages and the server know of reviews alike. Pure. */
export const reviewLengths = {
	body: { min: 30, max: 2_000 },
	persona: { min: 0, max: 40 },
	received: { min: 0, max: 100 },
	reply: { min: 10, max: 1_000 },
} as const

/** So many days after it was posted a review may be changed. */
export const REVIEW_EDIT_DAYS = 30
