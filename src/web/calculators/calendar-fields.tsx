import { audiences, type CalendarQuery } from '../../domain/calculators/calendar-query.ts'
import { Choices } from '../forms/choices.tsx'
import { controlProps, Field, FieldGroup } from '../forms/field.tsx'

/** Whose due dates: of which businesses, and of a company whose business year ends in which month. */
export function CalendarFields({
	query: { who, closing },
	errors = {},
}: {
	query: CalendarQuery
	errors?: Readonly<Record<string, string>>
}) {
	return (
		<>
			<FieldGroup id="who" legend="あなたの事業" note="（いくつでも。選ばなければ全部）" error={errors['who']}>
				<Choices type="checkbox" name="who" options={audiences} chosen={who} />
			</FieldGroup>
			<Field id="closing" label="決算月（会社）" optional error={errors['closing']}>
				<select {...controlProps('closing', { error: errors['closing'] })} name="closing" defaultValue={closing ?? ''}>
					<option value="">選ばない</option>
					{Array.from({ length: 12 }, (_, index) => (
						<option key={index + 1} value={index + 1}>{`${index + 1}月`}</option>
					))}
				</select>
			</Field>
		</>
	)
}
