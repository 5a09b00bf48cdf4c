import { controlText, type Fields, type ItemField } from '../../../domain/taxonomy/editing/item-fields.ts'
import { Choices } from '../../forms/choices.tsx'
import { controlProps, Field, FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { TextArea } from '../../forms/text-area.tsx'

const ROWS: Partial<Record<ItemField['type'], number>> = { text: 4, paragraphs: 14, lines: 6, faq: 12 }

/** The fields of an item with what was typed, or `values`. */
export function ItemFields({
	fields,
	values,
	formState,
}: {
	fields: readonly ItemField[]
	values: Fields
	formState: FormState | undefined
}) {
	return fields.map((field) => <ItemControl key={field.name} field={field} value={values[field.name]} formState={formState} />)
}

type ControlProps = { field: ItemField; value: Fields[string] | undefined; formState: FormState | undefined }

const idOf = ({ name }: ItemField) => `item-${name}`

/** Label and hint of a control, as the form kit takes them. */
const aboutOf = (field: ItemField) => ({
	id: idOf(field),
	label: field.label,
	...(field.hint === undefined ? {} : { hint: field.hint }),
	...(field.optional ? { optional: field.optional } : {}),
})

function ItemControl({ field, value, formState }: ControlProps) {
	const text = controlText(field, value)
	switch (field.type) {
		case 'choices':
		case 'flag':
			return <Ticks field={field} value={value} formState={formState} />
		case 'choice':
			return <Selection field={field} value={value} formState={formState} />
		case 'line':
		case 'url':
		case 'number':
		case 'date':
			return (
				<InputField
					{...aboutOf(field)}
					name={field.name}
					type={field.type === 'date' ? 'date' : 'text'}
					inputMode={field.type === 'number' ? 'decimal' : undefined}
					autoComplete="off"
					error={formState?.fields[field.name]}
					defaultValue={textIn(formState?.values, field.name) ?? text}
				/>
			)
		default:
			return <TextArea {...aboutOf(field)} name={field.name} rows={ROWS[field.type] ?? 4} formState={formState} defaultValue={text} />
	}
}

/** Boxes of several choices, or the one of a flag. */
function Ticks({ field, value, formState }: ControlProps) {
	const { name, label, hint, type, choices = [] } = field
	const shown = type === 'flag' ? (value === true ? ['on'] : []) : Array.isArray(value) ? value.map(String) : []
	return (
		<FieldGroup id={idOf(field)} legend={label} hint={hint} error={formState?.fields[name]}>
			<Choices
				type="checkbox"
				name={name}
				options={type === 'flag' ? [{ value: 'on', label: `${label}として表示する` }] : choices}
				chosen={formState ? textsIn(formState.values, name) : shown}
			/>
		</FieldGroup>
	)
}

function Selection({ field, value, formState }: ControlProps) {
	const { name, hint, optional, choices = [] } = field
	const error = formState?.fields[name]
	const text = controlText(field, value)
	return (
		<Field {...aboutOf(field)} error={error}>
			<select {...controlProps(idOf(field), { hint, error })} name={name} defaultValue={textIn(formState?.values, name) ?? text}>
				{(optional || text === '') && <option value="">{optional ? 'なし' : '選んでください'}</option>}
				{choices.map((choice) => (
					<option key={choice.value} value={choice.value}>
						{choice.label}
					</option>
				))}
			</select>
		</Field>
	)
}
