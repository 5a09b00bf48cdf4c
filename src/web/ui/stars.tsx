import styles from './stars.module.css'

/** An average of reviews with their number; says so where there are none. */
export function Stars({ average, count }: { average: number | null; count: number }) {
	if (average === null || count === 0) return <span className={styles.none}>口コミはまだありません</span>
	const shown = average.toFixed(1)
	const written = count.toLocaleString('ja-JP')
	return (
		<span className={styles.stars}>
			<span className="visually-hidden">{`評価 5点中${shown}点、口コミ${written}件`}</span>
			<span aria-hidden="true" className={styles.mark}>
				★
			</span>
			<span aria-hidden="true" className={styles.average}>
				{shown}
			</span>
			<span aria-hidden="true" className={styles.count}>{`（${written}件）`}</span>
		</span>
	)
}
