import { lengths, MAX_TASKS } from '../../../domain/questions/input.ts'
import { stages } from '../../../domain/questions/types.ts'
import { controlProps, Field, FieldGroup, InputField } from '../../forms/field.tsx'
import { PrefectureOptions } from '../../forms/prefecture-options.tsx'
import type { Values } from '../../forms/form-state.ts'
import { textIn } from '../../forms/form-state.ts'
import styles from '../../forms/form.module.css'
import { SubjectFields, type TaskChoice } from '../../forms/subject-fields.tsx'

/** What a question is about and who asks: category, tasks, place, stage and industry. */
export function TopicFields({
	values,
	errors,
	tasks,
}: {
	values: Values
	errors: Readonly<Record<string, string>>
	tasks: readonly TaskChoice[]
}) {
	return (
		<>
			<SubjectFields
				values={values}
				errors={errors}
				tasks={tasks}
				most={MAX_TASKS}
				note={`（任意、${MAX_TASKS}つまで）`}
				hint="業務を選ぶと、その業務を扱う専門家が質問を見つけやすくなります。"
			/>
			<FieldGroup id="stage" legend="事業の段階" error={errors['stage']}>
				<ul className={styles.choices}>
					{stages.map(({ value, label }) => (
						<li key={value}>
							<label>
								<input type="radio" name="stage" value={value} defaultChecked={textIn(values, 'stage') === value} />
								{label}
							</label>
						</li>
					))}
				</ul>
			</FieldGroup>
			<div className={styles.row}>
				<Field id="prefecture" label="都道府県" optional error={errors['prefectureId']}>
					<select
						{...controlProps('prefecture', { error: errors['prefectureId'] })}
						name="prefecture"
						defaultValue={textIn(values, 'prefecture') ?? ''}
					>
						<option value="">指定しない</option>
						<PrefectureOptions />
					</select>
				</Field>
				<InputField
					id="industry"
					label="業種"
					optional
					error={errors['industry']}
					autoComplete="off"
					placeholder="例：飲食業"
					maxLength={lengths.industry.max}
					defaultValue={textIn(values, 'industry')}
				/>
			</div>
		</>
	)
}
