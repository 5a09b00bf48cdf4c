import { type EstimateStep, estimateSteps } from '../../domain/estimates/estimate-input.ts'
import { estimateDraftPath } from '../../domain/shared/links.ts'
import { Link } from '../ui/link.tsx'
import styles from './estimate.module.css'

/** Where one is; a step that is done, and the next one, can be gone to at any time. */
export function EstimateSteps({
	current,
	done,
	draftKey,
}: {
	current: EstimateStep
	done: readonly EstimateStep[]
	draftKey: string | null
}) {
	const next = estimateSteps.find(({ step }) => !done.includes(step))?.step
	return (
		<nav aria-label="入力の手順">
			<ol className={styles.steps}>
				{estimateSteps.map(({ step, label }, place) => {
					const isDone = done.includes(step)
					const text = (
						<>
							<span aria-hidden="true">{isDone && step !== current ? '✓' : place + 1}</span>
							<span>{label}</span>
						</>
					)
					return (
						<li key={step} data-done={isDone || undefined} aria-current={step === current ? 'step' : undefined}>
							{draftKey !== null && step !== current && (isDone || step === next) ? (
								<Link to={estimateDraftPath(draftKey, step)}>{text}</Link>
							) : (
								<span>{text}</span>
							)}
						</li>
					)
				})}
			</ol>
		</nav>
	)
}
