import type { Page } from '../shared/paging.ts'

export type Review = {
	id: number
	stars: number
	body: string
	persona: string
	/** What the author discloses that they received from the office; '' for nothing. */
	received: string
	taskName: string | null
	createdAt: Date
	reply: string | null
	repliedAt: Date | null
}

export type ReviewPage = { items: Review[]; page: Page }
