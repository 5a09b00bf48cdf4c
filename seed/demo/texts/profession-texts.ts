import { z } from 'zod'
import { readYaml } from '../../content-files.ts'
import type { ProfessionSlug } from '../../taxonomy/types.ts'
import { texts } from './grammar.ts'

const schema = z.strictObject({
	headlines: texts,
	/** Where the person worked before. */
	careers: texts,
	/** Why this profession, why this office. */
	turns: texts,
	/** What the person is good at. */
	strengths: texts,
	/** How the person works with clients. */
	ways: texts,
	officeHeadlines: texts,
	officeBodies: texts,
})

/**
 * What members of a profession say of themselves, in the notation of grammar.ts. Variables: $surname, $office, $town
 * (municipality), $pref, $access (station or town), $years, $task1, $task2, $industry1, $industry2, $title.
 */
export type ProfessionTexts = z.infer<typeof schema>

export const readProfessionTexts = (profession: ProfessionSlug): ProfessionTexts => readYaml(`demo/professions/${profession}.yaml`, schema)
