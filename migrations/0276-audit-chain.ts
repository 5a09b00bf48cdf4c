import { type Kysely, sql } from 'kysely'

/**
 * Seals each audit event with a hash over the one before. Sealed at the commit, by a deferred trigger: the lock that puts the
 * events in order is held for the commit alone, so no transaction waits for the work of another, and nothing is locked after it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table audit_chain (
			seq bigint primary key check (seq >= 1),
			audit_id bigint not null unique references audit_log,
			hash bytea not null check (length(hash) = 32)
		)`,
		sql`comment on column audit_chain.hash is 'SHA-256 of the hash before (none for the first) and the JSON text of the event.'`,
		sql`create function audit_event_text(event audit_log) returns text language sql stable as $$
			select jsonb_build_array(
				event.id, extract(epoch from event.at), event.user_id, event.action, event.subject, event.reason, event.detail
			)::text
		$$`,
		sql`create function seal_audit_event() returns trigger language plpgsql as $$
			declare
				last audit_chain;
			begin
				perform pg_advisory_xact_lock(hashtextextended('audit chain', 0));
				select * into last from audit_chain order by seq desc limit 1;
				insert into audit_chain (seq, audit_id, hash) values (
					coalesce(last.seq, 0) + 1, new.id, sha256(coalesce(last.hash, ''::bytea) || convert_to(audit_event_text(new), 'UTF8'))
				);
				return null;
			end
		$$`,
		// What was recorded so far is sealed in the order of its ids.
		sql`do $$
			declare
				event audit_log;
				number bigint := 0;
				last bytea := '';
			begin
				for event in select * from audit_log order by id loop
					number := number + 1;
					last := sha256(last || convert_to(audit_event_text(event), 'UTF8'));
					insert into audit_chain (seq, audit_id, hash) values (number, event.id, last);
				end loop;
			end
		$$`,
		sql`create constraint trigger audit_log_sealed after insert on audit_log deferrable initially deferred
			for each row execute function seal_audit_event()`,
		sql`create trigger audit_chain_keeps before update or delete on audit_chain for each row execute function refuse_audit_change()`,
		sql`create trigger audit_chain_stays before truncate on audit_chain for each statement execute function refuse_audit_change()`,
	])
		await statement.execute(db)
}
