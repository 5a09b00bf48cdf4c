import { Outlet } from 'react-router'
import { useViewer } from '../layout/site.ts'
import { Room, type RoomLink } from '../ui/room.tsx'
import styles from './mypage.module.css'

const pages: readonly (RoomLink & { expertsOnly?: boolean })[] = [
	{ to: '/mypage', label: '概要', end: true },
	{ to: '/mypage/profile', label: 'プロフィール' },
	{ to: '/mypage/questions', label: '質問・回答' },
	{ to: '/mypage/expert', label: '専門家', expertsOnly: true },
	{ to: '/mypage/offices', label: '事務所', expertsOnly: true },
	{ to: '/mypage/articles', label: '記事', expertsOnly: true },
	{ to: '/mypage/inquiries', label: '問い合わせ' },
	{ to: '/mypage/reviews', label: '口コミ' },
	{ to: '/mypage/estimates', label: '見積もり依頼' },
	{ to: '/mypage/diagnoses', label: '資金の相談' },
	{ to: '/mypage/leads', label: '届いた見積もり依頼', expertsOnly: true },
	{ to: '/mypage/queue', label: '回答待ち', expertsOnly: true },
	{ to: '/mypage/stats', label: '統計', expertsOnly: true },
	{ to: '/register_premium', label: '有料プラン', expertsOnly: true },
	{ to: '/mypage/calendar', label: '手続きの期限' },
	{ to: '/mypage/notifications', label: '通知設定' },
	{ to: '/mypage/account', label: 'アカウント' },
]

export default function MypageLayout() {
	const isExpert = useViewer()?.isExpert ?? false
	return (
		<div className={`content ${styles.page}`}>
			<h1>マイページ</h1>
			<Room label="マイページ" links={pages.filter(({ expertsOnly }) => isExpert || !expertsOnly)}>
				<Outlet />
			</Room>
		</div>
	)
}
