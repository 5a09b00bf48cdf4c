import type { ArticleSource, Manuscript } from './article-types.ts'
import type { ShapesOf } from '../shared/tables.ts'

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'articles.manuscript': Manuscript
		'articles.sources': ArticleSource[]
		'article_revisions.content': Manuscript
	}> {}
}
