import { type RawBuilder, sql } from 'kysely'
import { int4, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import type { ArticleAuthor, ArticleAuthorKind, ArticleListItem } from './article-types.ts'

const LEFT = '退会した専門家'

/** What `authorColumns` are. */
export const authorShape = { author: text.as<ArticleAuthorKind>(), display_name: text.nullable, public_expert_id: int4.nullable }

export type AuthorRow = RowOf<typeof authorShape>

/** What `itemColumns` are, of an article of the site. */
export const itemShape = {
	...authorShape,
	id: int4,
	slug: text,
	title: text,
	lead: text,
	task_category_id: int4,
	category_name: text,
	reading_minutes: int4,
	published_at: timestamptz,
	revised_at: timestamptz.nullable,
}

/** An article of the site as a row of a list. */
export type ItemRow = RowOf<typeof itemShape>

export const authorColumns = sql`a.author, e.display_name, case when e.state = 'verified' then e.id end as public_expert_id`

export const itemColumns = sql`
	a.id, a.slug, a.title, a.lead, a.task_category_id, c.name as category_name, a.reading_minutes, a.published_at, a.revised_at,
	${authorColumns}
`
export const itemJoins = sql`join task_categories c on c.id = a.task_category_id left join experts e on e.id = a.expert_id`

/** Seen by everybody. Also the condition of the partial indexes. */
export const isPublic: RawBuilder<boolean> = sql`a.published_at is not null and a.unlisted_at is null`

/** Editors write under the site's name; none of them is named. */
export const authorOf = (ctx: Ctx, row: AuthorRow): ArticleAuthor =>
	row.author === 'editor'
		? { kind: 'editor', name: `${ctx.site.name}編集部`, expertId: null }
		: { kind: 'expert', name: row.display_name ?? LEFT, expertId: row.public_expert_id }

export const toItem = (ctx: Ctx, row: ItemRow): ArticleListItem => ({
	id: row.id,
	slug: row.slug,
	title: row.title,
	lead: row.lead,
	taskCategory: { id: row.task_category_id, name: row.category_name },
	author: authorOf(ctx, row),
	readingMinutes: row.reading_minutes,
	publishedAt: row.published_at,
	revisedAt: row.revised_at,
})

export const isId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 0x7fffffff

/** What shows an article: its page, every list of articles, and the pages of who wrote and checked it. */
export const tagsOf = (articleId: number, ...expertIds: readonly (number | null)[]): string[] => [
	`article:${articleId}`,
	'article:list',
	...expertIds.flatMap((id) => (id === null ? [] : [`expert:${id}`])),
]
