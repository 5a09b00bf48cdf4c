import { textIn } from '../forms/form-state.ts'
import { businessRoles } from '../../domain/accounts/business-roles.ts'
import { Choices } from '../forms/choices.tsx'
import { FieldGroup } from '../forms/field.tsx'
import { TextField } from '../forms/identity-form.tsx'
import { failureOf, type IdentityFormState } from '../forms/identity-form-state.ts'
import styles from './person-fields.module.css'

type Person = { firstName: string; lastName: string; businessRole: string | null; categoryIds: readonly number[] }

/** Name, role and fields of interest: the same in the greeting and in the profile. */
export function PersonFields({
	person,
	categories,
	formState,
}: {
	person: Person
	categories: readonly { id: number; name: string }[]
	formState: IdentityFormState | undefined
}) {
	const typedRole = textIn(failureOf(formState)?.values, 'businessRole')
	return (
		<>
			<div className={styles.names}>
				<TextField
					name="lastName"
					label="姓"
					autoComplete="family-name"
					maxLength={100}
					defaultValue={person.lastName}
					formState={formState}
					optional
				/>
				<TextField
					name="firstName"
					label="名"
					autoComplete="given-name"
					maxLength={100}
					defaultValue={person.firstName}
					formState={formState}
					optional
				/>
			</div>
			<FieldGroup id="businessRole" legend="あなたの立場" note="（任意）">
				<Choices type="radio" name="businessRole" options={businessRoles} chosen={[typedRole ?? person.businessRole ?? '']} isShort />
			</FieldGroup>
			<FieldGroup id="category" legend="関心のある分野" note="（いくつでも）">
				<input type="hidden" name="categories" value="1" />
				<Choices
					type="checkbox"
					name="category"
					options={categories.map(({ id, name }) => ({ value: `${id}`, label: name }))}
					chosen={person.categoryIds.map(String)}
					isShort
				/>
			</FieldGroup>
		</>
	)
}
