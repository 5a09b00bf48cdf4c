import type { PersonalDataKind } from '../../../domain/questions/personal-data.ts'
import type { SimilarQuestion } from '../../../domain/questions/types.ts'
import type { Outcome, Overtaken } from '../../forms/form-outcome.ts'
import type { Values } from '../../forms/form-state.ts'

/** What a form of asking or answering comes back with, always with what was typed. */
export type FormOutcome = Outcome<
	/** Looked at, not posted. */
	| { kind: 'similar'; similar: SimilarQuestion[]; values: Values }
	/** Would be posted, but holds what perhaps should not be public. */
	| { kind: 'warned'; findings: { kind: PersonalDataKind; text: string }[]; values: Values }
	| { kind: 'drafted'; values: Values }
	/** Only its images were taken over. */
	| { kind: 'pictured'; values: Values }
	| Overtaken
>
