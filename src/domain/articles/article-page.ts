import { z } from 'zod'
import { bool, builtJson, checkedSql, date, int4, storedJson, text, textArray } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { readExpertCards } from '../experts/experts.ts'
import { notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { readDatedFacts } from '../taxonomy/fact-reads.ts'
import { freshnessOf } from '../taxonomy/facts.ts'
import { isSlug } from './article-input.ts'
import { isPublic, itemColumns, itemJoins, itemShape, type ItemRow, toItem } from './article-items.ts'
import { chaptersOf, parseArticle } from './article-markdown.ts'
import type { Article, ArticleListItem, ArticleSource } from './article-types.ts'

const RELATED = 4

const articleShape = {
	...itemShape,
	body: text,
	sources: storedJson<ArticleSource[]>(),
	law_as_of: date.nullable,
	supervisor_id: int4.nullable,
	supervised: textArray.nullable,
	is_whole: bool.nullable,
	tasks: builtJson(() => z.array(z.strictObject({ id: z.int(), name: z.string() }))).nullable,
}

/** An article of the site by the end of its address. Throws not-found for an unknown or unpublished one. */
export async function getArticle(ctx: Ctx, slug: string): Promise<Article> {
	if (!isSlug(slug)) throw notFound('article')
	const { rows } = await checkedSql(articleShape)`
		select ${itemColumns}, a.body, a.sources, a.law_as_of, a.supervisor_id, (
			select json_agg(json_build_object('id', t.id, 'name', t.name) order by at.position)
			from article_tasks at join tasks t on t.id = at.task_id and t.published_at is not null
			where at.article_id = a.id
		) as tasks, s.names as supervised, s.is_whole
		from articles a ${itemJoins}
		left join lateral (
			select array_agg(k.name || '：' || p.name order by at.position, p.position) filter (where p.id = any (may.ids)) as names,
				bool_and(p.id = any (may.ids)) as is_whole
			from article_tasks at join tasks k on k.id = at.task_id join task_parts p on p.task_id = k.id
			cross join (select supervised_parts(a.id) as ids) may
			where at.article_id = a.id and a.supervisor_id is not null
		) s on true
		where a.slug = ${slug} and ${isPublic}
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('article')
	const tasks = row.tasks ?? []
	// An expert who may no longer do any part of it is not shown as its supervisor.
	const supervisorId = row.supervised === null ? null : row.supervisor_id
	const ids = [row.public_expert_id, supervisorId].filter((id) => id !== null)
	const [cards, related, changed] = await Promise.all([readExpertCards(ctx, ids), listRelated(ctx, row, tasks), readDatedFacts(ctx)])
	const blocks = parseArticle(row.body)
	return {
		...toItem(ctx, row),
		blocks,
		chapters: chaptersOf(blocks),
		tasks,
		sources: row.sources,
		lawAsOf: row.law_as_of,
		freshness: freshnessOf(row.body, row.law_as_of ?? isoDay(row.revised_at ?? row.published_at), changed, isoDay(ctx.now())),
		authorCard: row.public_expert_id === null ? null : (cards.get(row.public_expert_id) ?? null),
		supervisorCard: supervisorId === null ? null : (cards.get(supervisorId) ?? null),
		supervisedParts: row.is_whole ? null : row.supervised,
		related,
	}
}

/** Others of the same tasks first, then of the category, the newest of each. */
async function listRelated(
	ctx: Ctx,
	{ id, task_category_id: categoryId }: ItemRow,
	tasks: readonly { id: number }[],
): Promise<ArticleListItem[]> {
	const { rows } = await checkedSql(itemShape)`
		select ${itemColumns} from articles a ${itemJoins}
		cross join lateral (
			select count(*)::integer as shared from article_tasks at
			where at.article_id = a.id and at.task_id = any (${tasks.map((task) => task.id)}::smallint[])
		) n
		where ${isPublic} and a.id <> ${id}::integer and (n.shared > 0 or a.task_category_id = ${categoryId}::smallint)
		order by n.shared desc, a.published_at desc, a.id desc limit ${RELATED}
	`.execute(ctx.db)
	return rows.map((row) => toItem(ctx, row))
}
