import type { ReactNode } from 'react'
import { leavingCardLines, leavingLists } from '../../../domain/moderation/leaving-lists.ts'
import { identityMethods, privacyLengths, privacyOutcomes } from '../../../domain/support/privacy-input.ts'
import { privacyDataPath, staffStandingPath } from '../../../domain/shared/links.ts'
import { Choices } from '../../forms/choices.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FieldError, FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { Link } from '../../ui/link.tsx'
import type { RequestData } from './view-request.server.ts'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

type Part = { request: RequestData; formState: FormState | undefined }

const lengthHint = ({ min, max }: { min: number; max: number }, more: string) => `${min}〜${max.toLocaleString('ja-JP')}文字。${more}`

function Form({
	intent,
	own,
	csrfToken,
	button,
	kind,
	children,
}: {
	intent: string
	own: FormState | undefined
	csrfToken: string
	button: string
	kind?: 'quiet' | 'danger'
	children: ReactNode
}) {
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={own} />
			<HiddenFields csrfToken={csrfToken} intent={intent} />
			{children}
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind={kind}>
					{button}
				</button>
			</div>
		</form>
	)
}

/** Who asks; nothing is handed out or erased before. Once something was, the record stands. */
export function IdentityCheck({ request, formState }: Part) {
	const { claimant, isMember, isChecked, isActedOn, uid, csrfToken } = request
	const own = formStateFor(formState, 'identify')
	if (isActedOn) return null
	const methods = identityMethods.filter(({ value }) =>
		claimant === 'agent' ? value === 'mandate' : value === 'document' || (value === 'account' && isMember),
	)
	return (
		<details open={!isChecked || own !== undefined}>
			<summary>{isChecked ? '本人確認の記録を直す' : '本人確認を記録する'}</summary>
			<Form intent="identify" own={own} csrfToken={csrfToken} button="本人確認を記録する" kind="quiet">
				<FieldGroup id="method" legend="確かめた方法" error={own?.fields['method']}>
					<Choices type="radio" name="method" options={methods} chosen={textsIn(own?.values, 'method')} />
				</FieldGroup>
				<TextArea
					id="note"
					name="note"
					label="確かめたもの"
					hint={lengthHint(privacyLengths.identityNote, '書類の種類と、一致した事項を書きます。書類の番号は書きません。')}
					rows={2}
					formState={own}
				/>
				<InputField
					id="account"
					label="本人の会員のIDまたは登録のメールアドレス"
					hint="会員でない方のときは空のままにします。ログインした会員からの申出では、その会員になります。"
					optional
					error={own?.fields['account']}
					defaultValue={textIn(own?.values, 'account') ?? uid ?? ''}
					autoComplete="off"
				/>
			</Form>
		</details>
	)
}

/** What can be done with the account once it is known who asks. */
export function Acts({ request, formState }: Part) {
	const { id, kind, uid, isChecked, isOwnCheck, csrfToken } = request
	const own = formStateFor(formState, 'erase')
	if (uid === null) return <ErrorSummary formState={own} />
	return (
		<section className={styles.section} aria-labelledby="acts">
			<h2 id="acts">会員のデータ</h2>
			{!isChecked && <p className={styles.quiet}>{`本人確認を記録すると、書き出し${kind === 'suspension' ? 'と消去' : ''}ができます。`}</p>}
			{isChecked && (
				<>
					<p>
						<a href={privacyDataPath(id)} download>
							個人データを書き出す（JSON）
						</a>
					</p>
					<p className={styles.quiet}>
						事務所とのやり取り、案件の書類、見積もりの依頼、面談の予約は、通信の秘密のため担当者の手には渡らず、ファイルに入りません。本人がマイページの「アカウント」から書き出せることを、結果に書き添えてください。書き出しは操作の記録に残ります。
					</p>
				</>
			)}
			{isChecked && kind === 'suspension' && (
				<>
					<p>
						利用の停止だけを求めているときは、
						<Link to={staffStandingPath(uid)}>投稿と処分のページ</Link>
						で利用を停止します。
					</p>
					{isOwnCheck ? (
						<>
							<ErrorSummary formState={own} />
							<p>消去は、本人確認を記録した方とは別の担当者が行います。</p>
						</>
					) : (
						<Erasure own={own} csrfToken={csrfToken} />
					)}
				</>
			)}
		</section>
	)
}

