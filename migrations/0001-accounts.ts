import { type Kysely, sql } from 'kysely'

/** Users as the spec's section 3 lists them; identity, sessions and codes come with their own migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table users (
			id bigint generated always as identity primary key,
			uid text not null unique check (uid ~ '^[A-Za-z0-9_-]{6,64}$'),
			email text unique check (email = lower(email) and length(email) <= 254),
			first_name text not null default '' check (length(first_name) <= 100),
			last_name text not null default '' check (length(last_name) <= 100),
			image_url text check (length(image_url) <= 500),
			is_expert boolean not null default false,
			is_s boolean not null default false,
			anonymize boolean not null default false,
			has_logged_in boolean not null default false,
			receive_email boolean not null default true,
			is_phone_number_authenticated boolean not null default false,
			created_at timestamptz not null default now(),
			updated_at timestamptz
		)
	`.execute(db)
}
