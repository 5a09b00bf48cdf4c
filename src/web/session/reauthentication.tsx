import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ProviderName } from '../../api/accounts/account-calls.ts'
import fieldStyles from '../forms/field.module.css'
import { useEnhanced } from '../ui/use-enhanced.ts'
import { FormMessage, TextField } from '../forms/identity-form.tsx'
import type { FormAnswer } from '../forms/identity-form-state.ts'
import { identity } from './identity-client.ts'
import { formFailure, IdentityError } from './identity-error.ts'
import { CurrentPasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
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
 * Asks again who one is, where a fresh login is wanted: by the password and the second factor, a passkey or a provider.
 * Stands inside the form that it is for. A passkey or a provider renews the session at once; `onProven` follows.
 */
export function Reauthentication({
	id,
	answer,
	onProven,
	uid,
	hasPassword,
	secondFactor,
	hasPasskey,
	email,
	providers,
}: WaysToProve & { id: string; answer: FormAnswer | undefined; onProven?: () => Promise<void> }) {
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
						answer={answer}
					/>
					{secondFactor && <CodeField id={`${id}-code`} answer={answer} />}
				</>
			) : (
				<p className={fieldStyles.hint}>ご本人であることを確かめるため、もう一度ログインの確認をしてください。</p>
			)}
			{hasPasskey && <PasskeyProof onProven={proven} />}
			<ProviderProof id={id} providers={providers} onProven={proven} />
		</>
	)
}

/** The second factor beside a password that is asked for again. */
export function CodeField({ id, answer }: { id: string; answer: FormAnswer | undefined }) {
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
			answer={answer}
		/>
	)
}

type Proof = { onProven: () => Promise<void> }

function PasskeyProof({ onProven }: Proof) {
	const enhanced = useEnhanced()
	const [answer, prove, isBusy] = useProof(onProven)
	return (
		<div className={styles.providers}>
			<FormMessage answer={answer} />
			<button
				type="button"
				className={`button ${styles.provider}`}
				data-kind="quiet"
				disabled={!enhanced || isBusy}
				onClick={() => prove(() => identity.proveByPasskey())}
			>
				パスキーで確認する
			</button>
		</div>
	)
}

/** A provider's popup, and then the code where a second factor is switched on. */
function ProviderProof({ id, providers, onProven }: Proof & { id: string; providers: readonly ProviderName[] }) {
	const [asksCode, setAsksCode] = useState(false)
	const [code, setCode] = useState('')
	const [answer, prove, isBusy] = useProof(onProven)
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
			<FormMessage answer={answer} />
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
				onClick={() => prove(() => identity.proveByCode(code))}
			>
				コードを確認する
			</button>
		</div>
	)
}

/** Runs a proof on a click; what fails is shown where the click was. */
function useProof(onProven: () => Promise<void>): [FormAnswer | undefined, (work: () => Promise<void>) => void, boolean] {
	const [answer, setAnswer] = useState<FormAnswer | undefined>(undefined)
	const [isBusy, setIsBusy] = useState(false)
	const run = async (work: () => Promise<void>) => {
		setIsBusy(true)
		setAnswer(undefined)
		try {
			await work()
			await onProven()
		} catch (error) {
			const failure = error instanceof IdentityError ? error : new IdentityError('auth/internal-error', 'account')
			setAnswer(formFailure(failure, failure.flow))
			setIsBusy(false)
		}
	}
	return [answer, (work) => void run(work), isBusy]
}
