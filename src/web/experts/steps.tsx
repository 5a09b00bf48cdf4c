import { type RegistrationStep, registrationSteps } from '../../domain/experts/registration-input.ts'
import { registrationPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import styles from './registration.module.css'

export type StepsDone = Readonly<Record<RegistrationStep, boolean>>

export const nothingDone: StepsDone = { credentials: false, profile: false, office: false, consents: false }

/** Where one is in the application; every step can be gone to at any time. */
export function Steps({ current, done }: { current: RegistrationStep; done: StepsDone }) {
	return (
		<nav aria-label="申請の手順">
			<ol className={styles.steps}>
				{registrationSteps.map(({ step, label }, place) => (
					<li key={step}>
						<Link to={registrationPath(step)} aria-current={step === current ? 'step' : undefined} data-done={done[step] || undefined}>
							<span className={styles.number}>{place + 1}</span>
							<span>{label}</span>
							<small>{done[step] ? '入力済み' : '未入力'}</small>
						</Link>
					</li>
				))}
			</ol>
		</nav>
	)
}

/** The way on after a step that is done. */
export const nextAfter = (step: RegistrationStep): string => {
	const next = registrationSteps[registrationSteps.findIndex((one) => one.step === step) + 1]
	return next ? registrationPath(next.step) : registrationPath()
}
