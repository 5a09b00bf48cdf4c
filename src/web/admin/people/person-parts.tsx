import { supportLengths } from '../../../domain/support/support-input.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { Tag } from '../../ui/tag.tsx'
import { FactorReset } from './factor-reset.tsx'
import type { PersonData } from './load-person.server.ts'
import stack from '../../ui/stack.module.css'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

type Forms = { person: PersonData; formState: FormState | undefined }

/** Where the person is logged in and what guards the account, with what support may do about it. */
export function Security({ person, formState }: Forms) {
	const { security, canAct, isProved, csrfToken } = person
	return (
		<section className={styles.section} aria-labelledby="security">
			<h2 id="security">端末と安全</h2>
			<p className={styles.line}>
				<span>{`二段階認証：${security.hasApp ? '設定済み' : '設定していません'}`}</span>
				<span>{`パスキー：${security.passkeys}個`}</span>
			</p>
			{security.devices.length === 0 ? (
				<p className={styles.quiet}>ログイン中の端末はありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{security.devices.map(({ id, name, note, hasSecondFactor }) => (
						<li key={id}>
							<div className={styles.line}>
								<strong>{name}</strong>
								{hasSecondFactor && <Tag tone="good">二段階認証</Tag>}
								<span className={styles.quiet}>{note}</span>
							</div>
						</li>
					))}
				</ul>
			)}
			{canAct && !isProved && (
				<form method="post">
					<ErrorSummary formState={formStateFor(formState, 'resend')} />
					<HiddenFields csrfToken={csrfToken} intent="resend" />
					<button type="submit" className="button" data-kind="quiet">
						確認のメールをもう一度送る
					</button>
				</form>
			)}
			<FactorReset person={person} formState={formState} />
			{canAct && security.devices.length > 0 && <EndSessions person={person} formState={formStateFor(formState, 'end-sessions')} />}
		</section>
	)
}

function EndSessions({ person: { security, csrfToken }, formState }: Forms) {
	return (
		<details open={formState !== undefined}>
			<summary>すべての端末からログアウトさせる</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="end-sessions" />
				<p className={styles.quiet}>
					{`${security.devices.length}台の端末から、すぐにログアウトします。パスワード、パスキー、二段階認証はそのままです。`}
				</p>
				<TextArea
					id="end-reason"
					name="reason"
					label="ログアウトさせる理由"
					hint="5〜500文字。操作の記録に残ります。"
					rows={2}
					formState={formState}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						ログアウトさせる
					</button>
				</div>
			</form>
		</details>
	)
}

/** What colleagues wrote down about the account. */
export function Notes({ person: { notes, csrfToken, left }, formState }: Forms) {
	const adding = formStateFor(formState, 'note')
	return (
		<section className={styles.section} aria-labelledby="notes">
			<h2 id="notes">メモ</h2>
			{notes.length === 0 && <p className={styles.quiet}>メモはまだありません。</p>}
			{notes.length > 0 && (
				<ul className={`${stack.rows} ${styles.list}`}>
					{notes.map(({ id, body, by, isPinned, at }) => (
						<li key={id}>
							<div className={styles.line}>
								{isPinned && <Tag>固定</Tag>}
								<span className={styles.quiet}>{`${at} ${by ?? ''}`}</span>
							</div>
							<p className={styles.reason}>{body}</p>
							<form method="post">
								<HiddenFields csrfToken={csrfToken} intent="remove-note" targetId={id} />
								<button type="submit" className={styles.small}>
									削除する<span className="visually-hidden">{`（${at}のメモ）`}</span>
								</button>
							</form>
						</li>
					))}
				</ul>
			)}
			{left === null && (
				<form method="post" className={formStyles.form} noValidate key={notes.length}>
					<ErrorSummary formState={adding} />
					<HiddenFields csrfToken={csrfToken} intent="note" />
					<TextArea
						id="note"
						name="note"
						label="メモ"
						hint={`${supportLengths.note.max.toLocaleString('ja-JP')}文字まで。本人がデータを書き出すと、このメモも含まれます。`}
						rows={2}
						formState={adding}
					/>
					<label className={formStyles.check}>
						<input type="checkbox" name="pinned" value="1" defaultChecked={adding?.values['pinned'] !== undefined} />
						いちばん上に固定する
					</label>
					<div className={formStyles.buttons}>
						<button type="submit" className="button" data-kind="quiet">
							メモを加える
						</button>
					</div>
				</form>
			)}
		</section>
	)
}
