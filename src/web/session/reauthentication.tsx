import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import fieldStyles from '../forms/field.module.css'
import { FormMessage, TextField } from '../forms/identity-form.tsx'
import type { IdentityFormState } from '../forms/identity-form-state.ts'
import { identity } from './identity-client.ts'
import { IdentityError } from './identity-error.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { CurrentPasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useAttempt } from './use-attempt.ts'
import styles from '../forms/identity-form.module.css'

/** How the signed-in person can prove again who they are. */
export type WaysToProve = {
	uid: string
	hasPassword: boolean
	secondFactor: boolean
	hasPasskey: boolean
	email: string
	providers: readonly ProviderName[]
}

/**
 * Asks for a fresh login: by the password and the second factor, a passkey or a provider.
 * Rendered inside the form that it is for. A passkey or a provider renews the session at once; `onProven` follows.
 */
export function Reauthentication({
	id,
	formState,
	onProven,
	uid,
	hasPassword,
	secondFactor,
	hasPasskey,
	email,
	providers,
}: WaysToProve & { id: string; formState: IdentityFormState | undefined; onProven?: () => Promise<void> }) {
	const [isProven, setIsProven] = useState(false)
	const { revalidate } = useRevalidator()
	const proven = async () => {
		await identity.renewSession(uid)
		setIsProven(true)
		await (onProven ?? revalidate)()
	}
	if (isProven) return <output>✓ ご本人であることを確かめました。このまま続けてください。</output>
	return (
		<>
			{hasPassword ? (
				<>
					<input type="hidden" name="accountEmail" value={email} />
					<CurrentPasswordField
						id={id}
						name="currentPassword"
						label="現在のパスワード"
						hint="ご本人であることを確かめるため、もう一度入力してください。"
						formState={formState}
					/>
					{secondFactor && <CodeField id={`${id}-code`} formState={formState} />}
				</>
			) : (
				<p className={fieldStyles.hint}>ご本人であることを確かめるため、もう一度ログインの確認をしてください。</p>
			)}
			{hasPasskey && (
				<PasskeyButton
					label="パスキーで確認する"
					flow="account"
					run={async () => {
						await identity.proveByPasskey()
						await proven()
					}}
				/>
			)}
			<ProviderProof id={id} providers={providers} onProven={proven} />
		</>
	)
}

/** The second factor beside a password that is asked for again. */
export function CodeField({ id, formState }: { id: string; formState: IdentityFormState | undefined }) {
	return (
		<TextField
			id={id}
			name="code"
			label="認証アプリのコード"
			hint="認証アプリを使えないときは、回復用コードも使えます。"
			inputMode="text"
			autoComplete="one-time-code"
			maxLength={40}
			spellCheck={false}
			formState={formState}
		/>
	)
}

/** A provider's popup, and then the code where a second factor is switched on. */
function ProviderProof({ id, providers, onProven }: { id: string; providers: readonly ProviderName[]; onProven: () => Promise<void> }) {
	const [asksCode, setAsksCode] = useState(false)
	const [code, setCode] = useState('')
	const [formState, attempt, isBusy] = useAttempt('account')
	if (!asksCode)
		return (
			<ProviderButtons
				providers={providers}
				verb="で確認する"
				run={async (provider) => {
					try {
						await identity.proveBy(provider)
					} catch (error) {
						if (!(error instanceof IdentityError) || error.code !== 'auth/multi-factor-auth-required') throw error
						setAsksCode(true)
						return null
					}
					await onProven()
					return null
				}}
			/>
		)
	return (
		<div className={styles.providers}>
			<FormMessage formState={formState} />
			<label htmlFor={`${id}-after`}>認証アプリのコード</label>
			<input
				id={`${id}-after`}
				value={code}
				autoComplete="one-time-code"
				maxLength={40}
				spellCheck={false}
				onChange={(event) => setCode(event.currentTarget.value)}
			/>
			<button
				type="button"
				className={`button ${styles.provider}`}
				data-kind="quiet"
				disabled={isBusy}
				onClick={() =>
					attempt(async () => {
						await identity.proveByCode(code)
						await onProven()
					})
				}
			>
				コードを確認する
			</button>
		</div>
	)
}
