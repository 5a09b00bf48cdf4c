import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { OfficeKind, Accepting } from '../listings/types.ts'
import type { Time, IsoDate } from '../shared/column-types.ts'
import type { OfficeState } from '../memberships/office-policy.ts'

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

export type OfficeStationsTable = {
	office_id: number
	position: number
	station_id: number
	distance_m: number
	walk_minutes: number
}

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

export type OfficeTables = {
	offices: OfficesTable
	office_hours: OfficeHoursTable
	office_stations: OfficeStationsTable
	office_areas: OfficeAreasTable
	office_cases: OfficeCasesTable
	office_drafts: OfficeDraftsTable
	office_changes: OfficeChangesTable
	office_photos: OfficePhotosTable
}

declare module '../shared/context.ts' {
	interface Database extends OfficeTables {}
}
