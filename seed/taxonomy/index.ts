import { z } from 'zod'
import { isoDay } from '../../src/domain/shared/japan-time.ts'
import { listContent, readMarkdown, readYaml } from '../content-files.ts'
import { fillFactsIn } from '../facts/load.ts'
import { estimateQuestionsOf, slugsAsked } from './estimate-questions.ts'
import { gateOfCategory, partsOfTask, slugsInParts } from './parts.ts'
import {
	type CategorySeed,
	categorySchema,
	type ProfessionSeed,
	professionSchema,
	taskSchema,
	type TaskSeed,
	type ToolSeed,
	toolSchema,
} from './types.ts'

export const professions: readonly ProfessionSeed[] = readYaml('taxonomy/professions.yaml', z.array(professionSchema))

/** Texts of the taxonomy say what is in force on the day they are loaded. */
const today = isoDay(Date.now())

const tools = new Map(
	listContent('tools', '.md').map((slug): [string, ToolSeed] => {
		const file = `tools/${slug}.md`
		return [slug, { slug, ...fillFactsIn(readMarkdown(file, toolSchema), today, file) }]
	}),
)

/** The categories in the order in which the site shows them, which is that of their ids. */
export const categories: readonly CategorySeed[] = listContent('taxonomy', '')
	.filter((name) => !name.includes('.'))
	.map(readCategory)
	.sort((a, b) => a.id - b.id)

const categoryNames = new Set(categories.map(({ slug }) => slug))
const taskNames = new Set(categories.flatMap(({ tasks }) => tasks.map(({ slug }) => slug)))
const strays = [
	...slugsInParts.categories.filter((slug) => !categoryNames.has(slug)),
	...slugsInParts.tasks.filter((slug) => !taskNames.has(slug)),
]
const unknown = slugsAsked.filter((slug) => !taskNames.has(slug))
if (unknown.length > 0) throw new Error(`content/taxonomy/estimate-questions.yaml speaks of ${unknown.join(', ')}, which are no tasks`)
if (strays.length > 0) throw new Error(`content/taxonomy/parts.yaml speaks of ${strays.join(', ')}, which are no tasks or categories`)

const tasksBySlug = new Map(categories.flatMap((category) => category.tasks.map((task) => [task.slug, task])))

/** The task of a slug. Throws when content refers to one that is not there. */
export function taskOf(slug: string): TaskSeed {
	const task = tasksBySlug.get(slug)
	if (!task) throw new Error(`There is no task ${slug} in content/taxonomy`)
	return task
}

/** The category of a slug. Throws when content refers to one that is not there. */
export function categoryOf(slug: string): CategorySeed {
	const category = categories.find((one) => one.slug === slug)
	if (!category) throw new Error(`There is no category ${slug} in content/taxonomy`)
	return category
}

function readCategory(slug: string): CategorySeed {
	const folder = `taxonomy/${slug}`
	const tasks = listContent(folder, '.md')
		.filter((name) => name !== 'category')
		.map((name) => readTask(folder, name))
		.sort((a, b) => a.id - b.id)
	const file = `${folder}/category.md`
	const category = { slug, ...fillFactsIn(readMarkdown(file, categorySchema), today, file) }
	return { ...category, tasks, gate: gateOfCategory(category) }
}

function readTask(folder: string, slug: string): TaskSeed {
	const file = `${folder}/${slug}.md`
	const task = fillFactsIn(readMarkdown(file, taskSchema), today, file)
	const parts = partsOfTask({ id: task.id, slug, name: task.name })
	const reserving = parts.flatMap(({ law }) => (law === null ? [] : [law.short]))
	return {
		slug,
		...task,
		parts,
		estimateQuestions: estimateQuestionsOf(slug),
		exclusiveLaw: reserving.length === parts.length ? [...new Set(reserving)].join('、') : null,
		tools: task.tools.map((name) => {
			const tool = tools.get(name)
			if (!tool) throw new Error(`content/${file} refers to the tool ${name}, which is not in content/tools`)
			return tool
		}),
	}
}
