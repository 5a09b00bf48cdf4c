import { Link } from 'react-router'
import styles from './mypage.module.css'

/** Why nothing on the page can be changed after a recovery, until when, and what ends it sooner. */
export function FreezeNotice({ until }: { until: string | null }) {
	if (until === null) return null
	return (
		<p className={styles.warn}>
			{`メールアドレスを元に戻したあとの安全のため、${until} まで、メールアドレス、パスワード、連携、パスキー、二段階認証を変更できません。`}
			お送りしたメールのリンクから新しいパスワードを設定すると、すぐに変更できるようになります。メールが見つからないときは、
			<Link to="/password_reset">パスワードの再設定</Link>から送り直せます。
		</p>
	)
}
