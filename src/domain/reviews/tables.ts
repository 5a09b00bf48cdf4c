import type { Generated } from 'kysely'

export type ReviewsTable = {
	id: Generated<number>
	office_id: number
	user_id: string | null
	task_id: number | null
	stars: number
	body: string
	persona: Generated<string>
	reply: string | null
	replied_at: Date | null
	created_at: Generated<Date>
	hidden_at: Date | null
	hidden_reason: string | null
}

export type ReviewTables = {
	reviews: ReviewsTable
}

declare module '../shared/context.ts' {
	interface Database extends ReviewTables {}
}
