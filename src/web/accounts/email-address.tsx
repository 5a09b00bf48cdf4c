import type { ComponentProps } from 'react'
import { IdentityForm, EmailField, SubmitButton } from '../forms/identity-form.tsx'
import { identityFormStateFor, type IdentityFormState } from '../forms/identity-form-state.ts'
import { Reauthentication } from '../session/reauthentication.tsx'
import styles from './mypage.module.css'

type Props = {
	me: { email: string; emailVerified: boolean; pendingEmail: string | null }
	asksAgain: boolean
	again: Omit<ComponentProps<typeof Reauthentication>, 'id' | 'formState'>
	csrfToken: string
	formState: IdentityFormState | undefined
	isVerifiedNow: boolean
}

/** The address in force, the one that waits for its proof, and the form for another one. */
export function EmailAddress({ me, asksAgain, again, csrfToken, formState, isVerifiedNow }: Props) {
	const toEmail = identityFormStateFor(formState, 'email')
	const toWithdrawal = identityFormStateFor(formState, 'emailWithdraw')
	return (
		<section className={styles.section} aria-labelledby="account-email">
			<h2 id="account-email">メールアドレス</h2>
			<p>
				{me.email}
				{me.emailVerified && <span className={styles.here}>　✓ 確認済み</span>}
			</p>
			{isVerifiedNow && me.emailVerified && me.pendingEmail === null && <output>メールアドレスを確認しました。</output>}
			{toWithdrawal?.kind === 'done' && <output>{toWithdrawal.sentence}</output>}
			{me.pendingEmail !== null && (
				<div className={styles.warn}>
					<p>{`${me.pendingEmail} の確認を待っています。届いたメールのリンクを開くと、切り替わります。`}</p>
					<p>
						{me.emailVerified
							? `それまでは、ログインもお知らせも、パスワードの再設定も ${me.email} で行います。`
							: `それまでは ${me.email} でログインします。`}
					</p>
				</div>
			)}
			{(me.pendingEmail !== null || !me.emailVerified) && (
				<div className={styles.narrow}>
					<IdentityForm formState={identityFormStateFor(formState, 'verify')} csrfToken={csrfToken} intent="verify" label="確認のメール">
						{me.pendingEmail === null && <p className={styles.warn}>まだ確認が済んでいません。届いたメールのリンクを開いてください。</p>}
						<SubmitButton kind="quiet">確認のメールを送り直す</SubmitButton>
					</IdentityForm>
				</div>
			)}
			{me.pendingEmail !== null && (
				<div className={styles.narrow}>
					<IdentityForm formState={toWithdrawal} csrfToken={csrfToken} intent="emailWithdraw" label="変更の取りやめ">
						<SubmitButton kind="quiet">変更を取りやめる</SubmitButton>
					</IdentityForm>
				</div>
			)}
			<details open={toEmail !== undefined}>
				<summary>メールアドレスを変更する</summary>
				<div className={styles.narrow}>
					<IdentityForm formState={toEmail} csrfToken={csrfToken} intent="email" label="メールアドレスの変更">
						<EmailField id="new-email" label="新しいメールアドレス" formState={toEmail} />
						{asksAgain && <Reauthentication id="email-password" formState={toEmail} {...again} />}
						<SubmitButton>変更する</SubmitButton>
					</IdentityForm>
				</div>
			</details>
		</section>
	)
}
