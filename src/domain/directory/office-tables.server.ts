import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Tables of what members do with their office (migration 0090). */
export type OfficeDraftsTable = {
	office_id: number
	section: string
	content: JSONColumnType<Record<string, string | string[]>>
	version: number
	saved_by: string | null
	saved_at: Date
}

export type OfficeChangesTable = {
	id: Generated<number>
	office_id: number
	fields: JSONColumnType<Record<string, string | number | null>>
	state: ColumnType<ChangeState, ChangeState | undefined, ChangeState>
	reason: Generated<string>
	asked_by: string | null
	asked_at: Date
	decided_by: string | null
	decided_at: Date | null
}

export type ChangeState = 'open' | 'approved' | 'returned' | 'withdrawn'

export type OfficePhotosTable = {
	id: Generated<number>
	office_id: number | null
	token: string
	alt: Generated<string>
	width: number
	height: number
	position: Generated<number>
	created_at: Date
	removed_at: Date | null
}

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

export type OwnOfficeTables = {
	office_drafts: OfficeDraftsTable
	office_changes: OfficeChangesTable
	office_photos: OfficePhotosTable
	office_invitations: OfficeInvitationsTable
}
