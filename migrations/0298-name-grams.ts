import { type Kysely, sql } from 'kysely'

/**
 * Finds names by letters within them at a million rows: `name_grams` are the letters and pairs of letters of a name without blanks, as in a
 * search of staff. The cost keeps a plan from computing them for every row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create function name_grams(name text) returns text[] language sql immutable strict parallel safe cost 2000 as $$
			select coalesce(array_agg(distinct substr(bare, place, size)), '{}')
			from (select translate(name, ' 　', '') as bare) one, generate_series(1, char_length(bare)) place, (values (1), (2)) sizes (size)
			where place + size - 1 <= char_length(bare)
		$$`,
		sql`create index experts_name_grams on experts using gin (name_grams(display_name || '|' || kana)) with (fastupdate = off)`,
		sql`create index users_name_grams on users using gin (name_grams(last_name || first_name)) with (fastupdate = off)`,
	])
		await statement.execute(db)
}
