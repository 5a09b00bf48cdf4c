import { useState } from 'react'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import { useEnhanced } from '../ui/use-enhanced.ts'
import fieldStyles from '../forms/field.module.css'
import { FormMessage } from '../forms/identity-form.tsx'
import type { IdentityFormState } from '../forms/identity-form-state.ts'
import { formFailure, IdentityError } from './identity-error.ts'
import { providerNames } from './provider-names.ts'
import { cancelPopup } from './provider-popup.ts'
import styles from '../forms/identity-form.module.css'

/**
 * A button for each provider whose keys are set. The popup opens on the click itself; while it is open, the person may
 * cancel here, since a page cannot tell whether the popup was closed.
 */
export function ProviderButtons({
	providers,
	verb,
	run,
}: {
	providers: readonly ProviderName[]
	/** Such as 「でログイン」. */
	verb: string
	/** Opens the popup before anything else. */
	run: (provider: ProviderName) => Promise<IdentityFormState | null>
}) {
	const [waitingFor, setWaitingFor] = useState<ProviderName | null>(null)
	const [formState, setFormState] = useState<IdentityFormState | undefined>(undefined)
	const enhanced = useEnhanced()
	if (providers.length === 0) return null
	const start = (provider: ProviderName) => {
		setWaitingFor(provider)
		setFormState(undefined)
		void follow(provider)
	}
	const follow = async (provider: ProviderName) => {
		try {
			const done = await run(provider)
			// The page is being left.
			if (done === null) return
			setFormState(done)
		} catch (error) {
			const failure = error instanceof IdentityError ? error : new IdentityError('auth/internal-error', 'provider')
			setFormState(formFailure(failure, failure.flow))
		}
		setWaitingFor(null)
	}
	return (
		<div className={styles.providers}>
			<FormMessage formState={formState} />
			{providers.map((provider) => (
				<button
					key={provider}
					type="button"
					className={`button ${styles.provider}`}
					data-kind="quiet"
					disabled={!enhanced}
					onClick={() => start(provider)}
				>
					{`${providerNames[provider]}${verb}`}
				</button>
			))}
			{waitingFor && <WaitingNote waitingFor={waitingFor} />}
			<noscript>
				<p className={fieldStyles.hint}>ほかのサービスでのログインには、JavaScriptを有効にしてください。</p>
			</noscript>
		</div>
	)
}

function WaitingNote({ waitingFor }: { waitingFor: ProviderName }) {
	return (
		<output className={styles.note}>
			{`${providerNames[waitingFor]}の画面でお手続きを続けてください。`}{' '}
			<button type="button" className={styles.give} onClick={cancelPopup}>
				中止する
			</button>
		</output>
	)
}
