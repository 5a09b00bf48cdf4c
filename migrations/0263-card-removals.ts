import { type Kysely, sql } from 'kysely'

/** Customers at Stripe whose owners have left: when they were deleted there, or when that is tried next. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table card_removals (
			user_id bigint primary key references users on delete restrict,
			attempt_count smallint not null default 0,
			try_after timestamptz not null,
			removed_at timestamptz
		)`,
		sql`comment on table card_removals is 'Deletions at Stripe of customers who have left. The id of the customer stays beside the payments of ten years.'`,
	])
		await statement.execute(db)
}
