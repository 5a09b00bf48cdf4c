import { type Kysely, sql } from 'kysely'

/**
 * The number of verified experts as the sum of a few rows. Each writer appends its change, so that no transaction waits for
 * another's; every 64th change sums up those that nobody holds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table verified_expert_changes (
			id bigint generated always as identity primary key,
			change integer not null check (change <> 0)
		)`,
		sql`comment on table verified_expert_changes is 'Kept by triggers: the sum is the number of experts whose state is verified.'`,
		sql`create function keep_verified_experts() returns trigger language plpgsql as $$
			declare
				added integer;
				kept bigint;
			begin
				if tg_op = 'UPDATE' then
					added := case when new.state = 'verified' then 1 else -1 end;
				else
					select count(*) into added from changed where state = 'verified';
					if tg_op = 'DELETE' then added := -added; end if;
				end if;
				if added = 0 then return null; end if;
				insert into verified_expert_changes (change) values (added) returning id into kept;
				if kept % 64 = 0 then
					with summed as (
						delete from verified_expert_changes
						where id in (select id from verified_expert_changes for update skip locked)
						returning change
					)
					insert into verified_expert_changes (change) select sum(change) from summed having sum(change) <> 0;
				end if;
				return null;
			end
		$$`,
		sql`create function forget_verified_experts() returns trigger language plpgsql as $$
			begin
				delete from verified_expert_changes;
				return null;
			end
		$$`,
		sql`create trigger experts_counted_insert after insert on experts referencing new table as changed
			for each statement execute function keep_verified_experts()`,
		sql`create trigger experts_counted_delete after delete on experts referencing old table as changed
			for each statement execute function keep_verified_experts()`,
		sql`create trigger experts_counted_update after update of state on experts for each row
			when ((old.state = 'verified') <> (new.state = 'verified')) execute function keep_verified_experts()`,
		sql`create trigger experts_counted_truncate after truncate on experts
			for each statement execute function forget_verified_experts()`,
		// The seed of a benchmark writes without the other triggers.
		...['insert', 'delete', 'update', 'truncate'].map(
			(event) => sql`alter table experts enable always trigger ${sql.raw(`experts_counted_${event}`)}`,
		),
		// Creating the triggers has locked the table against writers.
		sql`insert into verified_expert_changes (change)
			select count(*) from experts where state = 'verified' having count(*) > 0`,
	])
		await statement.execute(db)
}
