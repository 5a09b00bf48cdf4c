import type { FormState } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Moment } from '../ui/day.tsx'
import { Tag } from '../ui/tag.tsx'
import { FactList } from '../ui/fact-list.tsx'
import type { ContactView } from './factoring-contact-view.server.ts'
import stack from '../ui/stack.module.css'
import styles from './factoring-contact.module.css'

/** What one sent, and the way to take it back. */
export function ContactCard({
	contact,
	csrfToken,
	formState,
}: {
	contact: ContactView
	csrfToken: string
	formState: FormState | undefined
}) {
	const { id, state, stateLabel, contacted, ended, rows, diagnosis } = contact
	return (
		<>
			<p className={stack.line}>
				<Tag tone={state === 'unconfirmed' ? 'warn' : state === 'closed' ? 'plain' : 'accent'}>{stateLabel}</Tag>
				{contacted !== null && (
					<span className={styles.quiet}>
						<Moment moment={contacted} />
						に連絡
					</span>
				)}
				{ended !== null && (
					<span className={styles.quiet}>
						<Moment moment={ended} />
						に終了
					</span>
				)}
			</p>
			{state === 'unconfirmed' && <p>まだ担当者に届いていません。メールの「申し込みを確定する」のボタンを押すと届きます。</p>}
			<FactList rows={rows} />
			{diagnosis === null ? (
				<p className={styles.quiet}>診断の入力内容は送っていません。</p>
			) : (
				<details className={styles.withdraw}>
					<summary>一緒に送った診断の入力内容</summary>
					<FactList rows={diagnosis} />
				</details>
			)}
			<details className={styles.withdraw} open={formState !== undefined}>
				<summary>申し込みを取り下げる</summary>
				<form method="post" className={styles.act}>
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} targetId={id} />
					<p>お名前、連絡先、相談の内容、診断の入力内容を、すぐに消去します。元には戻せません。</p>
					<button type="submit" className="button" data-kind="quiet">
						取り下げて消去する
					</button>
				</form>
			</details>
		</>
	)
}
