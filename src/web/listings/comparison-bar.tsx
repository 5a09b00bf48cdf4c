import { estimateFormPath } from '../../domain/shared/links.ts'
import styles from './comparison-bar.module.css'

/**
 * Stays at the foot of the window while any office of the form is ticked. A style sheet shows and counts, so that it
 * works before and without any script.
 */
export function ComparisonBar({ taskId }: { taskId: number | null }) {
	return (
		<div className={styles.bar}>
			<p className={styles.text}>
				<span className={styles.count} />
				件を選択中<span className={styles.limit}>（4件まで）</span>
			</p>
			<span className={styles.buttons}>
				{/* The first one is what Enter does. */}
				<button type="submit" className="button">
					並べて比較する
				</button>
				<button
					type="submit"
					className="button"
					data-kind="quiet"
					formAction={estimateFormPath()}
					name="task"
					value={taskId ?? ''}
					aria-label="選んだ事務所に見積もりを頼む"
				>
					見積もり
				</button>
			</span>
		</div>
	)
}
