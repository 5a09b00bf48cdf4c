import { reportLengths } from '../../domain/moderation/input.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field } from '../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'

export type Forms = { csrfToken: string; formState: FormState | undefined }

export type TaskChoice = { taskId: number; name: string; taskCategoryId: number; taskCategoryName: string }

/** Which task the question is about, with the reason for its asker. One of another category moves the question there. */
export function SetTask({
	id,
	categoryId,
	choices,
	csrfToken,
	formState,
}: { id: number; categoryId: number; choices: readonly TaskChoice[] } & Forms) {
	const own = choices.filter((choice) => choice.taskCategoryId === categoryId)
	const groups = Map.groupBy(
		[...own, ...choices.filter((choice) => choice.taskCategoryId !== categoryId)],
		(choice) => choice.taskCategoryName,
	)
	const state = formStateFor(formState, 'set-task', id)
	const error = state?.fields['taskId']
	return (
		<details open={state !== undefined}>
			<summary>どの業務の相談かを決める・カテゴリーを移す</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={state} />
				<HiddenFields csrfToken={csrfToken} intent="set-task" targetId={id} />
				<Field
					id={`task-${id}`}
					label="業務"
					hint="回答は、この業務について行える範囲を扱うものだけが残ります。行えない資格の回答は非公開になり、回答した方に知らせます。ほかのカテゴリーの業務を選ぶと、質問もそのカテゴリーに移ります。"
					error={error}
				>
					<select
						{...controlProps(`task-${id}`, { hint: true, error })}
						name="taskId"
						defaultValue={textIn(state?.values, 'taskId') ?? '0'}
					>
						<option value="0">選んでください</option>
						{[...groups].map(([category, tasks], place) => (
							<optgroup key={category} label={place === 0 && own.length > 0 ? category : `${category}（カテゴリーも変わります）`}>
								{tasks[0] && <option value={tasks[0].taskCategoryId}>{`${category}のどれかわからない（業務は決めない）`}</option>}
								{tasks.map(({ taskId, name }) => (
									<option key={taskId} value={taskId}>
										{name}
									</option>
								))}
							</optgroup>
						))}
					</select>
				</Field>
				<Reason id={`set-task-${id}`} formState={state} />
				<div>
					<button type="submit" className="button" data-kind="quiet">
						決める
					</button>
				</div>
			</form>
		</details>
	)
}

function Reason({ id, formState }: { id: string; formState: FormState | undefined }) {
	return (
		<TextArea
			id={id}
			name="reason"
			label="理由"
			hint={`${reportLengths.reason.min}〜${reportLengths.reason.max}文字。関係する方に表示されます。`}
			rows={2}
			formState={formState}
		/>
	)
}

const decisions = {
	'hide-question': '質問を非公開にする',
	'show-question': '質問をもう一度公開する',
	'hide-answer': '回答を非公開にする',
	'show-answer': '回答をもう一度公開する',
	'accept-answer': '質問者に代わってベストアンサーに選ぶ',
	'withdraw-answer': 'ベストアンサーを取り消す',
} as const

export type Decision = keyof typeof decisions

/** One decision of staff, with the reason for those concerned. */
export function Decide({ id, intent, csrfToken, formState }: { id: number; intent: Decision } & Forms) {
	const fault = formStateFor(formState, intent, id)
	return (
		<details open={fault !== undefined}>
			<summary>{decisions[intent]}</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={fault} />
				<HiddenFields csrfToken={csrfToken} intent={intent} targetId={id} />
				<Reason id={`${intent}-${id}`} formState={fault} />
				<div>
					<button type="submit" className="button" data-kind="quiet">
						{decisions[intent]}
					</button>
				</div>
			</form>
		</details>
	)
}
