import { type Kysely, type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from './checked-sql.ts'

/** More rows than this are walked through in the order of the list instead of being gathered: then a page of them is found soon. */
const GATHERED = 1_000

/** The words of a search of at least two letters, which is what the index knows. */
export const matchableWords = (typed: string): string[] => [
	...new Set(
		typed
			.normalize('NFKC')
			.split(/\s+/u)
			.filter((word) => Array.from(word).length >= 2),
	),
]

/**
 * A condition for the rows whose text has all the words, as letters that follow each other. `text` is the expression of an index
 * over `text_bigrams`, in its words. Rare words are looked up there and become a list of ids; frequent ones are compared row by
 * row, in the order of the list that asks. Two statements in all.
 */
export async function matchText<DB>(
	db: Kysely<DB>,
	{ table, id, text, words }: { table: RawBuilder<unknown>; id: RawBuilder<unknown>; text: RawBuilder<unknown>; words: readonly string[] },
): Promise<RawBuilder<boolean>> {
	if (words.length === 0) return sql<boolean>`false`
	const compared = sql.join(
		words.map((word) => sql`strpos(text_letters(${text}), text_letters(${word})) > 0`),
		sql` and `,
	)
	const looked = sql.join(
		words.map((word) => sql`text_bigrams(${text}) @> text_bigrams(${word})`),
		sql` and `,
	)
	const { rows } = await checkedSql({ id: int4 })`
		select id from (select ${id} as id from ${table} where ${looked} offset 0) found limit ${sql.lit(GATHERED + 1)}
	`.execute(db)
	if (rows.length > GATHERED) return sql<boolean>`(${compared})`
	return sql<boolean>`(${id} = any (${rows.map((row) => row.id)}::integer[]) and ${compared})`
}
