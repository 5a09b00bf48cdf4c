import type { FormState, Values } from './form-state.ts'

/** The result of a form: its state when rejected, or one of its page's own results, distinguished by `kind`. */
export type Outcome<Result extends { kind: string }> = (FormState & { kind?: undefined }) | Result

/** A newer version was saved meanwhile: the lines of that version, and what was typed. */
export type Overtaken = { kind: 'overtaken'; version: number; current: { label: string; text: string }[]; values: Values }

/** The state of a refused form; undefined for any other result. */
export function formStateOf(outcome: (FormState & { kind?: undefined }) | { kind: string } | undefined): FormState | undefined {
	return outcome?.kind === undefined ? outcome : undefined
}
