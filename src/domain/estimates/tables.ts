import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { BusinessSize, DeliveryState, Entity, RequestState } from './estimate-input.ts'
import type { QuoteLine } from './estimate-quote.ts'

export type EstimateRequestsTable = {
	id: GeneratedAlways<number>
	user_id: string | null
	state: Generated<RequestState>
	task_id: number
	prefecture_id: number | null
	municipality_id: number | null
	entity: Entity | null
	industry: Generated<string>
	size: BusinessSize | null
	facts: Generated<string>
	budget_max: number | null
	/** 'YYYY-MM-DD' */
	desired_on: string | null
	wishes: Generated<string>
	office_ids: Generated<number[]>
	done_steps: Generated<string[]>
	contact_name: string | null
	email: string | null
	phone: string | null
	consent_version: string | null
	consented_at: Date | null
	client_key: string
	confirm_hash: Buffer | null
	confirm_expires_at: Date | null
	email_verified_at: Date | null
	sent_at: Date | null
	expires_at: Date | null
	ended_at: Date | null
	accepted_delivery_id: number | null
	purged_at: Date | null
	created_at: Date
	updated_at: Date
}

export type EstimateDeliveriesTable = {
	id: GeneratedAlways<number>
	request_id: number
	office_id: number
	state: Generated<DeliveryState>
	delivered_at: Date
	due_at: Date
	viewed_at: Date | null
	answered_at: Date | null
	decline_reason: string | null
	phone_opened_at: Date | null
	change_request: string | null
	change_requested_at: Date | null
	replaces_id: number | null
}

export type EstimateQuotesTable = {
	id: GeneratedAlways<number>
	delivery_id: number
	version: number
	lines: JSONColumnType<QuoteLine[]>
	expenses: number
	total: string
	/** 'YYYY-MM-DD' */
	valid_until: string
	message: Generated<string>
	author_id: string | null
	client_key: string
	created_at: Date
}

export type EstimateTables = {
	estimate_requests: EstimateRequestsTable
	estimate_deliveries: EstimateDeliveriesTable
	estimate_quotes: EstimateQuotesTable
}

declare module '../shared/context.ts' {
	interface Database extends EstimateTables {}
}
