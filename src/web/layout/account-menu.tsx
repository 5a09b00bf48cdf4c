import { useRef } from 'react'
import { Link } from 'react-router'
import { accountImage, type HeaderUser } from '../session/login-status.ts'
import { logOut } from '../session/log-out.ts'
import styles from './account-menu.module.css'

/**
 * The signed-in person's avatar, or the portrait of an expert without one, and menu: a native popover, so that it opens by keyboard and without a script, closes
 * on Escape and on a click beside it.
 */
export function AccountMenu({ user, portrait, csrfToken }: { user: HeaderUser; portrait: string | null; csrfToken: string }) {
	const menu = useRef<HTMLDivElement>(null)
	const close = () => menu.current?.hidePopover()
	return (
		<>
			<button type="button" className={styles.avatar} popoverTarget="account-menu" aria-label="アカウントメニュー">
				<img src={accountImage(user.imageUrl, portrait)} width="44" height="44" alt="" />
			</button>
			<div ref={menu} id="account-menu" popover="auto" className={styles.menu}>
				<ul>
					<li>
						<Link to="/mypage" onClick={close}>
							マイページ
						</Link>
					</li>
					<li>
						<Link to="/favorite" onClick={close}>
							お気に入り
						</Link>
					</li>
					{user.isExpert ? (
						<li>
							<Link to="/follower" onClick={close}>
								フォロワー
							</Link>
						</li>
					) : (
						<>
							<li>
								<Link to="/qa/post" onClick={close}>
									質問する
								</Link>
							</li>
							<li>
								<Link to="/follow" onClick={close}>
									フォロー
								</Link>
							</li>
						</>
					)}
					{user.isStaff && (
						<li>
							<Link to="/admin" onClick={close}>
								管理
							</Link>
						</li>
					)}
					<li>
						<form method="post" action="/logout" onSubmit={logOut}>
							<input type="hidden" name="csrfToken" value={csrfToken} />
							<button type="submit">ログアウト</button>
						</form>
					</li>
				</ul>
			</div>
		</>
	)
}
