import type { InputHTMLAttributes } from 'react'
import { choicesOf, fieldsOf, type OfficeField, type OfficeFieldKind } from '../../../domain/offices/office-fields.ts'
import { Check, Line, Select } from './section-form.tsx'
import type { SectionView } from './section-view.ts'

/** How a line of each kind is typed. */
const attributes: Partial<Record<OfficeFieldKind, Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'placeholder'>>> = {
	count: { inputMode: 'numeric' },
	optionalCount: { inputMode: 'numeric' },
	corporateNumber: { inputMode: 'numeric' },
	pastDay: { type: 'date' },
	url: { type: 'url', placeholder: 'https://' },
}

const isOptional = (field: OfficeField): boolean =>
	'length' in field ? field.length.min === 0 : ['optionalCount', 'pastDay', 'corporateNumber', 'invoiceNumber', 'url'].includes(field.kind)

/** The fields of a section that hold one value, in the order of the registry. */
export function ScalarFields({ view }: { view: SectionView }) {
	return fieldsOf(view.section).map((field) => {
		const { name, kind, label, hint, autoComplete } = field
		const choices = choicesOf(field)
		if (kind === 'flag') return <Check key={name} view={view} name={name} label={label} />
		if (choices) return <Select key={name} view={view} name={name} label={label} {...(hint && { hint })} choices={choices} />
		return (
			<Line
				key={name}
				view={view}
				name={name}
				label={label}
				{...(hint && { hint })}
				{...('length' in field && { maxLength: field.length.max })}
				{...(autoComplete && { autoComplete })}
				optional={isOptional(field)}
				{...attributes[kind]}
			/>
		)
	})
}
