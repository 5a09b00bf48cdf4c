import { type Kysely, sql } from 'kysely'

/** When a reviewer last compared the credentials of a verified expert with the public register. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter table experts add column rechecked_at timestamptz`,
		sql`create index experts_recheck on experts (coalesce(rechecked_at, verified_at, created_at), id) where state = 'verified'`,
	])
		await statement.execute(db)
}
