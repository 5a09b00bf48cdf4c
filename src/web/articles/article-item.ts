import type { ArticleListItem } from '../../domain/articles/article-types.ts'
import { type Day, dayOf } from '../format/day.ts'

/** An article's line in a list, as the page shows it. */
export type ArticleItem = Pick<ArticleListItem, 'id' | 'slug' | 'title' | 'lead' | 'taskCategory' | 'readingMinutes' | 'passage'> & {
	authorName: string
	published: Day
	revised: Day | null
}

export const viewArticle = (item: ArticleListItem): ArticleItem => ({
	id: item.id,
	slug: item.slug,
	title: item.title,
	lead: item.lead,
	taskCategory: item.taskCategory,
	readingMinutes: item.readingMinutes,
	...(item.passage ? { passage: item.passage } : {}),
	authorName: item.author.name,
	published: dayOf(item.publishedAt),
	revised: item.revisedAt && dayOf(item.revisedAt),
})

export const coverPath = (articleId: number) => `/media/articles/${articleId}.svg`
