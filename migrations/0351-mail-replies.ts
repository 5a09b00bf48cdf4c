import { type Kysely, sql } from 'kysely'

/** Addresses by which people answer notices of a case by mail, and what became of the mails that came to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table reply_addresses (
			id integer generated always as identity primary key,
			user_id bigint not null references users on delete cascade,
			inquiry_id integer references inquiries on delete cascade,
			delivery_id integer references estimate_deliveries on delete cascade,
			created_at timestamptz not null,
			expires_at timestamptz not null,
			revoked_at timestamptz,
			check (num_nonnulls(inquiry_id, delivery_id) = 1)
		)`,
		sql`comment on table reply_addresses is 'The address itself is not stored: its proof is computed from the row and SECRET_KEY.'`,
		sql`create unique index reply_addresses_inquiry on reply_addresses (user_id, inquiry_id) where inquiry_id is not null and revoked_at is null`,
		sql`create unique index reply_addresses_delivery on reply_addresses (user_id, delivery_id) where delivery_id is not null and revoked_at is null`,
		sql`create index reply_addresses_of_inquiry on reply_addresses (inquiry_id) where inquiry_id is not null`,
		sql`create index reply_addresses_of_delivery on reply_addresses (delivery_id) where delivery_id is not null`,
		sql`create table received_mails (
			id integer generated always as identity primary key,
			mail_hash bytea not null unique,
			address_id integer references reply_addresses on delete set null,
			outcome text not null,
			byte_count integer not null,
			file_count smallint not null,
			received_at timestamptz not null
		)`,
		sql`comment on column received_mails.mail_hash is 'SHA-256 of the address and the Message-ID, so that a mail that comes again does nothing.'`,
		sql`create index received_mails_age on received_mails (received_at)`,
		sql`create index received_mails_address on received_mails (address_id)`,
	])
		await statement.execute(db)
}
