import { HiddenFields } from '../forms/hidden-fields.tsx'
import type { FavouriteKind } from '../../domain/social/types.ts'
import { loginPath } from '../session/redirect-target.ts'
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
		<form method="post" action="/favorite">
			<HiddenFields csrfToken={marks.csrfToken} />
			<input type="hidden" name="kind" value={kind} />
			<input type="hidden" name="targetId" value={targetId} />
			<input type="hidden" name="back" value={back} />
			<button type="submit" name="intent" value={marks.isKept ? 'remove' : 'add'} className={styles.button} aria-pressed={marks.isKept}>
				<span aria-hidden="true">{marks.isKept ? '★' : '☆'}</span>
				{marks.isKept ? 'お気に入りに追加済み' : 'お気に入りに追加'}
			</button>
		</form>
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
		<form method="post" action="/follow">
			<HiddenFields csrfToken={marks.csrfToken} />
			<input type="hidden" name="expertId" value={expertId} />
			<input type="hidden" name="back" value={back} />
			<button
				type="submit"
				name="intent"
				value={marks.isFollowed ? 'unfollow' : 'follow'}
				className={styles.button}
				aria-pressed={marks.isFollowed}
			>
				<span aria-hidden="true">{marks.isFollowed ? '✓' : '＋'}</span>
				{marks.isFollowed ? 'フォロー中' : 'フォローする'}
			</button>
		</form>
	)
}

/** Buttons side by side, and none of them on paper. */
export function MarkButtons({ children }: { children: React.ReactNode }) {
	return <div className={`${styles.buttons} no-print`}>{children}</div>
}
