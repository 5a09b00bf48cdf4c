import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { LETTER_CANDIDATES } from '../shared/person-query.ts'

/** A word in the names of so many of the first offices is common, and they are enough of those that have it. */
const FIRST_OFFICES = 400
const COMMON = 50

/**
 * Ids of offices that are not deleted and have one of the spellings in their names: at most `LETTER_CANDIDATES` of them, those of a common
 * word by number. Other words are found by the pairs of their letters (index `offices_letters`), which for a common one would list half of
 * all offices first. Null for single letters, which have no pairs.
 */
export function selectOfficesNamed(spellings: readonly string[]): RawBuilder<unknown> | null {
	const matchable = spellings.filter((spelling) => Array.from(spelling).length >= 2)
	if (matchable.length === 0) return null
	const anyOf = (matches: readonly RawBuilder<unknown>[]) => sql`(${sql.join(matches, sql` or `)})`
	const contains = (spelling: string) => sql`strpos(text_letters(o.name), text_letters(${spelling})) > 0`
	return sql`(
		with first as materialized (
			select o.id from (select id, name, state from offices order by id limit ${sql.lit(FIRST_OFFICES)}) o
			where ${anyOf(matchable.map(contains))} and o.state <> 'deleted' limit ${sql.lit(LETTER_CANDIDATES)}
		)
		select id from first where (select count(*) from first) >= ${sql.lit(COMMON)}
		union all
		(select o.id from offices o
			where (select count(*) from first) < ${sql.lit(COMMON)} and o.state <> 'deleted' and ${anyOf(
				matchable.map((spelling) => sql`(text_bigrams(o.name) @> text_bigrams(${spelling}) and ${contains(spelling)})`),
			)} limit ${sql.lit(LETTER_CANDIDATES)})
	)`
}

/** Returns the ids of `selectOfficesNamed`, for a search of several kinds of rows by the same names of offices; none for single letters. */
export async function findOfficesNamed({ db }: Pick<Ctx, 'db'>, spellings: readonly string[]): Promise<number[]> {
	const named = selectOfficesNamed(spellings)
	if (named === null) return []
	const { rows } = await checkedSql({ id: int4 })`select named.id from ${named} named`.execute(db)
	return rows.map(({ id }) => id)
}