function Erasure({ own, csrfToken }: { own: FormState | undefined; csrfToken: string }) {
	const error = own?.fields['understood']
	const lists = [
		{ label: '消えるもの', lines: [...leavingLists.deleted, ...leavingCardLines.deleted] },
		{ label: '名前を外して残るもの', lines: leavingLists.anonymised },
		{ label: '期限まで、または記録として残るもの', lines: [...leavingLists.kept, ...leavingCardLines.kept] },
	]
	return (
		<details open={own !== undefined}>
			<summary>アカウントを消去する</summary>
			<Form intent="erase" own={own} csrfToken={csrfToken} button="アカウントを消去する" kind="danger">
				<p>退会の手続きと同じように、すぐに消去します。元に戻せません。</p>
				{lists.map(({ label, lines }) => (
					<details key={label}>
						<summary>{label}</summary>
						<ul>
							{lines.map((line) => (
								<li key={line}>{line}</li>
							))}
						</ul>
					</details>
				))}
				<TextArea
					id="erase-reason"
					name="reason"
					label="消去する理由"
					hint={lengthHint(privacyLengths.reason, '操作の記録に残ります。')}
					rows={2}
					formState={own}
				/>
				<label className={formStyles.check}>
					<input
						id="understood"
						type="checkbox"
						name="understood"
						value="1"
						defaultChecked={own?.values['understood'] !== undefined}
						{...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': 'understood-error' })}
					/>
					消えるもの、残るものを確認した
				</label>
				<FieldError id="understood" error={error} />
			</Form>
		</details>
	)
}

/** The promised 14 days are for the result or the outlook. */
export function Outlook({ request: { outlookDays, email, csrfToken }, formState }: Part) {
	const own = formStateFor(formState, 'outlook')
	if (outlookDays === null) return <ErrorSummary formState={own} />
	return (
		<details open={own !== undefined}>
			<summary>見通しを知らせて、期限を改める</summary>
			<Form intent="outlook" own={own} csrfToken={csrfToken} button="見通しを知らせる" kind="quiet">
				<InputField
					id="until"
					label="結果を知らせる日"
					type="date"
					min={outlookDays.first}
					max={outlookDays.last}
					error={own?.fields['until']}
					defaultValue={textIn(own?.values, 'until')}
				/>
				<TextArea
					id="outlook"
					name="outlook"
					label="見通しと理由"
					hint={lengthHint(
						privacyLengths.outlook,
						email === null ? '記録します。書面でも知らせてください。' : 'この文面が、結果を知らせる日とともにメールで届きます。',
					)}
					rows={4}
					formState={own}
				/>
			</Form>
		</details>
	)
}

/** The end, with what the person is told. */
export function Decision({ request: { isChecked, email, csrfToken }, formState }: Part) {
	const own = formStateFor(formState, 'decide')
	return (
		<section className={styles.section} aria-labelledby="decision">
			<h2 id="decision">結果</h2>
			<Form intent="decide" own={own} csrfToken={csrfToken} button="結果を知らせて終了する">
				<FieldGroup
					id="outcome"
					legend="結果"
					hint={isChecked ? undefined : '本人確認を記録するまで、請求に応じることはできません。'}
					error={own?.fields['outcome']}
				>
					<Choices type="radio" name="outcome" options={privacyOutcomes} chosen={textsIn(own?.values, 'outcome')} />
				</FieldGroup>
				<TextArea
					id="decision-text"
					name="decision"
					label="結果の文面"
					hint={lengthHint(
						privacyLengths.decision,
						`応じないときと一部だけ応じるときは、理由も書きます（同法第36条）。${email === null ? '記録します。書面でも知らせてください。' : 'この文面がメールで届きます。'}`,
					)}
					rows={5}
					formState={own}
				/>
			</Form>
		</section>
	)
}
