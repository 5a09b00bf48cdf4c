import { type Kysely, sql } from 'kysely'

/** A change may be about a sub-qualification of a credential that is held: the same documents, the same decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table credential_changes add column sub_qualification_id smallint,
			add foreign key (sub_qualification_id, profession_id) references sub_qualification_professions (sub_qualification_id, profession_id)`,
		sql`comment on column credential_changes.sub_qualification_id is 'What the profession has besides its registration; null for the registration itself.'`,
		sql`drop index credential_changes_open`,
		sql`create unique index credential_changes_open on credential_changes (expert_id, profession_id, sub_qualification_id) nulls not distinct
			where state in ('draft', 'submitted', 'needs_fix')`,
		sql`drop index credential_changes_number`,
		sql`create unique index credential_changes_number on credential_changes (profession_id, registration_number_key(registration_number))
			where state in ('submitted', 'needs_fix') and sub_qualification_id is null`,
	])
		await statement.execute(db)
}
