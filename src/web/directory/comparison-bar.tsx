import styles from './comparison-bar.module.css'

/**
 * Stays at the foot of the window while any office of the form is ticked. A style sheet shows and counts, so that it
 * works before and without any script.
 */
export function ComparisonBar() {
	return (
		<div className={styles.bar}>
			<p className={styles.text}>
				<span className={styles.count} />
				件を選択中<span className={styles.limit}>（4件まで）</span>
			</p>
			<button type="submit" className="button">
				並べて比較する
			</button>
		</div>
	)
}
