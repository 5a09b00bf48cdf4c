import { notificationSettingsPath, questionEditPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { type FormKeys, HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import type { QuestionIntent } from './question-actions.server.ts'
import type { QuestionView } from './question-view.ts'
import styles from './askers-tools.module.css'

/** What the asker may do with the question now. Other actions are not shown. */
export function AskersTools({ question, forms, formState }: { question: QuestionView; forms: FormKeys; formState: FormState | undefined }) {
	const { id, can } = question
	const addendum = formStateFor(formState, 'addendum')
	return (
		<section className={styles.tools} aria-labelledby="tools">
			<h2 id="tools">あなたの質問です</h2>
			<WhatComesNext question={question} />
			{question.answerCount > 0 && question.state !== 'resolved' && (
				<p>役に立った回答があれば、ベストアンサーに選んでください。質問は解決済みになります。</p>
			)}
			<div className={styles.acts}>
				{can.edit.allowed && (
					<Link className="button" data-kind="quiet" to={questionEditPath(id)}>
						質問を編集する
					</Link>
				)}
				{can.resolve.allowed && <Act forms={forms} intent="resolve" label="解決済みにする" />}
				{can.reopen.allowed && <Act forms={forms} intent="reopen" label="解決済みを取り消す" />}
			</div>
			{(can.addAddendum.allowed || addendum) && (
				<details open={addendum !== undefined}>
					<summary>質問に追記する</summary>
					<form method="post" className={styles.form}>
						<HiddenFields csrfToken={forms.csrfToken} intent="addendum" />
						<ErrorSummary formState={addendum?.fields['form'] ? addendum : undefined} />
						<TextArea
							id="addendum"
							name="body"
							label="追記"
							hint="5〜1,000文字。投稿した追記は書き換えられません。"
							rows={4}
							formState={addendum}
						/>
						<button type="submit" className="button">
							追記する
						</button>
					</form>
				</details>
			)}
			{can.anonymise.allowed && (
				<details>
					<summary>匿名にする</summary>
					<p>お名前の代わりに、この質問だけの呼び名を表示します。元には戻せません。</p>
					<Act forms={forms} intent="anonymise" label="匿名にする" />
				</details>
			)}
			{can.delete.allowed && (
				<details>
					<summary>質問を削除する</summary>
					<p>質問は誰にも見えなくなります。元には戻せません。</p>
					<Act forms={forms} intent="delete" label="削除する" />
				</details>
			)}
		</section>
	)
}

/** For a question without an answer: who reads it, who can answer, and how the asker learns of it. */
function WhatComesNext({ question }: { question: QuestionView }) {
	const { answerCount, state, awaitsAddress, hiddenReason, askerName, taskCategory, tasks } = question
	if (answerCount > 0 || state === 'resolved' || awaitsAddress || hiddenReason !== null) return null
	return (
		<ol className={styles.next}>
			<li>{`この質問は公開されていて、だれでも読めます。質問した方のお名前は「${askerName}」と表示されます。`}</li>
			<li>{`「${(tasks[0] ?? taskCategory).name}」に回答できる専門家の画面に、回答待ちの質問として載りました。回答できるのは、資格を確かめた専門家だけです。`}</li>
			<li>
				回答が届くと、サイトのお知らせとメールでお知らせします（
				<Link to={notificationSettingsPath()}>お知らせの設定</Link>
				）。役に立った回答をベストアンサーに選べます。
			</li>
		</ol>
	)
}

function Act({ forms, intent, label }: { forms: FormKeys; intent: QuestionIntent; label: string }) {
	return (
		<form method="post">
			<HiddenFields csrfToken={forms.csrfToken} intent={intent} />
			<button type="submit" className="button" data-kind="quiet">
				{label}
			</button>
		</form>
	)
}
