import type { Generated, GeneratedAlways } from 'kysely'
import type { HideableKind, ReportReason, SubjectKind } from './input.ts'

export type ReportsTable = {
	id: GeneratedAlways<number>
	reporter_id: string | null
	kind: SubjectKind
	subject_id: number
	reason: ReportReason
	body: Generated<string>
	state: Generated<'open' | 'upheld' | 'dismissed'>
	created_at: Date
	decided_at: Date | null
	decided_by: string | null
	decision_reason: string | null
}

export type AppealsTable = {
	id: GeneratedAlways<number>
	author_id: string
	kind: HideableKind
	subject_id: number
	body: string
	state: Generated<'open' | 'granted' | 'rejected'>
	created_at: Date
	decided_at: Date | null
	decided_by: string | null
	decision_reason: string | null
}

export type ModerationTables = { reports: ReportsTable; appeals: AppealsTable }

declare module '../shared/context.ts' {
	interface Database extends ModerationTables {}
}
