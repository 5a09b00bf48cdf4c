import { sql } from 'kysely'
import { checkedSql, int4, int4Array, type RowOf, text } from '../../../platform/checked-sql.ts'
import { tsvectorOf } from '../../../platform/search-tokens.ts'
import type { Ctx } from '../../shared/context.ts'

/** Increment it when the tokens of a text change (platform/search-tokens.ts): older rows are then reindexed. */
export const TOKENISER = 3

const searchableColumns = {
	id: int4,
	title: text,
	body: text,
	/** Texts of the answers that are shown. */
	answers: text,
	categoryId: int4,
	taskIds: int4Array,
	prefectureId: int4.nullable,
}

export type Searchable = RowOf<typeof searchableColumns>

/** Size of a group of ids: the newest hits of a frequent word are searched group by group. */
export const GROUP_BITS = 12

/** URLs are not words. */
const ADDRESSES = /\]\([^)\s]*\)|https?:\/\/[^\s)]*/gu

/** The indexed text of a question: its title twice, because a hit there is more relevant, and last its answers. */
export function searchVectors({ id, title, body, answers, categoryId, taskIds, prefectureId }: Searchable): {
	id: number
	title_tokens: string
	tokens: string
} {
	const marks = [
		`b${id >> GROUP_BITS}`,
		`c${categoryId}`,
		...taskIds.map((taskId) => `t${taskId}`),
		...(prefectureId === null ? [] : [`p${prefectureId}`]),
	]
	return {
		id,
		title_tokens: tsvectorOf([{ text: title, weight: 'A' }], marks),
		tokens: tsvectorOf(
			[
				{ text: title, weight: 'A' },
				{ text: body, weight: 'C' },
				{ text: answers.replaceAll(ADDRESSES, ' '), weight: 'D' },
			],
			marks,
		),
	}
}

export type Vectors = ReturnType<typeof searchVectors>

/** Writes vectors that are at hand. */
export async function writeVectors(ctx: Pick<Ctx, 'db'>, vectors: readonly Vectors[]): Promise<void> {
	if (vectors.length === 0) return
	await sql`
		insert into question_searches (question_id, tokeniser, title_tokens, tokens)
		select id, ${TOKENISER}::smallint, title_tokens::tsvector, tokens::tsvector
		from unnest(
			${vectors.map((one) => one.id)}::integer[], ${vectors.map((one) => one.title_tokens)}::text[], ${vectors.map((one) => one.tokens)}::text[]
		) as r (id, title_tokens, tokens)
		on conflict (question_id) do update
			set tokeniser = excluded.tokeniser, title_tokens = excluded.title_tokens, tokens = excluded.tokens
	`.execute(ctx.db)
}

/**
 * Indexes questions with the current text of them and their answers. Call it in the transaction that writes them, after
 * everything that belongs to them.
 */
export async function indexQuestions(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return
	const { rows } = await checkedSql(searchableColumns)`
		select q.id, q.title, q.task_category_id as "categoryId", q.prefecture_id as "prefectureId",
			concat_ws(E'\n', q.body, (select string_agg(d.body, E'\n' order by d.position) from question_addenda d where d.question_id = q.id)) as body,
			array(select t.task_id::integer from question_tasks t where t.question_id = q.id order by t.position) as "taskIds",
			coalesce((
				select string_agg(a.body, E'\n' order by a.id) from answers a where a.question_id = q.id and a.hidden_at is null
			), '') as answers
		from questions q where q.id = any (${ids}::integer[]) and q.deleted_at is null
	`.execute(ctx.db)
	await writeVectors(ctx, rows.map(searchVectors))
}

const BATCH = 500

/** Reindexes questions of an older tokeniser. Returns their number. */
export async function reindexQuestions(ctx: Pick<Ctx, 'db'>): Promise<number> {
	let done = 0
	for (;;) {
		const stale = await ctx.db
			.selectFrom('question_searches')
			.select('question_id')
			.where('tokeniser', '<>', TOKENISER)
			.limit(BATCH)
			.execute()
		if (stale.length === 0) return done
		await indexQuestions(
			ctx,
			stale.map((row) => row.question_id),
		)
		done += stale.length
	}
}
