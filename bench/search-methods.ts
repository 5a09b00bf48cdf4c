import { sql } from 'kysely'
import type { Ctx } from '../src/domain/shared/context.ts'
import { parseQuestionQuery } from '../src/domain/questions/input.ts'
import { listQuestions } from '../src/domain/questions/question-list.ts'

export type Method = { name: string; find: (ctx: Ctx, text: string) => Promise<number[]> }

const FIRST = 20
const wordsOf = (text: string): string[] => text.split(/\s+/u).map((word) => word.replaceAll(/[「」"]/gu, ''))
const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`)
const publicOnly = sql`q.hidden_at is null and q.deleted_at is null`

export const ours: Method = {
	name: 'ours',
	async find(ctx, text) {
		const { items } = await listQuestions(ctx, parseQuestionQuery(new URLSearchParams({ q: text })))
		return items.map(({ id }) => id)
	},
}

/** Every word somewhere in the title or the text; titles first, the newest first. */
export const ilike: Method = {
	name: 'ILIKE',
	async find(ctx, text) {
		const words = wordsOf(text).map((word) => `%${escaped(word)}%`)
		const all = sql.join(
			words.map((word) => sql`(q.title ilike ${word} or q.body ilike ${word})`),
			sql` and `,
		)
		const title = sql.join(
			words.map((word) => sql`q.title ilike ${word}`),
			sql` and `,
		)
		const { rows } = await sql<{ id: number }>`
			select q.id from questions q where ${publicOnly} and ${all} order by (${title}) desc, q.id desc limit ${sql.lit(FIRST)}
		`.execute(ctx.db)
		return rows.map(({ id }) => id)
	},
}

/** Likeness of the words to the title and the text, out of a trigram index. */
export const trigrams: Method = {
	name: 'pg_trgm',
	async find(ctx, text) {
		const words = wordsOf(text).join(' ')
		const { rows } = await sql<{ id: number }>`
			select q.id from questions q
			where ${publicOnly} and (${words} <% q.title or ${words} <% q.body)
			order by greatest(word_similarity(${words}, q.title), 0.9 * word_similarity(${words}, q.body)) desc, q.id desc limit ${sql.lit(FIRST)}
		`.execute(ctx.db)
		return rows.map(({ id }) => id)
	},
}

/** The other methods' own index. */
export async function prepareTrigrams(ctx: Ctx): Promise<void> {
	await sql`create extension if not exists pg_trgm`.execute(ctx.db)
	await sql`create index if not exists bench_title_trigrams on questions using gin (title gin_trgm_ops)`.execute(ctx.db)
	await sql`create index if not exists bench_body_trigrams on questions using gin (body gin_trgm_ops)`.execute(ctx.db)
}
