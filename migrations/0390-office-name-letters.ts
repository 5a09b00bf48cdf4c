import { type Kysely, sql } from 'kysely'

/**
 * Staff find offices, and the people in them, by letters within an office's name. The cost keeps a plan from computing the pairs for every
 * row; without the pending list a search right after an import is as fast as any other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`alter function text_bigrams(text) cost 2000`,
		sql`alter index offices_letters set (fastupdate = off)`,
		sql`select gin_clean_pending_list('offices_letters')`,
	])
		await statement.execute(db)
}
