import type { ReactNode } from 'react'
import { CONSENT_ABOVE_FOLLOWERS } from '../../../domain/experts/suspensions/consent-input.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

/** The id of the heading above the request and its decision. */
export const CONSENT_PLACE = 'suspend-consent'

export type WaitingConsent = { reason: string; followers: number; at: string; by: string; isOwn: boolean }

/** Names of the forms, and of what the page does with them. */
export const consentIntents = ['suspend-request', 'suspend-decide', 'suspend-withdraw'] as const

type Props = {
	/** What the suspension does, as the page shows it before every suspension. */
	effects: ReactNode
	/** What the reason must be like, and who reads it. */
	reasonHint: string
	request: WaitingConsent | null
	/** Of the item that was seen, where it has one. */
	version?: number
	csrfToken: string
	formState: FormState | undefined
}

/** Above a long page: what waits at its end for a second person. */
export function WaitingConsentNote() {
	return (
		<p className={styles.warn} role="note">
			停止の承認を待つ依頼があります。<a href={`#${CONSENT_PLACE}`}>依頼を見る</a>
		</p>
	)
}

/** The suspension of an expert or a member with many followers: one of the staff asks, another one decides. */
export function ConsentForm({ request, ...props }: Props) {
	return (
		<section className={styles.section} aria-labelledby={CONSENT_PLACE}>
			<h2 id={CONSENT_PLACE}>停止（2人の承認が必要）</h2>
			{request === null ? <Ask {...props} /> : <Decide {...props} request={request} />}
		</section>
	)
}

function Ask({ effects, reasonHint, version, csrfToken, formState }: Omit<Props, 'request'>) {
	const asking = formStateFor(formState, 'suspend-request')
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={asking ?? formStateFor(formState, 'suspend-decide') ?? formStateFor(formState, 'suspend-withdraw')} />
			<HiddenFields csrfToken={csrfToken} intent="suspend-request" {...(version === undefined ? {} : { version })} />
			<p>{`フォローしている人が${CONSENT_ABOVE_FOLLOWERS}人を超えるため、別の担当者が承認するまで停止しません。承認すると、次のことが起きます。`}</p>
			{effects}
			<TextArea id="suspend-request-reason" name="reason" label="停止する理由" hint={reasonHint} rows={3} formState={asking} />
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					停止の承認を依頼する
				</button>
			</div>
		</form>
	)
}

function Decide({ effects, request, version, csrfToken, formState }: Omit<Props, 'request'> & { request: WaitingConsent }) {
	const deciding = formStateFor(formState, 'suspend-decide')
	const { at, by, reason, followers, isOwn } = request
	return (
		<>
			<p className={styles.quiet}>{`${at} ${by}が停止を依頼しました（依頼したときのフォロー ${followers.toLocaleString('ja-JP')}人）。`}</p>
			<p className={styles.reason}>{reason}</p>
			<ErrorSummary formState={formStateFor(formState, 'suspend-request') ?? formStateFor(formState, 'suspend-withdraw')} />
			{isOwn ? (
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={deciding} />
					<HiddenFields csrfToken={csrfToken} intent="suspend-withdraw" />
					<p>別の担当者の承認を待っています。まだ何も停止していません。</p>
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							依頼を取り下げる
						</button>
					</div>
				</form>
			) : (
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={deciding} />
					<HiddenFields csrfToken={csrfToken} intent="suspend-decide" {...(version === undefined ? {} : { version })} />
					<p>承認すると、依頼の理由が本人に届き、次のことが起きます。</p>
					{effects}
					<TextArea
						id="suspend-decision"
						name="reason"
						label="判断の理由"
						hint="5〜500文字。本人には届かず、操作の記録に残ります。"
						rows={2}
						formState={deciding}
					/>
					<div className={formStyles.buttons}>
						<button type="submit" name="verdict" value="grant" className="button">
							承認して停止する
						</button>
						<button type="submit" name="verdict" value="refuse" className="button" data-kind="quiet">
							見送る
						</button>
					</div>
				</form>
			)}
		</>
	)
}
