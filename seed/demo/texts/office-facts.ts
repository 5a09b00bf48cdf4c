import { z } from 'zod'
import { readYaml } from '../../content-files.ts'
import { texts } from './grammar.ts'

/** What offices say in a word: for whom they work, with what software, in which languages. */
export const officeFacts = readYaml(
	'demo/office-facts.yaml',
	z.strictObject({
		industries: texts,
		/** Industries that are at home in a prefecture, by its slug. */
		localIndustries: z.record(z.string(), texts),
		software: z.strictObject({ accounting: texts, payroll: texts, general: texts }),
		languages: texts,
	}),
)
