import { type RawBuilder, sql } from 'kysely'
import { LETTER_CANDIDATES } from '../shared/person-query.ts'

/**
 * Ids of offices that are not deleted and have one of the spellings in their names, found by the pairs of their letters (index
 * `offices_letters`): at most `LETTER_CANDIDATES` of them. Null for single letters, which have no pairs.
 */
export function selectOfficesNamed(spellings: readonly string[]): RawBuilder<unknown> | null {
	const matchable = spellings.filter((spelling) => Array.from(spelling).length >= 2)
	if (matchable.length === 0) return null
	const matches = matchable.map(
		(spelling) => sql`(text_bigrams(o.name) @> text_bigrams(${spelling}) and strpos(text_letters(o.name), text_letters(${spelling})) > 0)`,
	)
	return sql`(select o.id from offices o where (${sql.join(matches, sql` or `)}) and o.state <> 'deleted' limit ${sql.lit(LETTER_CANDIDATES)})`
}
