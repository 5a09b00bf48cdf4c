import type { Generated, GeneratedAlways } from 'kysely'
import type { Side } from './inquiry-input.ts'

export type InquiriesTable = {
	id: GeneratedAlways<number>
	office_id: number
	user_id: string | null
	task_id: number | null
	subject: string
	contact_name: string
	client_key: string
	last_user_message_id: Generated<number>
	last_office_message_id: Generated<number>
	user_seen_id: Generated<number>
	office_seen_id: Generated<number>
	created_at: Date
	last_message_at: Date
	first_reply_at: Generated<Date | null>
	first_reply_minutes: Generated<number | null>
	user_engaged_at: Generated<Date | null>
	office_engaged_at: Generated<Date | null>
	accepted_at: Generated<Date | null>
	closed_at: Generated<Date | null>
	closed_by: Generated<Side | null>
}

export type InquiryMessagesTable = {
	id: GeneratedAlways<number>
	inquiry_id: number
	side: Side
	author_id: string | null
	author_name: string
	body: string
	client_key: string
	created_at: Date
}

export type InquiryFilesTable = {
	id: GeneratedAlways<number>
	message_id: number | null
	stored_name: string
	file_name: string
	extension: 'pdf' | 'jpg'
	byte_count: number
	created_at: Date
}

export type InquiryBlocksTable = { office_id: number; user_id: string; side: Side; created_at: Date }

export type InquiryTables = {
	inquiries: InquiriesTable
	inquiry_messages: InquiryMessagesTable
	inquiry_files: InquiryFilesTable
	inquiry_blocks: InquiryBlocksTable
}

declare module '../shared/context.ts' {
	interface Database extends InquiryTables {}
}
