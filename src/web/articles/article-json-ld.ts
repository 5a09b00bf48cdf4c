import { articlePath, expertPath } from '../../domain/shared/links.ts'
import type { JsonLd } from '../layout/head.tsx'
import type { ArticleView } from './article-item.ts'

/** Article of schema.org. */
export function articleJsonLd({ publicUrl, siteName }: { publicUrl: string; siteName: string }, article: ArticleView): JsonLd {
	const { author, authorCard, supervisorCard, sources } = article
	const organisation = { '@type': 'Organization', name: siteName, url: `${publicUrl}/` }
	const person = (card: { id: number; name: string }) => ({
		'@type': 'Person',
		name: card.name,
		url: `${publicUrl}${expertPath(card.id)}`,
	})
	return {
		'@type': 'Article',
		headline: article.title,
		description: article.lead,
		image: `${publicUrl}/ogp/article/${article.id}.png`,
		datePublished: article.published.iso,
		dateModified: (article.revised ?? article.published).iso,
		inLanguage: 'ja',
		mainEntityOfPage: `${publicUrl}${articlePath(article.slug)}`,
		articleSection: article.taskCategory.name,
		author: authorCard
			? person(authorCard)
			: author.kind === 'editor'
				? { ...organisation, name: author.name }
				: { '@type': 'Person', name: author.name },
		...(supervisorCard ? { reviewedBy: person(supervisorCard) } : {}),
		publisher: organisation,
		citation: sources.map(({ url }) => url),
	}
}
