import { businessRoles } from '../../domain/accounts/business-roles.ts'
import { TextField } from './account-form.tsx'
import { failureOf, type FormAnswer } from './form-answer.ts'
import choiceStyles from '../ui/choice.module.css'
import styles from './person-fields.module.css'

type Person = { firstName: string; lastName: string; businessRole: string | null; categoryIds: readonly number[] }

/** Name, role and fields of interest: the same in the greeting and in the profile. */
export function PersonFields({
	person,
	categories,
	answer,
}: {
	person: Person
	categories: readonly { id: number; name: string }[]
	answer: FormAnswer | undefined
}) {
	const typedRole = failureOf(answer)?.values['businessRole']
	return (
		<>
			<div className={styles.names}>
				<TextField
					name="lastName"
					label="姓"
					autoComplete="family-name"
					maxLength={100}
					defaultValue={person.lastName}
					answer={answer}
					optional
				/>
				<TextField
					name="firstName"
					label="名"
					autoComplete="given-name"
					maxLength={100}
					defaultValue={person.firstName}
					answer={answer}
					optional
				/>
			</div>
			<fieldset className={styles.group}>
				<legend>
					あなたの立場<small>（任意）</small>
				</legend>
				<div className={styles.choices}>
					{businessRoles.map(({ value, label }) => (
						<label key={value} className={choiceStyles.choice}>
							<input type="radio" name="businessRole" value={value} defaultChecked={(typedRole ?? person.businessRole) === value} />
							<span>{label}</span>
						</label>
					))}
				</div>
			</fieldset>
			<fieldset className={styles.group}>
				<legend>
					関心のある分野<small>（いくつでも）</small>
				</legend>
				<input type="hidden" name="categories" value="1" />
				<div className={styles.choices}>
					{categories.map(({ id, name }) => (
						<label key={id} className={choiceStyles.choice}>
							<input type="checkbox" name="category" value={id} defaultChecked={person.categoryIds.includes(id)} />
							<span>{name}</span>
						</label>
					))}
				</div>
			</fieldset>
		</>
	)
}
