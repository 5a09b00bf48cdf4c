import type { ShapesOf } from '../../shared/tables.ts'
import type { Manuscript } from '../article-types.ts'
import type { Author } from './article-imports.ts'

declare module '../../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'article_import_rows.notes': string[]
		'article_import_rows.plan': { author: Author | null; manuscript: Manuscript }
	}> {}
}
