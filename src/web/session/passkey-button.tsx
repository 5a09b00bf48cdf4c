import type { AuthFlow } from '../../domain/accounts/catalogue.ts'
import { useEnhanced } from '../ui/use-enhanced.ts'
import { FormMessage } from '../forms/identity-form.tsx'
import { useAttempt } from './use-attempt.ts'
import styles from '../forms/identity-form.module.css'

/** Asks for a passkey of this device; the browser asks which one. Errors of `run` are shown above the button. */
export function PasskeyButton({ label, flow, run }: { label: string; flow: AuthFlow; run: () => Promise<void> }) {
	const enhanced = useEnhanced()
	const [formState, attempt, isBusy] = useAttempt(flow)
	return (
		<div className={styles.providers}>
			<FormMessage formState={formState} />
			<button
				type="button"
				className={`button ${styles.provider}`}
				data-kind="quiet"
				disabled={!enhanced || isBusy}
				onClick={() => attempt(run)}
			>
				{label}
			</button>
		</div>
	)
}
