import { z } from 'zod'
import { listContent, readMarkdown, readYaml } from '../content-files.ts'
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

const tools = new Map(
	listContent('tools', '.md').map((slug): [string, ToolSeed] => [slug, { slug, ...readMarkdown(`tools/${slug}.md`, toolSchema) }]),
)

/** The categories in the order in which the site shows them, which is that of their ids. */
export const categories: readonly CategorySeed[] = listContent('taxonomy', '')
	.filter((name) => !name.includes('.'))
	.map(readCategory)
	.sort((a, b) => a.id - b.id)

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
	return { slug, ...readMarkdown(`${folder}/category.md`, categorySchema), tasks }
}

function readTask(folder: string, slug: string): TaskSeed {
	const file = `${folder}/${slug}.md`
	const task = readMarkdown(file, taskSchema)
	return {
		slug,
		...task,
		tools: task.tools.map((name) => {
			const tool = tools.get(name)
			if (!tool) throw new Error(`content/${file} refers to the tool ${name}, which is not in content/tools`)
			return tool
		}),
	}
}
