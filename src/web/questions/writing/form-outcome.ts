import type { PersonalDataKind } from '../../../domain/questions/personal-data.ts'
import type { SimilarQuestion } from '../../../domain/questions/types.ts'
import type { FormState, Values } from '../../forms/form-state.ts'

/** What a form of asking or answering comes back with, always with what was typed. */
export type FormOutcome =
	| (FormState & { kind?: undefined })
	/** Looked at, not posted. */
	| { kind: 'similar'; similar: SimilarQuestion[]; values: Values }
	/** Would be posted, but holds what perhaps should not be public. */
	| { kind: 'warned'; findings: { kind: PersonalDataKind; text: string }[]; values: Values }
	| { kind: 'drafted'; values: Values }
	/** Only its images were taken over. */
	| { kind: 'pictured'; values: Values }
	/** Somebody saved a newer version meanwhile: the lines of what stands now. */
	| { kind: 'overtaken'; current: { label: string; text: string }[]; version: number; values: Values }

export const formStateOf = (outcome: FormOutcome | undefined): FormState | undefined =>
	outcome && outcome.kind === undefined ? outcome : undefined
