import type { Freshness } from '../../domain/taxonomy/facts.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import styles from './freshness-note.module.css'

/** Below a text: which of its figures have another value today, and that it is more than a year old. Nothing while it is current. */
export function FreshnessNote({ freshness: { changed, isOld }, what }: { freshness: Freshness; what: '回答' | '記事' }) {
	if (changed.length === 0 && !isOld) return null
	return (
		<div className={styles.note} role="note">
			{changed.length > 0 && (
				<>
					<p>{`この${what}のあとに変わった内容があります。`}</p>
					<ul>
						{changed.map(({ name, was, now, since, law, source }) => (
							<li key={name}>
								{`${name}：${was} → `}
								<strong>{now}</strong>
								{`（${dateText(since)}から。${law}。`}
								<a href={source.url} rel="noopener nofollow" target="_blank">
									{source.title}
									<span className="visually-hidden">（外部サイト）</span>
								</a>
								）
							</li>
						))}
					</ul>
				</>
			)}
			{isOld && <p>{`1年以上前の法令や情報に基づく${what}です。手続きの前に、最新の内容をお確かめください。`}</p>}
		</div>
	)
}
