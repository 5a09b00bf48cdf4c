import { HiddenFields } from '../forms/hidden-fields.tsx'
import type { FavouriteKind } from '../../domain/social/types.ts'
import { loginPath } from '../session/redirect-target.ts'
import { Either } from '../session/either.tsx'
import { Link } from '../ui/link.tsx'
import type { OwnMarks } from './own-marks.ts'
import styles from './mark-buttons.module.css'

/** The favourite button of a page: a small form for members, for visitors a link to sign in and back. */
export function FavouriteButton({
	kind,
	targetId,
	marks,
	back,
}: {
	kind: FavouriteKind
	targetId: number
	marks: OwnMarks | null
	back: string
}) {
	if (!marks)
		return (
			<Link className={styles.button} to={loginPath(back)} rel="nofollow">
				<span aria-hidden="true">☆</span>お気に入りに追加
			</Link>
		)
	return (
		<Either slot={marks.slots?.kept ?? null} holds={marks.isKept}>
			{(isKept) => (
				<form method="post" action="/favorite">
					<HiddenFields csrfToken={marks.csrfToken} />
					<input type="hidden" name="kind" value={kind} />
					<input type="hidden" name="targetId" value={targetId} />
					<input type="hidden" name="back" value={back} />
					<button type="submit" name="intent" value={isKept ? 'remove' : 'add'} className={styles.button} aria-pressed={isKept}>
						<span aria-hidden="true">{isKept ? '★' : '☆'}</span>
						{isKept ? 'お気に入りに追加済み' : 'お気に入りに追加'}
					</button>
				</form>
			)}
		</Either>
	)
}

export function FollowButton({ expertId, marks, back }: { expertId: number; marks: OwnMarks | null; back: string }) {
	if (!marks)
		return (
			<Link className={styles.button} to={loginPath(back)} rel="nofollow">
				<span aria-hidden="true">＋</span>フォローする
			</Link>
		)
	return (
		<Either slot={marks.slots?.followed ?? null} holds={marks.isFollowed}>
			{(isFollowed) => (
				<form method="post" action="/follow">
					<HiddenFields csrfToken={marks.csrfToken} />
					<input type="hidden" name="expertId" value={expertId} />
					<input type="hidden" name="back" value={back} />
					<button
						type="submit"
						name="intent"
						value={isFollowed ? 'unfollow' : 'follow'}
						className={styles.button}
						aria-pressed={isFollowed}
					>
						<span aria-hidden="true">{isFollowed ? '✓' : '＋'}</span>
						{isFollowed ? 'フォロー中' : 'フォローする'}
					</button>
				</form>
			)}
		</Either>
	)
}

/** Buttons side by side, and none of them on paper. */
export function MarkButtons({ children }: { children: React.ReactNode }) {
	return <div className={`${styles.buttons} no-print`}>{children}</div>
}
