import { type Kysely, sql } from 'kysely'

/**
 * What waits in a thread is read by its office: proposals of times, documents that were asked for, and letters know the office of their
 * thread, which never changes. Each partial index holds what may still wait, so that the inbox no longer looks through all open
 * threads. A trigger fills the column, so that it is right whichever release writes the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	const statements = [
		sql`create function take_office_of_thread() returns trigger language plpgsql as $$
		begin
			select i.office_id into new.office_id from inquiries i where i.id = new.inquiry_id;
			return new;
		end $$`,
		...['appointment_proposals', 'document_requests', 'engagement_letters'].flatMap((table) => [
			sql`alter table ${sql.table(table)} add column office_id integer`,
			sql`comment on column ${sql.table(table)}.office_id is 'The office of the thread, filled by a trigger.'`,
			sql`update ${sql.table(table)} t set office_id = i.office_id from inquiries i where i.id = t.inquiry_id`,
			sql`create trigger ${sql.ref(`${table}_office`)} before insert on ${sql.table(table)}
				for each row execute function take_office_of_thread()`,
			// Also where rows come in without the other triggers.
			sql`alter table ${sql.table(table)} enable always trigger ${sql.ref(`${table}_office`)}`,
		]),
		sql`create index appointment_proposals_office on appointment_proposals (office_id) where answered_at is null or answer = 'declined'`,
		sql`create index document_requests_office on document_requests (office_id) where withdrawn_at is null and settled_at is null`,
		sql`create index engagement_letters_office on engagement_letters (office_id) where agreed_at is null and withdrawn_at is null`,
	]
	for (const statement of statements) await statement.execute(db)
}
