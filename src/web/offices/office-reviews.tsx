import { officePath } from '../../domain/shared/links.ts'
import { FoldRest } from '../ui/fold.tsx'
import { Pager } from '../ui/pager.tsx'
import { ReviewText } from '../ui/posts/review-text.tsx'
import { ReportLink } from '../ui/report-link.tsx'
import type { OfficePageData } from './office-view.ts'
import stack from '../ui/stack.module.css'
import styles from './office-reviews.module.css'

/** So many reviews stand open on a phone. */
const FIRST = 2

type Reviews = OfficePageData['reviews']

/** Average and distribution with their number, then the reviews with the office's answers. */
export function OfficeReviews({
	officeId,
	rating,
	reviews,
	ownIds,
}: {
	officeId: number
	rating: OfficePageData['office']['rating']
	reviews: Reviews
	/** Written by the viewer, who reports the others only. */
	ownIds: readonly number[]
}) {
	if (rating.average === null || rating.count === 0)
		return <p>口コミはまだありません。口コミは、この事務所に実際に依頼した方だけが投稿できます。</p>
	const pagePath = (query: string | null) => (query === null ? null : `${officePath(officeId)}${query}#reviews`)
	return (
		<>
			<div className={styles.summary}>
				<p className={styles.average}>
					<strong>{rating.average.toFixed(1)}</strong>
					<span>
						5点満点・
						<wbr />
						{`${rating.count.toLocaleString('ja-JP')}件の平均`}
					</span>
				</p>
				<ul className={styles.bars} aria-label="星ごとの件数">
					{rating.stars.map(({ stars, count }) => (
						<li key={stars}>
							<span>{`★${stars}`}</span>
							<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
								<rect className={styles.track} width="100" height="8" />
								<rect className={styles.bar} width={Math.round((count / rating.count) * 1000) / 10} height="8" />
							</svg>
							<span>{`${count.toLocaleString('ja-JP')}件`}</span>
						</li>
					))}
				</ul>
			</div>
			<FoldRest items={reviews.items} first={FIRST} label={(count) => `ほか${count}件の口コミ`}>
				{(items) => <List reviews={items} ownIds={ownIds} />}
			</FoldRest>
			<Pager number={reviews.number} previous={pagePath(reviews.previous)} next={pagePath(reviews.next)} label="口コミのページ" />
			<p className={styles.note}>
				依頼した仕事が終わった方だけが投稿できます。お礼と引き換えの投稿は禁止しています。点数はすべての口コミの平均です。
			</p>
		</>
	)
}

function List({ reviews, ownIds }: { reviews: readonly Reviews['items'][number][]; ownIds: readonly number[] }) {
	return (
		<ol className={styles.list}>
			{reviews.map((review) => (
				<Review key={review.id} review={review} isOwn={ownIds.includes(review.id)} />
			))}
		</ol>
	)
}

function Review({ review, isOwn }: { review: Reviews['items'][number]; isOwn: boolean }) {
	return (
		<li className={`${stack.entry} ${styles.review}`}>
			<ReviewText review={review} />
			{!isOwn && <ReportLink kind="review" id={review.id} label="口コミ" />}
		</li>
	)
}
