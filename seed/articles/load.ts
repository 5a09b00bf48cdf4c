import { listContent, readMarkdown } from '../content-files.ts'
import { categoryOf, taskOf } from '../taxonomy/index.ts'
import { type ArticleSeed, articleSchema } from './types.ts'

/** Every demo article, by slug. A new one is found by lying in content/articles. */
export function loadArticles(): ArticleSeed[] {
	return listContent('articles', '.md').map((slug) => {
		const { category, tasks, ...article } = readMarkdown(`articles/${slug}.md`, articleSchema)
		return { slug, ...article, taskCategoryId: categoryOf(category).id, taskIds: tasks.map((task) => taskOf(task).id) }
	})
}
