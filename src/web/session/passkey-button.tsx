import { useState } from 'react'
import type { AccountUser } from '../../api/accounts/account-calls.ts'
import { useEnhanced } from '../ui/use-enhanced.ts'
import { FormMessage } from '../forms/identity-form.tsx'
import type { FormAnswer } from '../forms/identity-form-state.ts'
import { identity } from './identity-client.ts'
import { formFailure, IdentityError } from './identity-error.ts'
import styles from '../forms/identity-form.module.css'

/** Signs in with a passkey of this device; the browser asks which one. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: AccountUser) => void }) {
	const enhanced = useEnhanced()
	const [isWaiting, setIsWaiting] = useState(false)
	const [answer, setAnswer] = useState<FormAnswer | undefined>(undefined)
	const start = async () => {
		setIsWaiting(true)
		setAnswer(undefined)
		try {
			onSignedIn(await identity.signInByPasskey())
		} catch (error) {
			const failure = error instanceof IdentityError ? error : new IdentityError('auth/internal-error', 'signIn')
			setAnswer(formFailure(failure, failure.flow))
			setIsWaiting(false)
		}
	}
	return (
		<div className={styles.providers}>
			<FormMessage answer={answer} />
			<button
				type="button"
				className={`button ${styles.provider}`}
				data-kind="quiet"
				disabled={!enhanced || isWaiting}
				onClick={() => void start()}
			>
				パスキーでログイン
			</button>
		</div>
	)
}
