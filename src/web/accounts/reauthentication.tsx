import { useState } from 'react'
import type { ProviderName } from '../../api/account-calls.ts'
import fieldStyles from '../ui/field.module.css'
import { TextField } from './account-form.tsx'
import type { FormAnswer } from './form-answer.ts'
import { identity } from './identity-client.ts'
import { CurrentPasswordField } from './password-field.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/**
 * Asks again who one is, where a login within five minutes is wanted: by the password, or by a provider for somebody
 * who has none. Stands inside the form that it is for.
 */
export function Reauthentication({
	id,
	answer,
	hasPassword,
	secondFactor = false,
	email,
	providers,
}: {
	id: string
	answer: FormAnswer | undefined
	hasPassword: boolean
	secondFactor?: boolean
	email: string
	providers: readonly ProviderName[]
}) {
	const [isProven, setIsProven] = useState(false)
	if (hasPassword)
		return (
			<>
				<input type="hidden" name="accountEmail" value={email} />
				<CurrentPasswordField
					id={id}
					name="currentPassword"
					label="現在のパスワード"
					hint="ご本人であることを確かめるため、もう一度入力してください。"
					answer={answer}
				/>
				{secondFactor && (
					<TextField
						id={`${id}-code`}
						name="code"
						label="認証アプリのコード"
						inputMode="numeric"
						autoComplete="one-time-code"
						maxLength={40}
						answer={answer}
					/>
				)}
			</>
		)
	if (isProven) return <output>✓ ご本人であることを確かめました。このまま続けてください。</output>
	return (
		<div>
			<p className={fieldStyles.hint}>ご本人であることを確かめるため、もう一度ログインの確認をしてください。</p>
			<ProviderButtons
				providers={providers}
				verb="で確認する"
				run={async (provider) => {
					await identity.proveBy(provider)
					setIsProven(true)
					return null
				}}
			/>
		</div>
	)
}
