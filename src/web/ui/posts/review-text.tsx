import { dateText } from '../../../domain/shared/japan-time.ts'
import { Fold } from '../fold.tsx'
import type { ReviewView } from './review-view.ts'
import styles from './review-text.module.css'

/** Stars, text and reply of a review, as visitors of the office's page see them. Its author is never named. */
export function ReviewText({ review }: { review: ReviewView }) {
	return (
		<>
			<p className={styles.head}>
				<span className="visually-hidden">{`5点中${review.stars}点`}</span>
				<span className={styles.stars} aria-hidden="true">
					{'★'.repeat(review.stars)}
					<span>{'★'.repeat(5 - review.stars)}</span>
				</span>
				{review.taskName && <span>{review.taskName}</span>}
				<span className={styles.who}>
					{review.who && `${review.who}・`}
					<time dateTime={review.on}>{dateText(review.on)}</time>
				</span>
			</p>
			<p>{review.body}</p>
			{review.received !== '' && <p className={styles.who}>{`事務所から受け取ったもの（書いた方の申告）：${review.received}`}</p>}
			{review.reply && (
				<Fold label={`事務所からの返信${review.repliedOn ? `（${dateText(review.repliedOn)}）` : ''}`}>
					<div className={styles.reply}>
						<p className={`${styles.who} ${styles.replied}`}>
							事務所からの返信
							{review.repliedOn && <time dateTime={review.repliedOn}>{`（${dateText(review.repliedOn)}）`}</time>}
						</p>
						<p>{review.reply}</p>
					</div>
				</Fold>
			)}
		</>
	)
}
