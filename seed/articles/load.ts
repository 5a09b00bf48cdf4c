import { DEMO_TODAY } from '../demo/calendar.ts'
import { addDays } from '../../src/domain/shared/japan-time.ts'
import { listContent, readMarkdown } from '../content-files.ts'
import { fillFactsIn } from '../facts/load.ts'
import { categoryOf, taskOf } from '../taxonomy/index.ts'
import { type ArticleSeed, articleSchema } from './types.ts'

/** Every demo article, by slug. New files in content/articles are picked up. */
export function loadArticles(): ArticleSeed[] {
	return listContent('articles', '.md').map((slug) => {
		const file = `articles/${slug}.md`
		const { category, tasks, ...article } = readMarkdown(file, articleSchema)
		const writtenOn = article.lawAsOf ?? addDays(DEMO_TODAY, -(article.updatedDaysAgo ?? article.publishedDaysAgo))
		return {
			slug,
			...fillFactsIn(article, writtenOn, file),
			taskCategoryId: categoryOf(category).id,
			taskIds: tasks.map((task) => taskOf(task).id),
		}
	})
}
