import type { TaskSuggestions } from '../../domain/questions/question-tasks.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { controlProps, Field } from '../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../forms/form-state.ts'
import { type FormKeys, HiddenFields } from '../forms/hidden-fields.tsx'
import type { QuestionIntent } from './question-actions.server.ts'
import type { QuestionView } from './question-view.ts'
import styles from './askers-tools.module.css'

type Forms = { forms: FormKeys; formState: FormState | undefined }

/** What a question without a task is about: experts suggest it, the asker decides. */
export function TaskOfQuestion({
	question,
	suggestions: { suggested, own },
	choices,
	...rest
}: { question: QuestionView; suggestions: TaskSuggestions; choices: readonly { id: number; name: string }[] } & Forms) {
	if (question.isViewersOwn) return suggested.length === 0 ? null : <Decide suggested={suggested} forms={rest.forms} />
	if (!question.can.suggestTask.allowed) return null
	if (own?.isDeclined)
		return <p className={styles.tools}>{`「${own.name}」の提案は、質問者が「ちがう相談」と答えました。ありがとうございました。`}</p>
	return <Suggest own={own} choices={choices} {...rest} />
}

function Decide({ suggested, forms }: { suggested: TaskSuggestions['suggested']; forms: FormKeys }) {
	return (
		<section className={styles.tools} aria-labelledby="suggested">
			<h2 id="suggested">どの業務の相談ですか</h2>
			<p>
				専門家からの提案です。業務を決めると、その業務を扱える資格の専門家が回答できるようになります。内容に合わないものは「ちがう相談」を選んでください。
			</p>
			{suggested.map(({ taskId, name, experts }) => (
				<div key={taskId}>
					<p>
						<strong>{name}</strong>
						{`（${experts[0] ?? ''}さん${experts.length > 1 ? `ほか${experts.length - 1}人` : ''}の提案）`}
					</p>
					<div className={styles.acts}>
						<Choose forms={forms} intent="confirmTask" taskId={taskId} label={`「${name}」の相談にする`} />
						<Choose forms={forms} intent="declineTask" taskId={taskId} label="ちがう相談" about={name} />
					</div>
				</div>
			))}
		</section>
	)
}

function Choose({
	forms,
	intent,
	taskId,
	label,
	about,
}: {
	forms: FormKeys
	intent: QuestionIntent
	taskId: number
	label: string
	/** Tells equal buttons apart where they are read without the text around them. */
	about?: string
}) {
	return (
		<form method="post">
			<HiddenFields csrfToken={forms.csrfToken} intent={intent} />
			<input type="hidden" name="taskId" value={taskId} />
			<button type="submit" className="button" data-kind="quiet" aria-label={about && `${about}とは${label}`}>
				{label}
			</button>
		</form>
	)
}

function Suggest({
	own,
	choices,
	forms,
	formState,
}: { own: TaskSuggestions['own']; choices: readonly { id: number; name: string }[] } & Forms) {
	const state = formStateFor(formState, 'suggestTask')
	const error = state?.fields['taskId']
	return (
		<section className={styles.tools} aria-labelledby="suggest">
			<h2 id="suggest">どの業務の相談かを提案する</h2>
			{own && <p>{`「${own.name}」を提案しました。質問者が確かめると、質問に付きます。選び直すこともできます。`}</p>}
			<details open={state !== undefined}>
				<summary>{own ? '提案を選び直す' : '業務を選ぶ'}</summary>
				<form method="post" className={styles.form} noValidate>
					<HiddenFields csrfToken={forms.csrfToken} intent="suggestTask" />
					<ErrorSummary formState={state} />
					<Field
						id="suggested-task"
						label="この質問の業務"
						hint="業務の決まっていない質問に回答できる資格は、カテゴリーで決まっています。業務が決まると、その業務を行える資格の専門家が回答できます。"
						error={error}
					>
						<select
							{...controlProps('suggested-task', { hint: true, error })}
							name="taskId"
							defaultValue={textIn(state?.values, 'taskId') ?? '0'}
						>
							<option value="0">選んでください</option>
							{choices.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</select>
					</Field>
					<button type="submit" className="button" data-kind="quiet">
						質問者に提案する
					</button>
				</form>
			</details>
		</section>
	)
}
