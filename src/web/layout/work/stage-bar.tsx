import { type CaseStage, stageLabels } from '../../../domain/cases/case-stage.ts'
import styles from './stage-bar.module.css'

/** How far a case is, and who has to act, as one side reads it; `isBare` inside of a card. */
export function StageBar({ stage, side, isBare = false }: { stage: CaseStage; side: 'client' | 'office'; isBare?: boolean }) {
	const isOwnTurn = stage.turn === side
	return (
		<section className={styles.stage} data-bare={isBare || undefined} aria-label={isBare ? undefined : '進み具合'}>
			<ol className={styles.steps} aria-label="段階">
				{stageLabels.map((label, index) => (
					<li
						key={label}
						data-state={index < stage.stage ? 'past' : index === stage.stage ? 'now' : undefined}
						aria-current={index === stage.stage ? 'step' : undefined}
					>
						{label}
					</li>
				))}
			</ol>
			<p data-own={isOwnTurn || undefined}>
				{stage.turn !== 'none' && <strong>{isOwnTurn ? 'あなたの番です：' : '相手の番です：'}</strong>}
				{stage[side]}
			</p>
		</section>
	)
}
