import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { OwnOfficeTables } from './office-tables.server.ts'
import type { FeeBasis, Faq, OfficeKind, Accepting, ToolKind } from './types.ts'

/** A `date` column: read as 'YYYY-MM-DD'. */
type IsoDate = string
/** A `time` column: 'HH:MM:SS'. */
type Time = string

export type ProfessionsTable = {
	id: number
	slug: string
	name: string
	kana: string
	short_name: string
	register: string
	registration_pattern: string
	summary: string
	title_law: string | null
}

export type TaskCategoriesTable = {
	id: number
	slug: string
	name: string
	kana: string
	summary: string
	body: string[]
	synonyms: string[]
	position: number
}

export type TasksTable = {
	id: number
	task_category_id: number
	slug: string
	name: string
	kana: string
	synonyms: string[]
	summary: string
	body: string[]
	exclusive_law: string | null
	fee_basis: FeeBasis
	fee_min: number
	fee_max: number
	fee_note: string
	lead_time: string
	documents: string[]
	faq: JSONColumnType<Faq[]>
	valid_until: IsoDate | null
	position: number
	published_at: Date | null
}

export type TaskProfessionsTable = { task_id: number; profession_id: number; position: number }

export type UseCasesTable = {
	id: Generated<number>
	task_id: number
	title: string
	persona: string
	before_text: string
	after_text: string
	days: number
	cost: number
	position: number
}

export type ToolsTable = {
	id: Generated<number>
	slug: string
	name: string
	url: string | null
	kind: ToolKind
	price_note: string
	summary: string
	body: string[]
	advertised_at: Date | null
	checked_on: IsoDate
}

export type TaskToolsTable = { task_id: number; tool_id: number; position: number }

export type ExpertState = 'draft' | 'submitted' | 'needs_fix' | 'verified' | 'rejected' | 'suspended'

export type ExpertsTable = {
	id: Generated<number>
	user_id: string
	display_name: Generated<string>
	kana: Generated<string>
	headline: Generated<string>
	biography: Generated<string[]>
	practising_since: IsoDate | null
	languages: Generated<string[]>
	website: string | null
	state: ExpertState
	portrait: string | null
	links: Generated<string[]>
	version: Generated<number>
	submitted_at: Generated<Date | null>
	verified_at: Date | null
	created_at: Generated<Date>
	updated_at: Generated<Date>
}

export type ExpertCredentialsTable = {
	id: Generated<number>
	expert_id: number
	profession_id: number
	registration_number: string
	association: string
	registered_on: IsoDate | null
	claimed_at: Generated<Date | null>
}

export type ExpertAreasTable = { expert_id: number; prefecture_id: number }

export type ProofFilesTable = {
	id: Generated<string>
	credential_id: number | null
	change_id: Generated<number | null>
	name: string
	extension: 'pdf' | 'jpg'
	byte_count: number
	page_count: number
	uploaded_at: Date
	purge_at: Date | null
}

export type CredentialChangeState = 'draft' | 'submitted' | 'needs_fix' | 'verified' | 'given_up'

export type CredentialChangesTable = {
	id: Generated<number>
	expert_id: number
	profession_id: number
	registration_number: string
	association: string
	registered_on: IsoDate | null
	state: CredentialChangeState
	version: Generated<number>
	submitted_at: Generated<Date | null>
	reason: Generated<string>
	decided_by: Generated<string | null>
	decided_at: Generated<Date | null>
	created_at: Date
	updated_at: Date
}

export type ConsentKind = 'truth' | 'advertising' | 'antisocial'

export type ExpertConsentsTable = { expert_id: number; kind: ConsentKind; text_version: string; consented_at: Date }

export type DecidedState = Extract<ExpertState, 'needs_fix' | 'verified' | 'rejected' | 'suspended'>

export type ExpertDecisionsTable = {
	id: Generated<string>
	expert_id: number
	state: DecidedState
	reason: Generated<string>
	decided_by: string
	decided_at: Date
}

export type OfficeJoinRequestsTable = {
	id: Generated<number>
	office_id: number
	expert_id: number
	requested_at: Date
	declined_at: Date | null
}

export type ExpertTasksTable = { expert_id: number; task_id: number }

export type PickupExpertsTable = { expert_id: number; position: number; reason: string }

export type OfficeState = 'draft' | 'published' | 'unlisted' | 'suspended' | 'deleted'

