import { RECHECK_NOTE } from '../../../domain/experts/registration-input.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

/** The yearly comparison of a verified expert's credentials with the public register. */
export function Recheck({
	recheck,
	mayRecord,
	csrfToken,
	formState,
}: {
	recheck: { checked: string; isDue: boolean; asked: string | null } | null
	mayRecord: boolean
	csrfToken: string
	formState: FormState | undefined
}) {
	if (!recheck) return <ErrorSummary formState={formState} />
	return (
		<section className={styles.section} aria-labelledby="recheck">
			<h2 id="recheck">資格の再確認</h2>
			<p className={recheck.isDue ? styles.late : styles.quiet}>
				{`最後の確認は${recheck.checked}です。${recheck.isDue ? '1年を過ぎたため、' : '1年ごとに、'}名簿で登録が続いていることを確かめます。`}
			</p>
			{recheck.asked !== null && (
				<p className={styles.warn}>{`${recheck.asked}に、本人に確認を依頼しました。返事や資格の変更の申請を待っています。`}</p>
			)}
			{mayRecord && (
				<details open={recheck.isDue || formState !== undefined}>
					<summary>再確認を記録する</summary>
					<form method="post" className={formStyles.form} noValidate>
						<ErrorSummary formState={formState} />
						<HiddenFields csrfToken={csrfToken} />
						<p className={styles.quiet}>
							名簿と合えば記録します。合わないところは本人に確認を依頼でき、書いた内容がそのままメールで届きます。名簿にないことが確かなら、公開を停止します。
						</p>
						<TextArea
							id="recheck-note"
							name="note"
							label="確かめた名簿と結果、または確認できなかったこと"
							hint={`${RECHECK_NOTE.min}〜${RECHECK_NOTE.max}文字。操作の記録に残ります。確認を依頼するときは、本人にもそのまま届きます。`}
							rows={2}
							formState={formState}
						/>
						<div className={formStyles.buttons}>
							<button type="submit" name="intent" value="recheck" className="button" data-kind="quiet">
								再確認を記録する
							</button>
							<button type="submit" name="intent" value="recheckAsk" className="button" data-kind="quiet">
								本人に確認を依頼する
							</button>
						</div>
					</form>
				</details>
			)}
		</section>
	)
}
