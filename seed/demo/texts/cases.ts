import { z } from 'zod'
import { readYaml } from '../../content-files.ts'
import { categoryOf, taskOf } from '../../taxonomy/index.ts'

const caseSchema = z.strictObject({
	/** Slugs of the tasks that the case can be about: an office that does none of them does not tell it. */
	tasks: z.array(z.string()).min(1),
	title: z.string(),
	client: z.string(),
	body: z.string(),
})

/** Cases by category id; notation of grammar.ts. Variables: $industry1, $task1, $town, $title. */
export const caseTexts = new Map(
	Object.entries(readYaml('demo/cases.yaml', z.record(z.string(), z.array(caseSchema).min(1)))).map(([category, cases]) => [
		categoryOf(category).id,
		cases.map(({ tasks, ...text }) => ({ ...text, taskIds: tasks.map((task) => taskOf(task).id) })),
	]),
)
