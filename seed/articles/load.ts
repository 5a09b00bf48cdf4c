import { readdir } from 'node:fs/promises'
import type { ArticleSeed } from './types.ts'

/** The files that hold no articles. */
const OWN = new Set(['insert.ts', 'load.ts', 'types.ts'])

export type ArticleFile = { name: string; articles: readonly ArticleSeed[] }

/** Every file of demo articles, by name. A new one is found by lying here. */
export async function loadArticleFiles(): Promise<ArticleFile[]> {
	const folder = new URL('.', import.meta.url)
	const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !OWN.has(name)).sort()
	return Promise.all(
		names.map(async (name) => {
			const file = (await import(new URL(name, folder).href)) as { articles: readonly ArticleSeed[] }
			return { name, articles: file.articles }
		}),
	)
}
