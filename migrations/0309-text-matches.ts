import { type Kysely, sql } from 'kysely'

/**
 * Staff find reviews, articles and offices by any two letters that follow each other in a text. The index is over the texts
 * themselves, so that no write has to keep it; width and case do not matter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create function text_letters(value text) returns text language sql immutable parallel safe strict
			return lower(regexp_replace(normalize(value, NFKC), '[[:space:]]+', '', 'g'))`,
		sql`create function text_bigrams(value text) returns text[] language sql immutable parallel safe strict as $$
			select coalesce(array_agg(distinct letter || next), '{}')
			from (
				select letter, lead(letter) over (order by place) as next
				from unnest(string_to_array(lower(regexp_replace(normalize(value, NFKC), '[[:space:]]+', '', 'g')), null))
					with ordinality as letters (letter, place)
			) pairs
			where next is not null
		$$`,
		sql`create index reviews_letters on reviews using gin (text_bigrams(body || ' ' || coalesce(reply, '')))`,
		sql`create index offices_letters on offices using gin (text_bigrams(name))`,
		sql`create index articles_letters on articles
			using gin (text_bigrams(coalesce(manuscript ->> 'title', '') || ' ' || coalesce(manuscript ->> 'lead', '') || ' ' || coalesce(manuscript ->> 'body', '')))`,
	])
		await statement.execute(db)
}
