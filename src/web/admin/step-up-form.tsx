import { useRef } from 'react'
import { FormMessage as AccountMessage } from '../forms/identity-form.tsx'
import { CodeField, Reauthentication } from '../session/reauthentication.tsx'
import { CurrentPasswordField } from '../session/password-field.tsx'
import type { StepUpData } from '../session/step-up.ts'
import { InputField } from '../forms/field.tsx'
import styles from './admin.module.css'

/**
 * Asks staff to log in again before actions that a stolen session must not do. Everything typed is included, so
 * that the form is sent again with the proof, to the address that this page has.
 */
export function StepUpForm({ ways, typed, failed, csrfToken }: Omit<StepUpData, 'stepUp'>) {
	const form = useRef<HTMLFormElement>(null)
	const isForm = typed.length > 0
	const formState = failed ?? undefined
	return (
		<section className={styles.section} aria-labelledby="step-up">
			<h1 id="step-up">もう一度ログインの確認をしてください</h1>
			<p>
				{ways === null
					? 'ログインの状態が切れています。'
					: '個人情報を見るとき、審査や判断、役割の変更をするときは、15分以内のログインが必要です。'}
				{isForm && '入力した内容は残っています。確認が済むと、そのまま送信します。'}
			</p>
			<form ref={form} method="post" className={styles.form} noValidate aria-label="ログインの確認">
				<input type="hidden" name="csrfToken" value={csrfToken} />
				{typed.map(([name, value], place) => (
					// Fields of one name keep their order, and nothing moves.
					// oxlint-disable-next-line react/no-array-index-key
					<input key={place} type="hidden" name={name} value={value} />
				))}
				<AccountMessage formState={formState} />
				{ways === null ? (
					<>
						<InputField id="accountEmail" label="メールアドレス" type="email" autoComplete="username" spellCheck={false} />
						<CurrentPasswordField id="step-up-password" name="currentPassword" formState={formState} />
						<CodeField id="step-up-code" formState={formState} />
					</>
				) : (
					<Reauthentication
						id="step-up-password"
						formState={formState}
						{...ways}
						onProven={() => Promise.resolve(form.current?.requestSubmit())}
					/>
				)}
				{(ways === null || ways.hasPassword) && (
					<button type="submit" className="button">
						{isForm ? '確認して送信する' : '確認して続ける'}
					</button>
				)}
			</form>
		</section>
	)
}
