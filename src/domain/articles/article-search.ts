import { sql } from 'kysely'
import { checkedSql, int4, text as textColumn } from '../../platform/checked-sql.ts'
import { bestPassage } from '../../platform/search-passage.ts'
import { tsvectorOf } from '../../platform/search-tokens.ts'
import type { Ctx } from '../shared/context.ts'
import { TOKENISER } from '../questions/search/search-index.ts'
import { allOf, readTextQuery, type TextQuery, withoutOne } from '../questions/search/search-query.ts'
import { spellingsOf } from '../questions/search/search-stages.ts'
import type { Passage } from '../questions/types.ts'
import { isPublic, itemColumns, itemJoins, itemShape, toItem } from './article-items.ts'
import { articleText, parseArticle } from './article-markdown.ts'
import type { ArticleListItem } from './article-types.ts'

/** Indexes the public text of articles for search. Call it in the transaction that publishes. */
export async function indexArticles(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return
	const { rows } = await checkedSql({ id: int4, title: textColumn, lead: textColumn, body: textColumn })`
		select id, title, lead, body from articles where id = any (${ids}::integer[]) and published_at is not null
	`.execute(ctx.db)
	const vectors = rows.map(({ id, title, lead, body }) => ({
		id,
		title: tsvectorOf([{ text: title, weight: 'A' }]),
		all: tsvectorOf([
			{ text: title, weight: 'A' },
			{ text: lead, weight: 'B' },
			{ text: articleText(parseArticle(body)), weight: 'D' },
		]),
	}))
	await sql`
		insert into article_searches (article_id, tokeniser, title_tokens, tokens)
		select id, ${TOKENISER}::smallint, title::tsvector, words::tsvector
		from unnest(
			${vectors.map(({ id }) => id)}::integer[], ${vectors.map(({ title }) => title)}::text[], ${vectors.map(({ all }) => all)}::text[]
		) as r (id, title, words)
		on conflict (article_id) do update
			set tokeniser = excluded.tokeniser, title_tokens = excluded.title_tokens, tokens = excluded.tokens
	`.execute(ctx.db)
}

const BATCH = 200

/** Indexes articles that are missing from the index or were tokenised by an older version. Returns their number. */
export async function reindexArticles(ctx: Pick<Ctx, 'db'>): Promise<number> {
	let done = 0
	for (;;) {
		const { rows } = await checkedSql({ id: int4 })`
			select a.id from articles a left join article_searches s on s.article_id = a.id
			where a.published_at is not null and s.tokeniser is distinct from ${TOKENISER}::smallint limit ${sql.lit(BATCH)}
		`.execute(ctx.db)
		if (rows.length === 0) return done
		await indexArticles(
			ctx,
			rows.map(({ id }) => id),
		)
		done += rows.length
	}
}

/** The newest so many are ranked and counted. */
const RANKED = 300
const TOO_FEW = 3

export type ArticleHit = ArticleListItem & { passage: Passage }
export type ArticleHits = { items: ArticleHit[]; count: number; more: boolean; words: string[] }

/** Articles with the words or what means the same, best first; where there are but few, runs taken apart and one word left out. */
export async function searchArticles(
	ctx: Ctx,
	text: string,
	{ limit, categoryId, taskId }: { limit: number; categoryId?: number | null; taskId?: number | null },
): Promise<ArticleHits> {
	const query = await readTextQuery(ctx, text)
	if (!query) return { items: [], count: 0, more: false, words: [] }
	const filters = sql`${isPublic}
		and ${categoryId == null ? sql`true` : sql`a.task_category_id = ${categoryId}::smallint`}
		and ${taskId == null ? sql`true` : sql`exists (select from article_tasks t where t.article_id = a.id and t.task_id = ${taskId}::smallint)`}`
	const find = async (tsquery: string) => {
		const { rows } = await checkedSql({ id: int4 })`
			select a.id from article_searches s join articles a on a.id = s.article_id
			where s.tokens @@ ${tsquery}::tsquery and ${filters} order by a.id desc limit ${sql.lit(RANKED)}
		`.execute(ctx.db)
		return { tsquery, ids: rows.map(({ id }) => id) }
	}
	let found = await find(allOf(query.parts.map(({ wide }) => wide)))
	for (const tsquery of [allOf(query.parts.map(({ split }) => split)), withoutOne(query.parts)?.tsquery ?? null]) {
		if (found.ids.length >= TOO_FEW || tsquery === null || tsquery === found.tsquery) continue
		const wider = await find(tsquery)
		if (wider.ids.length > found.ids.length) found = wider
	}
	return {
		items: await rank(ctx, query, found, limit),
		count: found.ids.length,
		more: found.ids.length === RANKED,
		words: spellingsOf(query),
	}
}

async function rank(
	ctx: Ctx,
	query: TextQuery,
	{ tsquery, ids }: { tsquery: string; ids: number[] },
	limit: number,
): Promise<ArticleHit[]> {
	if (ids.length === 0) return []
	const inTitle = sql.join(
		query.parts.map(({ split }) => sql`(s.title_tokens @@ ${split}::tsquery)::integer`),
		sql` + `,
	)
	const { rows } = await checkedSql({ ...itemShape, body: textColumn })`
		select ${itemColumns}, a.body
		from articles a join article_searches s on s.article_id = a.id ${itemJoins}
		where a.id = any (${ids}::integer[])
		order by 2 * (${inTitle}) + ts_rank_cd(s.tokens, ${tsquery}::tsquery, 1 | 32) desc, a.id desc
		limit ${limit}
	`.execute(ctx.db)
	const spellings = spellingsOf(query)
	return rows.map((row) => {
		const [lead, body] = [bestPassage(row.lead, spellings), bestPassage(articleText(parseArticle(row.body)), spellings)]
		return { ...toItem(ctx, row), passage: { from: 'article', parts: body.words > lead.words ? body.parts : lead.parts } }
	})
}
