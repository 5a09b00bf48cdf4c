import { type Kysely, sql } from 'kysely'

/** What staff did, for good: rows are only ever added. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table audit_log (
			id bigint generated always as identity primary key,
			at timestamptz not null,
			user_id bigint references users,
			act text not null check (act ~ '^[a-z-]+(\\.[a-z-]+)+$' and length(act) <= 60),
			subject text not null check (subject ~ '^[a-z-]+(:[A-Za-z0-9_.-]+)?$' and length(subject) <= 100),
			reason text check (length(reason) <= 2000),
			detail jsonb
		)`,
		sql`comment on column audit_log.user_id is 'Null for what the staff command did on the server itself.'`,
		sql`create index audit_log_user on audit_log (user_id, id desc)`,
		sql`create index audit_log_act on audit_log (act text_pattern_ops, id desc)`,
		sql`create index audit_log_subject on audit_log (subject, id desc)`,
		sql`create function refuse_audit_change() returns trigger language plpgsql as $$
			begin
				raise exception 'the audit log is never changed' using errcode = 'insufficient_privilege';
			end
		$$`,
		sql`create trigger audit_log_keeps before update or delete on audit_log for each row execute function refuse_audit_change()`,
		sql`comment on column users.is_s is 'Whether the person is staff: kept by a trigger on staff_roles, never written otherwise.'`,
		sql`create function keep_is_s() returns trigger language plpgsql as $$
			begin
				update users u set is_s = exists (select from staff_roles r where r.user_id = u.id)
				where u.id = coalesce(new.user_id, old.user_id);
				return null;
			end
		$$`,
		sql`create trigger staff_roles_shown after insert or delete on staff_roles for each row execute function keep_is_s()`,
		sql`update users u set is_s = exists (select from staff_roles r where r.user_id = u.id)
			where is_s is distinct from exists (select from staff_roles r where r.user_id = u.id)`,
		sql`create trigger audit_log_stays before truncate on audit_log for each statement execute function refuse_audit_change()`,
	])
		await statement.execute(db)
}
