import type { PersonalDataKind } from '../../../domain/questions/personal-data.ts'
import type { SimilarQuestion } from '../../../domain/questions/types.ts'
import type { Outcome, Overtaken } from '../../forms/form-outcome.ts'
import type { Values } from '../../forms/form-state.ts'

/** The state of a form for questions and answers, always with what was typed. */
export type FormOutcome = Outcome<
	/** Previewed, not posted. */
	| { kind: 'similar'; similar: SimilarQuestion[]; values: Values }
	/** Valid, but may contain personal data. */
	| { kind: 'warned'; findings: { kind: PersonalDataKind; text: string }[]; values: Values }
	| { kind: 'drafted'; values: Values }
	/** Only its images were stored. */
	| { kind: 'pictured'; values: Values }
	| Overtaken
>
