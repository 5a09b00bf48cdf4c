import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ContactReach, ContactState, SentDiagnosis } from './contact-input.ts'

export type DiagnosisContactsTable = {
	id: GeneratedAlways<number>
	user_id: string | null
	state: ContactState
	/** Null once it was withdrawn, and so are the next three. */
	contact_name: string | null
	email: string | null
	phone: string | null
	reach: ContactReach | null
	company: Generated<string>
	reach_time: Generated<string>
	message: Generated<string>
	diagnosis: JSONColumnType<SentDiagnosis> | null
	consent_version: string
	consented_at: Date
	client_key: string
	confirm_hash: Buffer | null
	confirm_expires_at: Date | null
	confirmed_at: Date | null
	contacted_at: Date | null
	ended_at: Date | null
	staff_note: Generated<string>
	created_at: Date
}

export type FundingDiagnosisTables = { diagnosis_contacts: DiagnosisContactsTable }

declare module '../shared/context.ts' {
	interface Database extends FundingDiagnosisTables {}
}
