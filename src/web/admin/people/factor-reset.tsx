import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import type { PersonData } from './load-person.server.ts'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

const hint = '5〜500文字。操作の記録に残ります。'
const effect =
	'認証アプリと回復用コードを解除し、すべての端末からログアウトさせます。パスワード、パスキー、外部アカウントの連携はそのままです。'

/** The id of the heading above a request that waits for a second person. */
export const FACTOR_RESET_PLACE = 'factor-reset'

/** The removal of a second factor that was lost: one of the staff asks, another one decides. */
export function FactorReset({ person, formState }: { person: PersonData; formState: FormState | undefined }) {
	const { reset, canAct, security, csrfToken } = person
	if (!canAct) return null
	const asking = formStateFor(formState, 'factor-request')
	const deciding = formStateFor(formState, 'factor-decide')
	if (reset === null)
		return security.hasApp ? (
			<details open={asking !== undefined || deciding !== undefined}>
				<summary>二段階認証の解除を依頼する</summary>
				<ErrorSummary formState={deciding} />
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={asking} />
					<HiddenFields csrfToken={csrfToken} intent="factor-request" />
					<p className={styles.quiet}>{`別の担当者が承認すると、${effect}依頼したことは、本人にもメールで届きます。`}</p>
					<TextArea id="factor-reason" name="reason" label="本人と確認した方法と理由" hint={hint} rows={2} formState={asking} />
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							解除を依頼する
						</button>
					</div>
				</form>
			</details>
		) : (
			<ErrorSummary formState={asking ?? deciding} />
		)
	return (
		<div>
			<h3 id={FACTOR_RESET_PLACE}>二段階認証の解除の依頼</h3>
			<p className={styles.quiet}>{`${reset.at} ${reset.by}`}</p>
			<p className={styles.reason}>{reset.reason}</p>
			<ErrorSummary formState={asking} />
			{reset.isOwn ? (
				<>
					<ErrorSummary formState={deciding} />
					<p>別の担当者の承認を待っています。</p>
				</>
			) : (
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={deciding} />
					<HiddenFields csrfToken={csrfToken} intent="factor-decide" />
					<p className={styles.quiet}>{`承認すると、${effect}`}</p>
					<TextArea id="factor-decision" name="reason" label="判断の理由" hint={hint} rows={2} formState={deciding} />
					<div className={formStyles.buttons}>
						<button type="submit" name="verdict" value="grant" className="button">
							承認して解除する
						</button>
						<button type="submit" name="verdict" value="refuse" className="button" data-kind="quiet">
							見送る
						</button>
					</div>
				</form>
			)}
		</div>
	)
}
