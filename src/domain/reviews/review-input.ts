/** Definitions about reviews that pages and server share. Pure. */
export const reviewLengths = {
	body: { min: 30, max: 2_000 },
	persona: { min: 0, max: 40 },
	received: { min: 0, max: 100 },
	reply: { min: 10, max: 1_000 },
} as const

/** For how many days after posting a review may be changed. */
export const REVIEW_EDIT_DAYS = 30
