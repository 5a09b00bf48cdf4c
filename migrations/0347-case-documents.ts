import { type Kysely, sql } from 'kysely'

/** Files that the two sides of a thread exchange, what the office asks for, who has seen what, and how long all of it stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table document_requests (
			id integer generated always as identity primary key,
			inquiry_id integer not null references inquiries on delete cascade,
			title text not null check (char_length(title) between 1 and 100),
			author_id bigint references users on delete set null,
			created_at timestamptz not null,
			settled_at timestamptz,
			withdrawn_at timestamptz
		)`,
		sql`comment on column document_requests.settled_at is 'When the office marked what came as complete.'`,
		sql`create index document_requests_inquiry on document_requests (inquiry_id, id)`,
		sql`create unique index document_requests_open on document_requests (inquiry_id, title) where withdrawn_at is null`,
		sql`create table case_documents (
			id integer generated always as identity primary key,
			inquiry_id integer references inquiries on delete set null,
			request_id integer references document_requests on delete set null,
			side text not null check (side in ('user', 'office')),
			author_id bigint references users on delete set null,
			author_name text not null check (char_length(author_name) <= 80),
			file_name text not null check (char_length(file_name) between 1 and 120),
			kind text check (kind in ('pdf', 'jpg', 'xlsx', 'docx', 'pptx', 'csv', 'txt')),
			file_key text not null unique,
			byte_count integer not null check (byte_count between 1 and 52428800),
			page_count smallint not null default 0 check (page_count >= 0),
			client_key text not null,
			created_at timestamptz not null,
			ready_at timestamptz,
			removed_at timestamptz,
			check ((ready_at is null) = (kind is null))
		)`,
		sql`comment on column case_documents.inquiry_id is 'Null when the thread is gone: a job deletes the file.'`,
		sql`comment on column case_documents.file_key is 'Names the encryption key of this file, which is derived from SECRET_KEY.'`,
		sql`comment on column case_documents.page_count is 'Pages that can be looked at without downloading the file.'`,
		sql`comment on column case_documents.ready_at is 'When all parts had come and the content was checked.'`,
		sql`create unique index case_documents_client_key on case_documents (inquiry_id, author_id, client_key) where removed_at is null`,
		sql`create index case_documents_inquiry on case_documents (inquiry_id, id)`,
		sql`create index case_documents_request on case_documents (request_id)`,
		sql`create index case_documents_author on case_documents (author_id)`,
		sql`create table case_document_parts (
			document_id integer not null references case_documents,
			role text not null check (role in ('upload', 'content', 'preview')),
			number smallint not null check (number >= 0),
			stored_name text not null unique,
			byte_count integer not null check (byte_count > 0),
			written_at timestamptz,
			primary key (document_id, role, number)
		)`,
		sql`comment on table case_document_parts is 'Encrypted pieces of a file. The row is written before the piece and deleted after it, so that no piece is without one.'`,
		sql`create table case_document_views (
			document_id integer not null references case_documents on delete cascade,
			user_id bigint not null references users on delete cascade,
			side text not null check (side in ('user', 'office')),
			viewer_name text not null check (char_length(viewer_name) <= 80),
			first_at timestamptz not null,
			last_at timestamptz not null,
			primary key (document_id, user_id)
		)`,
		sql`create index case_document_views_user on case_document_views (user_id)`,
		sql`create table document_rules (
			inquiry_id integer primary key references inquiries on delete cascade,
			keep_days smallint not null default 90 check (keep_days between 30 and 1825),
			changed_by text check (changed_by in ('user', 'office')),
			changed_at timestamptz,
			warned_until timestamptz,
			check ((changed_by is null) = (changed_at is null))
		)`,
		sql`comment on column document_rules.keep_days is 'Days that documents stay after the case is done or over.'`,
		sql`comment on column document_rules.warned_until is 'The day of deletion that both sides were last warned of.'`,
	])
		await statement.execute(db)
}
