import { type Fields, fieldText, type FieldType, type ItemField } from '../../../domain/taxonomy/editing/item-fields.ts'

/** A changed field: what went and what came. Of a list, only the entries that differ. */
export type FieldChange = { name: string; label: string; before: string; after: string; isPartial: boolean }

const lists: readonly FieldType[] = ['paragraphs', 'lines', 'faq', 'choices']

function changeOf(field: ItemField, before: Fields[string] | undefined, after: Fields[string] | undefined): FieldChange | null {
	const [old, fresh] = [fieldText(field, before), fieldText(field, after)]
	if (old === fresh) return null
	const { name, label } = field
	if (!lists.includes(field.type) || !Array.isArray(before) || !Array.isArray(after))
		return { name, label, before: old, after: fresh, isPartial: false }
	const textOf = (entry: unknown) => fieldText(field, [entry] as never)
	const [olds, news] = [before.map(textOf), after.map(textOf)]
	const gone = olds.filter((one) => !news.includes(one))
	const come = news.filter((one) => !olds.includes(one))
	// The same entries in another order.
	if (gone.length === 0 && come.length === 0) return { name, label, before: old, after: fresh, isPartial: false }
	return { name, label, before: gone.join('\n\n'), after: come.join('\n\n'), isPartial: gone.length < olds.length }
}

/** The fields in which two versions of an item differ. */
export const changesBetween = (fields: readonly ItemField[], before: Fields, after: Fields): FieldChange[] =>
	fields.flatMap((field) => changeOf(field, before[field.name], after[field.name]) ?? [])
