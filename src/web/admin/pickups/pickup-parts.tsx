import { type PickupCard, PickupSection } from '../../ui/pickups/pickup-experts.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'

type Previewed = {
	pickup: { path: string; placeName: string; stands: boolean; leftOut: { rank: number; most: number } | null }
	day: string
	shown: readonly PickupCard[]
	isShown: boolean
}

/** The section of the public page as it is on a day, with what keeps the expert from it. */
export function Preview({ pickup, day, shown, isShown }: Previewed) {
	return (
		<section className={styles.section} aria-labelledby="preview">
			<h2 id="preview">{`見え方（${day}）`}</h2>
			<p>
				<Link to={pickup.path}>{`いまの${pickup.placeName}を開く`}</Link>
			</p>
			{!pickup.stands && (
				<p className={styles.warn}>この専門家は、いまこの場所に載せられません。認証、事務所の公開、取り扱う業務を確かめてください。</p>
			)}
			{pickup.stands && pickup.leftOut && (
				<p className={styles.warn}>
					{`この場所に表示するのは${pickup.leftOut.most}人までです。この日の順番は${pickup.leftOut.rank}番目のため、表示されません。`}
				</p>
			)}
			{pickup.stands && !isShown && !pickup.leftOut && <p className={styles.warn}>この日には表示されません。</p>}
			<PickupSection experts={shown} />
		</section>
	)
}

export function Clicks({ clicksByDay }: { clicksByDay: readonly { day: string; count: number }[] }) {
	return (
		<section className={styles.section} aria-labelledby="clicks">
			<h2 id="clicks">日ごとのクリック</h2>
			<p className={styles.quiet}>Cookie を使わず、同じ人は30分に1回だけ数えます。本人とスタッフは数えません。</p>
			{clicksByDay.length === 0 ? (
				<p className={styles.empty}>まだクリックされていません。</p>
			) : (
				<FactList rows={clicksByDay.map(({ day, count }) => ({ label: day, value: `${count.toLocaleString('ja-JP')}回` }))} />
			)}
		</section>
	)
}

type Past = { id: string; at: string; who: string; label: string; reason: string | null; changes: readonly string[] }

/** What staff did with it, the newest first. */
export function History({ history }: { history: readonly Past[] }) {
	return (
		<section className={styles.section} aria-labelledby="history">
			<h2 id="history">履歴</h2>
			{history.length === 0 ? (
				<p className={styles.empty}>スタッフの操作はまだありません。</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{history.map((event) => (
						<li key={event.id}>
							<div className={styles.line}>
								<strong>{event.label}</strong>
								<span className={styles.quiet}>{`${event.at}・${event.who}`}</span>
							</div>
							{event.reason !== null && <p>{`理由：${event.reason}`}</p>}
							{event.changes.map((line) => (
								<p key={line} className={styles.quiet}>
									{line}
								</p>
							))}
						</li>
					))}
				</ul>
			)}
		</section>
	)
}
