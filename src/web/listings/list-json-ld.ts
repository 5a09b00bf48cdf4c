import { officePath } from '../../domain/shared/links.ts'
import type { JsonLd } from '../layout/head.tsx'
import type { ListView } from './list-view.ts'

/** The offices of a list's first page in their order. Only for lists that search engines may keep. */
export function listJsonLd(publicUrl: string, { heading, path, total, items, page }: ListView): JsonLd {
	return {
		'@type': 'ItemList',
		name: heading,
		url: `${publicUrl}${path}`,
		numberOfItems: total,
		itemListElement: items.map(({ id, name }, index) => ({
			'@type': 'ListItem',
			position: page.from + index,
			name,
			url: `${publicUrl}${officePath(id)}`,
		})),
	}
}
