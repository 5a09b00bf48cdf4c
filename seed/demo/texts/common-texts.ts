import { z } from 'zod'
import { readYaml } from '../../content-files.ts'
import { texts } from './grammar.ts'

/** Sentences that any profession may say; notation of grammar.ts. Further variables: $home, $title, $age. */
export const commonTexts = readYaml(
	'demo/common-texts.yaml',
	z.strictObject({
		openings: texts,
		newcomerOpenings: texts,
		hobbies: texts,
		roots: texts,
		communities: texts,
		closings: texts,
		headlines: texts,
		officePlaces: texts,
		officePeople: texts,
		soloPeople: texts,
		firstConsultationFree: texts,
		firstConsultationPaid: texts,
		/** What a fee includes, by its basis. */
		feeIncludes: z.strictObject({ per_case: texts, monthly: texts, hourly: texts, percentage: texts }),
	}),
)
