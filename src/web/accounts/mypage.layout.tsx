import { NavLink, Outlet } from 'react-router'
import styles from './mypage.module.css'

const tabs = [
	{ to: '/mypage', label: '概要' },
	{ to: '/mypage/profile', label: 'プロフィール' },
	{ to: '/mypage/questions', label: '質問・回答' },
	{ to: '/mypage/notifications', label: '通知設定' },
	{ to: '/mypage/account', label: 'アカウント' },
]

export default function MypageLayout() {
	return (
		<div className={`content ${styles.page}`}>
			<h1>マイページ</h1>
			<nav aria-label="マイページ" className={styles.tabs}>
				<ul>
					{tabs.map(({ to, label }) => (
						<li key={to}>
							<NavLink to={to} end>
								{label}
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			<Outlet />
		</div>
	)
}