export type OfficesTable = {
	id: Generated<number>
	kind: OfficeKind
	name: string
	kana: string
	corporate_number: string | null
	invoice_number: string | null
	representative: string
	headline: Generated<string>
	description: Generated<string[]>
	postal_code: string | null
	prefecture_id: number
	municipality_id: number
	address_line: string
	lat: number
	lng: number
	phone: string | null
	phone_public_at: Date | null
	website: string | null
	first_consultation: Generated<string>
	first_consultation_free: Generated<boolean>
	online: Generated<boolean>
	weekend: Generated<boolean>
	evening: Generated<boolean>
	accepting: ColumnType<Accepting, Accepting | undefined, Accepting>
	staff_count: Generated<number>
	founded_on: IsoDate | null
	industries: Generated<string[]>
	software: Generated<string[]>
	languages: Generated<string[]>
	picture: string | null
	state: OfficeState
	rating_sum: Generated<number>
	rating_count: Generated<number>
	reply_minutes: Generated<number | null>
	is_demo: Generated<boolean>
	published_at: Date | null
	created_at: Generated<Date>
	updated_at: Generated<Date>
	version: Generated<number>
	deleted_at: Generated<Date | null>
	state_before_deletion: Generated<Exclude<OfficeState, 'deleted'> | null>
	suspended_reason: Generated<string | null>
}

export type OfficeHoursTable = {
	office_id: number
	weekday: number
	opens_at: Time
	closes_at: Time
	by_appointment: Generated<boolean>
}

export type OfficeMembersTable = {
	office_id: number
	expert_id: number
	role: 'owner' | 'editor'
	title: Generated<string>
	position: Generated<number>
}

export type OfficeStationsTable = {
	office_id: number
	position: number
	station_id: number
	distance_m: number
	walk_minutes: number
}

export type OfficeProfessionsTable = { office_id: number; profession_id: number }

export type OfficeTasksTable = {
	office_id: number
	task_id: number
	fee_basis: FeeBasis
	fee_min: number
	fee_max: number | null
	includes: Generated<string>
}

/** Reserved work and its fee while the member who may do it is suspended. */
export type WithheldOfficeTasksTable = OfficeTasksTable

export type OfficeAreasTable = { office_id: number; prefecture_id: number }

export type OfficeCasesTable = {
	id: Generated<number>
	office_id: number
	task_id: number | null
	title: string
	client: string
	body: string
	consented_on: IsoDate
	position: number
}

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

export type OfficeListingsTable = {
	scope_id: number
	office_id: number
	prefecture_id: number
	city_id: number
	municipality_id: number
	attributes: number
	recommended_rank: number
	rating_rank: number
	newest_rank: number
}

export type StationListingsTable = {
	station_id: number
	office_id: number
	distance_m: number
	scope_ids: number[]
	attributes: number
	recommended_rank: number
	rating_rank: number
	newest_rank: number
}

export type ListingCountsTable = { area_id: number; scope_id: number; attributes: number; office_count: number }

export type ListingTotalsTable = { area_id: number; scope_id: number; office_count: number }

export type SuggestionKind = 'category' | 'task' | 'prefecture' | 'municipality' | 'station' | 'office' | 'expert'

export type SuggestionTermsTable = {
	id: Generated<string>
	kind: SuggestionKind
	target_id: number
	key: string
	label: string
	detail: Generated<string>
	path: string
	popularity: Generated<number>
}

export type DirectoryTables = OwnOfficeTables & {
	expert_areas: ExpertAreasTable
	proof_files: ProofFilesTable
	credential_changes: CredentialChangesTable
	expert_consents: ExpertConsentsTable
	expert_decisions: ExpertDecisionsTable
	office_join_requests: OfficeJoinRequestsTable
	professions: ProfessionsTable
	task_categories: TaskCategoriesTable
	tasks: TasksTable
	task_professions: TaskProfessionsTable
	use_cases: UseCasesTable
	tools: ToolsTable
	task_tools: TaskToolsTable
	experts: ExpertsTable
	expert_credentials: ExpertCredentialsTable
	expert_tasks: ExpertTasksTable
	pickup_experts: PickupExpertsTable
	offices: OfficesTable
	office_hours: OfficeHoursTable
	office_members: OfficeMembersTable
	office_stations: OfficeStationsTable
	office_professions: OfficeProfessionsTable
	office_tasks: OfficeTasksTable
	withheld_office_tasks: WithheldOfficeTasksTable
	office_areas: OfficeAreasTable
	office_cases: OfficeCasesTable
	reviews: ReviewsTable
	office_listings: OfficeListingsTable
	station_listings: StationListingsTable
	listing_counts: ListingCountsTable
	listing_totals: ListingTotalsTable
	suggestion_terms: SuggestionTermsTable
}
