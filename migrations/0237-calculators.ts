import { type Kysely, sql } from 'kysely'

/** What the calculators reckon with, and which tools are pages or files of this site. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table calculator_rates (
			key text not null,
			name text not null,
			law text not null,
			source_title text not null,
			source_url text not null,
			valid_from date not null,
			valid_until date check (valid_until >= valid_from),
			checked_on date not null,
			numbers jsonb not null,
			primary key (key, valid_from)
		)`,
		sql`alter table tools
			add column calculator_slug text check (calculator_slug ~ '^[a-z-]{2,40}$'),
			add column file_name text check (file_name ~ '^[a-z0-9-]{2,60}\\.(xlsx|docx)$')`,
		sql`comment on column tools.calculator_slug is 'The calculator of this site that does what the tool promises.'`,
		sql`comment on column tools.file_name is 'The file below /templates/ that the tool promises.'`,
	])
		await statement.execute(db)
}
