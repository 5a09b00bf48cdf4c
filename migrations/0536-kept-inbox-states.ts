import { type Kysely, sql } from 'kysely'

/**
 * Stores the inbox state of a case, and the time by which it is listed, where only a write can change the state: of a delivery
 * (`estimate_deliveries`) from its own state and that of its request, of a thread from its own columns. The inbox counts such cases in an
 * index and computes only the states that the clock, a block or a conflict check can change. The time is cut to the second, the inbox's
 * sort key. Triggers set both columns, so they are right whichever release writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	const tables = ['estimate_deliveries', 'inquiries']
	const statements = [
		...tables.map(
			(table) => sql`alter table ${sql.table(table)} add column inbox_state text, add column inbox_at timestamptz,
				add constraint ${sql.ref(`${table}_inbox`)} check ((inbox_state is null) = (inbox_at is null))`,
		),
		sql`create function keep_delivery_state() returns trigger language plpgsql as $$
		begin
			select s.inbox_state, case when s.inbox_state is not null then date_trunc('second', coalesce(
				case s.inbox_state when 'done' then r.done_at when 'declined' then new.answered_at when 'late' then new.due_at end, r.ended_at, new.due_at
			)) end
			into new.inbox_state, new.inbox_at
			from estimate_requests r cross join lateral (select case
				when r.accepted_delivery_id = new.id then case when r.done_at is not null then 'done' when new.contacted_at is not null then 'won' end
				when new.state = 'declined' then 'declined'
				when new.state = 'timed_out' then 'late'
				when r.state not in ('sent', 'quoted') then 'closed'
			end as inbox_state) s
			where r.id = new.request_id;
			return new;
		end $$`,
		// The request has changed: each of its deliveries looks at it again.
		sql`create function keep_delivery_states() returns trigger language plpgsql as $$
		begin
			update estimate_deliveries set request_id = request_id where request_id = new.id;
			return null;
		end $$`,
		sql`create function keep_thread_state() returns trigger language plpgsql as $$
		begin
			new.inbox_state := case
				-- The conversation of a request is in the inbox while somebody waits in it.
				when new.delivery_id is not null then null
				when new.closed_at is not null or new.user_id is null then 'closed'
				when new.reply_due_at is not null or (new.user_engaged_at is not null and new.office_engaged_at is null) then null
				when new.done_at is not null then 'done'
				when new.accepted_at is not null then 'won'
				else 'replied'
			end;
			new.inbox_at := case when new.inbox_state is not null then date_trunc('second', coalesce(
				case new.inbox_state when 'closed' then new.closed_at when 'done' then new.done_at end, new.last_message_at
			)) end;
			return new;
		end $$`,
		sql`create trigger estimate_deliveries_inbox before insert or update on estimate_deliveries for each row execute function keep_delivery_state()`,
		sql`create trigger estimate_requests_inbox after update of state, accepted_delivery_id, done_at on estimate_requests for each row
			when ((old.state in ('sent', 'quoted'), old.accepted_delivery_id, old.done_at)
				is distinct from (new.state in ('sent', 'quoted'), new.accepted_delivery_id, new.done_at))
			execute function keep_delivery_states()`,
		sql`create trigger inquiries_inbox before insert or update on inquiries for each row execute function keep_thread_state()`,
		sql`update estimate_deliveries set request_id = request_id`,
		sql`update inquiries set office_id = office_id`,
		...tables.map(
			(table) => sql`create index ${sql.ref(`${table}_inbox`)} on ${sql.table(table)} (office_id, inbox_state, inbox_at, id)
				include (assignee_id) where inbox_state is not null`,
		),
		sql`create index estimate_deliveries_moving on estimate_deliveries (office_id) where inbox_state is null`,
		sql`create index inquiries_moving on inquiries (office_id)
			where inbox_state is null and (delivery_id is null or reply_due_at is not null)`,
		...tables.flatMap((table) => [
			sql`comment on column ${sql.table(table)}.inbox_state is 'State of the case in the inbox where only a write can change it, null otherwise. Set by a trigger.'`,
			sql`comment on column ${sql.table(table)}.inbox_at is 'When a case with an inbox_state is listed, to the second. Set by a trigger.'`,
		]),
	]
	for (const statement of statements) await statement.execute(db)
}
