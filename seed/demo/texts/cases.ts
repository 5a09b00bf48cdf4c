import { z } from 'zod'
import { readYaml } from '../../content-files.ts'
import { categoryOf } from '../../taxonomy/index.ts'

const schema = z.record(z.string(), z.array(z.strictObject({ title: z.string(), client: z.string(), body: z.string() })).min(1))

/** Cases by category id; notation of grammar.ts. Variables: $industry1, $task1, $town, $title. */
export const caseTexts = new Map(
	Object.entries(readYaml('demo/cases.yaml', schema)).map(([category, cases]) => [categoryOf(category).id, cases]),
)
