import { Link } from './link.tsx'
import styles from './pager.module.css'

/** Links to the pages before and after; nothing where there is only one. */
export function Pager({ number, previous, next, label }: { number: number; previous: string | null; next: string | null; label: string }) {
	if (previous === null && next === null) return null
	return (
		<nav aria-label={label} className={styles.pager}>
			{previous === null ? (
				<span />
			) : (
				<Link className="button" data-kind="quiet" to={previous} rel="prev">
					<span aria-hidden="true">‹</span> 前のページ
				</Link>
			)}
			<span className={styles.number}>{`${number.toLocaleString('ja-JP')}ページ目`}</span>
			{next === null ? (
				<span />
			) : (
				<Link className="button" data-kind="quiet" to={next} rel="next">
					次のページ <span aria-hidden="true">›</span>
				</Link>
			)}
		</nav>
	)
}
