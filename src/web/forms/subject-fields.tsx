import { useFrame } from '../layout/site.ts'
import { controlProps, Field, FieldGroup } from './field.tsx'
import fieldStyles from './field.module.css'
import { textIn, textsIn, type Values } from './form-state.ts'
import styles from './form.module.css'

export type TaskChoice = { id: number; name: string; categoryId: number }

/** What a text is about: its category and some tasks, chosen one by one. */
export function SubjectFields({
	values,
	errors,
	tasks,
	most,
	note,
	hint,
}: {
	values: Values
	errors: Readonly<Record<string, string>>
	tasks: readonly TaskChoice[]
	most: number
	/** Beside the legend: how many there may be. */
	note: string
	hint: string
}) {
	const { categories } = useFrame()
	const error = errors['taskIds']
	const chosen = textsIn(values, 'task').filter((id) => id !== '')
	return (
		<>
			<CategoryField values={values} error={errors['taskCategoryId']} categories={categories} />
			<FieldGroup id="tasks" legend="関連する業務" note={note} hint={hint} error={error}>
				<div className={styles.row}>
					{Array.from({ length: most }, (_, place) => (
						<select
							key={place}
							name="task"
							className={fieldStyles.input}
							aria-label={`関連する業務${place + 1}`}
							aria-invalid={error ? true : undefined}
							defaultValue={chosen[place] ?? ''}
						>
							<option value="">選ばない</option>
							{categories.map((category) => (
								<optgroup key={category.id} label={category.name}>
									{tasks
										.filter(({ categoryId }) => categoryId === category.id)
										.map(({ id, name }) => (
											<option key={id} value={id}>
												{name}
											</option>
										))}
								</optgroup>
							))}
						</select>
					))}
				</div>
			</FieldGroup>
		</>
	)
}

function CategoryField({
	values,
	error,
	categories,
}: {
	values: Values
	error: string | undefined
	categories: readonly { id: number; name: string }[]
}) {
	return (
		<Field id="category" label="カテゴリー" error={error}>
			<select {...controlProps('category', { error })} name="category" defaultValue={textIn(values, 'category') ?? ''}>
				<option value="">選んでください</option>
				{categories.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</Field>
	)
}
