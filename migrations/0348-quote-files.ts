import { type Kysely, sql } from 'kysely'

/** Quotes as PDF, made when somebody opens one first. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table quote_files (
			stored_name text primary key,
			quote_id integer references estimate_quotes on delete set null,
			sheet_hash text not null,
			client_named boolean not null,
			made_at timestamptz not null
		)`,
		sql`comment on column quote_files.quote_id is 'Null when the quote is gone: a job deletes the file.'`,
		sql`comment on column quote_files.sheet_hash is 'Of everything that is printed: another text makes another file.'`,
		sql`comment on column quote_files.client_named is 'Whether it names the client; a job deletes it once the name was erased.'`,
		sql`create unique index quote_files_quote on quote_files (quote_id, sheet_hash)`,
	])
		await statement.execute(db)
}
