import type { Generated } from 'kysely'
import type { FeeBasis } from '../taxonomy/types.ts'

export type OfficeMembersTable = {
	office_id: number
	expert_id: number
	role: 'owner' | 'editor'
	title: Generated<string>
	position: Generated<number>
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

export type OfficeInvitationsTable = {
	id: Generated<number>
	office_id: number
	token_hash: Buffer
	email: string
	role: 'owner' | 'editor'
	invited_by: string
	invited_at: Date
	expires_at: Date
	accepted_at: Date | null
	revoked_at: Date | null
}

export type MembershipTables = {
	office_members: OfficeMembersTable
	office_professions: OfficeProfessionsTable
	office_tasks: OfficeTasksTable
	withheld_office_tasks: WithheldOfficeTasksTable
	office_invitations: OfficeInvitationsTable
}

declare module '../shared/context.ts' {
	interface Database extends MembershipTables {}
}
