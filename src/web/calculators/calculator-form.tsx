import type { CalculatorField } from '../../domain/calculators/calculator.ts'
import { calculatorPath } from '../../domain/shared/links.ts'
import { Choices } from '../forms/choices.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FieldGroup, InputField } from '../forms/field.tsx'
import type { FormState } from '../forms/form-state.ts'
import form from '../forms/form.module.css'

type Shown = { slug: string; fields: readonly CalculatorField[]; values: Record<string, string>; formState: FormState | undefined }

/** A GET form, so that it works without JavaScript and its results can be bookmarked. */
export function CalculatorForm({ slug, fields, values, formState }: Shown) {
	return (
		<form method="get" action={calculatorPath(slug)} className={form.form} noValidate>
			<ErrorSummary formState={formState} />
			{fields.map((field) => (
				<Question key={field.name} field={field} value={values[field.name]} error={formState?.fields[field.name]} />
			))}
			<p>
				<button type="submit" className="button">
					計算する
				</button>
			</p>
		</form>
	)
}

function Question({ field, value, error }: { field: CalculatorField; value: string | undefined; error: string | undefined }) {
	if (field.kind === 'choice')
		return (
			<FieldGroup id={field.name} legend={field.label} hint={field.hint} error={error}>
				<Choices type="radio" name={field.name} options={field.options} chosen={[value ?? field.options[0]?.value ?? '']} />
			</FieldGroup>
		)
	return (
		<InputField
			id={field.name}
			label={`${field.label}（${field.unit}）`}
			hint={field.hint}
			error={error}
			inputMode={field.kind === 'yen' ? 'text' : 'decimal'}
			autoComplete="off"
			maxLength={40}
			defaultValue={value ?? field.initial}
		/>
	)
}
