import { Outlet } from 'react-router'
import { readWaitingCounts } from '../../domain/operations/inbox/waiting-counts.ts'
import { errorPageHeaders, withCtx } from '../context.ts'
import type { Route } from './+types/mypage.layout'
import { MypageFrame } from './home/mypage-frame.tsx'
import styles from './mypage.module.css'

export const headers = errorPageHeaders

export const loader = withCtx(readWaitingCounts)

export default function MypageLayout({ loaderData: counts }: Route.ComponentProps) {
	return (
		<MypageFrame counts={counts}>
			<h1 className={styles.title}>マイページ</h1>
			<Outlet context={counts} />
		</MypageFrame>
	)
}
