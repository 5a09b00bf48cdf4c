import { type Values, textIn } from './form-state.ts'
import { InputField } from './field.tsx'

/** Draws fields of one line with what was typed or saved, and what is wrong with it, by their ids. */
export const lineFields =
	(values: Values, errors: Readonly<Record<string, string>>) =>
	(id: string, label: string, more: { hint?: string; optional?: boolean; type?: string; maxLength?: number } = {}) => (
		<InputField id={id} label={label} error={errors[id]} defaultValue={textIn(values, id)} {...more} />
	)
