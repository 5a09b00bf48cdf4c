import type { Generated } from 'kysely'
import type { IsoDate } from '../shared/column-types.ts'

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

export type ExpertTables = {
	expert_areas: ExpertAreasTable
	proof_files: ProofFilesTable
	credential_changes: CredentialChangesTable
	expert_consents: ExpertConsentsTable
	expert_decisions: ExpertDecisionsTable
	office_join_requests: OfficeJoinRequestsTable
	experts: ExpertsTable
	expert_credentials: ExpertCredentialsTable
	expert_tasks: ExpertTasksTable
	pickup_experts: PickupExpertsTable
}

declare module '../shared/context.ts' {
	interface Database extends ExpertTables {}
}
