import { controlProps, Field } from './field.tsx'
import { type FormState, textIn } from './form-state.ts'

/** A field of several lines with what was typed, or `defaultValue`, and its error. */
export function TextArea({
	id,
	name,
	label,
	hint,
	rows,
	formState,
	defaultValue,
	optional,
	minLength,
}: {
	id: string
	name: string
	label: string
	hint?: string
	rows: number
	formState: FormState | undefined
	defaultValue?: string | undefined
	optional?: boolean
	/** Minimum length at which the error is removed (mended-errors.ts). */
	minLength?: number
}) {
	const error = formState?.fields[name]
	return (
		<Field id={id} label={label} hint={hint} error={error} optional={optional}>
			<textarea
				{...controlProps(id, { hint, error })}
				name={name}
				rows={rows}
				minLength={minLength}
				defaultValue={textIn(formState?.values, name) ?? defaultValue}
			/>
		</Field>
	)
}
