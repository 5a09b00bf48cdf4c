import { type Kysely, sql } from 'kysely'

/** Talks of members with an office, what both agreed on, reviews that may be mended, and how often pages are looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table inquiries (
			id integer generated always as identity primary key,
			office_id integer not null references offices on delete cascade,
			user_id bigint references users on delete set null,
			task_id smallint references tasks on delete set null,
			subject text not null check (char_length(subject) between 2 and 60),
			contact_name text not null check (char_length(contact_name) <= 60),
			client_key text not null,
			last_user_message_id integer not null default 0,
			last_office_message_id integer not null default 0,
			user_seen_id integer not null default 0,
			office_seen_id integer not null default 0,
			created_at timestamptz not null,
			last_message_at timestamptz not null,
			first_reply_at timestamptz,
			first_reply_minutes integer check (first_reply_minutes >= 0),
			user_engaged_at timestamptz,
			office_engaged_at timestamptz,
			accepted_at timestamptz,
			closed_at timestamptz,
			closed_by text check (closed_by in ('user', 'office')),
			constraint inquiries_subject unique (user_id, office_id, subject),
			constraint inquiries_client_key unique (user_id, client_key),
			check ((first_reply_at is null) = (first_reply_minutes is null)),
			check ((accepted_at is not null) = (user_engaged_at is not null and office_engaged_at is not null)),
			check ((closed_at is null) = (closed_by is null))
		)`,
		sql`comment on column inquiries.first_reply_minutes is 'In business hours (domain/leads/inquiry-reply-time.ts).'`,
		sql`create index inquiries_user on inquiries (user_id, last_message_at desc, id desc) where user_id is not null`,
		sql`create index inquiries_office on inquiries (office_id, last_message_at desc, id desc)`,
		sql`create index inquiries_office_created on inquiries (office_id, created_at)`,
		sql`create index inquiries_accepted on inquiries (user_id, office_id) where accepted_at is not null`,
		sql`create table inquiry_messages (
			id integer generated always as identity primary key,
			inquiry_id integer not null references inquiries on delete cascade,
			side text not null check (side in ('user', 'office')),
			author_id bigint references users on delete set null,
			author_name text not null check (char_length(author_name) <= 80),
			body text not null check (char_length(body) between 1 and 3000),
			client_key text not null,
			created_at timestamptz not null,
			constraint inquiry_messages_client_key unique (inquiry_id, client_key)
		)`,
		sql`create index inquiry_messages_inquiry on inquiry_messages (inquiry_id, id)`,
		sql`create index inquiry_messages_author on inquiry_messages (author_id, created_at)`,
		sql`create table inquiry_files (
			id integer generated always as identity primary key,
			message_id integer references inquiry_messages on delete set null,
			stored_name text not null unique,
			file_name text not null check (char_length(file_name) between 1 and 100),
			extension text not null check (extension in ('pdf', 'jpg')),
			byte_count integer not null check (byte_count > 0),
			created_at timestamptz not null
		)`,
		sql`comment on column inquiry_files.message_id is 'Null before its message is sent and when that is gone: a job deletes the file.'`,
		sql`create index inquiry_files_message on inquiry_files (message_id)`,
		sql`create table inquiry_blocks (
			office_id integer not null references offices on delete cascade,
			user_id bigint not null references users on delete cascade,
			side text not null check (side in ('user', 'office')),
			created_at timestamptz not null,
			primary key (office_id, user_id, side)
		)`,
		sql`create index inquiry_blocks_user on inquiry_blocks (user_id)`,

		sql`alter table offices add column reply_minutes integer check (reply_minutes >= 0)`,
		sql`comment on column offices.reply_minutes is 'Median of first replies to inquiries of 90 days, in business minutes; null under three of them.'`,

		sql`alter table reviews add column edited_at timestamptz, add column replied_by bigint references users on delete set null`,
		sql`create table review_revisions (
			id integer generated always as identity primary key,
			review_id integer not null references reviews on delete cascade,
			stars smallint not null check (stars between 1 and 5),
			body text not null,
			persona text not null,
			replaced_at timestamptz not null
		)`,
		sql`create index review_revisions_review on review_revisions (review_id, id)`,
		sql`create index reviews_user on reviews (user_id) where user_id is not null`,
		sql`create index reviews_newest on reviews (id desc)`,

		sql`create table page_views (
			kind text not null check (kind in ('office', 'expert')),
			target_id integer not null,
			day date not null,
			view_count integer not null check (view_count >= 0),
			primary key (kind, target_id, day)
		)`,
	])
		await statement.execute(db)
}
