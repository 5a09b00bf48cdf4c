import type { TaskQuestion } from '../../domain/estimates/task-questions.ts'
import { controlProps, Field, InputField } from '../forms/field.tsx'
import { type FormState, textIn, type Values } from '../forms/form-state.ts'
import styles from './estimate.module.css'

export const answerField = (key: string): string => `answers.${key}`

/** The questions of the task, each with its error beside it. Answers stay as typed when the form comes back. */
export function TaskQuestionFields({
	taskName,
	questions,
	values,
	formState,
}: {
	taskName: string
	questions: readonly TaskQuestion[]
	values: Values
	formState: FormState | undefined
}) {
	if (questions.length === 0) return null
	return (
		<>
			<p className={styles.lead}>{`「${taskName}」の金額を出すために、事務所が最初に知りたいことです。頼む事務所にだけ届きます。`}</p>
			{questions.map((question) => {
				const id = answerField(question.key)
				const typed = textIn(formState?.values, id) ?? textIn(values, id) ?? ''
				return <QuestionField key={id} id={id} question={question} typed={typed} error={formState?.fields[id]} />
			})}
		</>
	)
}

function QuestionField({
	id,
	question: { kind, label, options, unit, hint },
	typed,
	error,
}: {
	id: string
	question: TaskQuestion
	typed: string
	error: string | undefined
}) {
	if (kind === 'choice')
		return (
			<Field id={id} label={label} error={error} hint={hint || undefined}>
				<select {...controlProps(id, { error, hint: hint !== '' })} name={id} defaultValue={typed}>
					<option value="">選んでください</option>
					{options.map((option) => (
						<option key={option} value={option}>
							{option}
						</option>
					))}
				</select>
			</Field>
		)
	return (
		<InputField
			id={id}
			label={kind === 'count' ? `${label}（${unit}）` : label}
			hint={hint || undefined}
			error={error}
			inputMode={kind === 'count' ? 'numeric' : undefined}
			autoComplete="off"
			defaultValue={typed}
		/>
	)
}
