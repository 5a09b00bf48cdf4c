import type { getArticle } from '../../domain/articles/article-page.ts'
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

type Article = Awaited<ReturnType<typeof getArticle>>

/** An article as its own page shows it. */
export type ArticleView = ArticleItem &
	Pick<
		Article,
		'author' | 'blocks' | 'chapters' | 'tasks' | 'sources' | 'lawAsOf' | 'freshness' | 'authorCard' | 'supervisorCard' | 'supervisedParts'
	>

export const coverPath = (articleId: number) => `/media/articles/${articleId}.svg`

/** The scene of a category (src/pictures/category-scenes.ts), which its covers show too. */
export const categoryPicture = (categoryId: number) => `/media/categories/${categoryId}.svg`
