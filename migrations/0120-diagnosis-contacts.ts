import { type Kysely, sql } from 'kysely'

/** What people send who ask for contact after the funding diagnosis. The diagnosis itself is not stored anywhere else. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table diagnosis_contacts (
			id integer generated always as identity primary key,
			user_id bigint references users on delete cascade,
			state text not null check (state in ('unconfirmed', 'new', 'contacted', 'closed', 'withdrawn')),
			contact_name text check (char_length(contact_name) between 1 and 60),
			email text,
			phone text check (char_length(phone) <= 40),
			company text not null default '' check (char_length(company) <= 80),
			reach text check (reach in ('email', 'phone')),
			reach_time text not null default '' check (char_length(reach_time) <= 60),
			message text not null default '' check (char_length(message) <= 1000),
			diagnosis jsonb,
			consent_version text not null,
			consented_at timestamptz not null,
			client_key text not null,
			confirm_hash bytea,
			confirm_expires_at timestamptz,
			confirmed_at timestamptz,
			contacted_at timestamptz,
			ended_at timestamptz,
			staff_note text not null default '' check (char_length(staff_note) <= 1000),
			created_at timestamptz not null,
			constraint diagnosis_contacts_client_key unique (client_key),
			check ((state = 'unconfirmed') = (confirmed_at is null)),
			check ((state in ('closed', 'withdrawn')) = (ended_at is not null)),
			check (case state when 'withdrawn' then num_nonnulls(user_id, contact_name, email, phone, reach, diagnosis) = 0
				else num_nulls(contact_name, email, reach) = 0 end),
			check (reach is distinct from 'phone' or phone is not null),
			check ((confirm_hash is null) = (confirm_expires_at is null))
		)`,
		sql`comment on column diagnosis_contacts.diagnosis is 'What was entered into the diagnosis and its day; null when the person did not agree to send it along.'`,
		sql`create index diagnosis_contacts_user on diagnosis_contacts (user_id, id desc) where user_id is not null`,
		sql`create index diagnosis_contacts_email on diagnosis_contacts (email, created_at) where email is not null`,
		sql`create unique index diagnosis_contacts_confirm on diagnosis_contacts (confirm_hash) where confirm_hash is not null`,
		sql`create index diagnosis_contacts_open on diagnosis_contacts (state, id) where state in ('new', 'contacted')`,
		sql`create index diagnosis_contacts_created on diagnosis_contacts (created_at)`,
		sql`create index diagnosis_contacts_ended on diagnosis_contacts (ended_at) where ended_at is not null`,
	])
		await statement.execute(db)
}
