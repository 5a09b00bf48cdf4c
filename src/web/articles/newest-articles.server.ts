import type { Ctx } from '../../domain/shared/context.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { listNewestArticles, type NewestArticles } from '../../domain/articles/article-list.ts'
import type { ArticleLink } from './article-links.tsx'

/** A page that shows these is dropped from the page cache by this tag. */
export const ARTICLES_TAG = 'article:list'

const SHOWN = 3

/** The newest three for a page of something else. */
export async function newestArticleLinks(ctx: Ctx, about: Omit<NewestArticles, 'limit'> = {}): Promise<ArticleLink[]> {
	const articles = await listNewestArticles(ctx, { ...about, limit: SHOWN })
	return articles.map(({ slug, title, author, publishedAt, revisedAt, readingMinutes }) => ({
		slug,
		title,
		facts: `${author.name}・${revisedAt ? `${dayText(revisedAt)}更新` : `${dayText(publishedAt)}公開`}・約${readingMinutes}分`,
	}))
}
