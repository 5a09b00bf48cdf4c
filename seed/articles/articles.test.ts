import { describe, expect, test } from 'vitest'
import { slugSchema, articleSchema } from '../../src/domain/articles/article-schemas.ts'
import { articleText, chaptersOf, parseArticle } from '../../src/domain/articles/article-markdown.ts'
import { DEMO_TODAY } from '../demo/calendar.ts'
import { categories } from '../taxonomy/index.ts'
import { addDays } from '../../src/domain/shared/japan-time.ts'
import { mayDoPart } from '../../src/domain/taxonomy/task-parts.ts'
import { mostHeld } from '../demo/sub-qualifications.ts'
import { loadArticles } from './load.ts'
import type { ArticleSeed } from './types.ts'

const tasks = new Map(categories.flatMap((category) => category.tasks).map((task) => [task.id, task]))
const all = loadArticles().map((article) => ({ where: article.slug, article }))

const daysAgo = (count: number) => addDays(DEMO_TODAY, -count)

function faultsOf(article: ArticleSeed): unknown[] {
	const { author, supervisor, publishedDaysAgo, updatedDaysAgo, lawAsOf } = article
	const parsed = articleSchema.safeParse({ ...article, supervisorId: null })
	const blocks = parseArticle(article.body)
	const length = Array.from(articleText(blocks)).length
	const parts = article.taskIds.flatMap((id) => tasks.get(id)?.parts ?? [])
	const may = (one: ArticleSeed['supervisor']) => one !== null && parts.some((part) => mayDoPart(mostHeld([one]), part))
	const hands = [author === 'editor' ? null : author, supervisor]
	const newest = daysAgo(updatedDaysAgo ?? publishedDaysAgo)
	return [
		...(parsed.error?.issues ?? []),
		...(slugSchema.safeParse(article).error?.issues ?? []),
		...article.taskIds.filter((id) => !tasks.has(id)).map((id) => `no task ${id}`),
		...(length >= 1_400 && length <= 3_600 ? [] : [`${length} characters`]),
		...(chaptersOf(blocks).length >= 3 ? [] : ['fewer than three chapters']),
		...(hands.some(may) || parts.some(({ law }) => law === null) ? [] : ['nobody who may do its tasks wrote or checked it']),
		...(supervisor === null || may(supervisor) ? [] : [`${supervisor} may do no part of its tasks`]),
		...(updatedDaysAgo !== null && updatedDaysAgo >= publishedDaysAgo ? ['updated before it was published'] : []),
		...(lawAsOf !== null && lawAsOf > newest ? ['rests on a law of later'] : []),
		...(parsed.success && parsed.data.body !== article.body ? ['the text is not as it would be kept'] : []),
	]
}

describe('the demo’s articles', () => {
	test('could all have been published', () => {
		expect(all.map(({ where, article }) => ({ where, faults: faultsOf(article) })).filter(({ faults }) => faults.length > 0)).toEqual([])
	})

	test('have unique titles and addresses', () => {
		expect(new Set(all.map(({ article }) => article.title)).size).toBe(all.length)
		expect(new Set(all.map(({ article }) => article.slug)).size).toBe(all.length)
	})
})
