import { Outlet } from 'react-router'
import { readWaitingCounts } from '../../domain/operations/waiting-counts.ts'
import { errorPageHeaders, withCtx } from '../context.ts'
import { Header } from '../layout/header.tsx'
import { useViewer } from '../layout/site.ts'
import { WorkFrame } from '../layout/work/work-frame.tsx'
import { WorkWorker } from '../layout/work/work-worker.tsx'
import type { Route } from './+types/mypage.layout'
import { mypageBar, mypageGroups } from './home/mypage-sections.ts'
import styles from './mypage.module.css'

export const headers = errorPageHeaders

export const loader = withCtx(readWaitingCounts)

export default function MypageLayout({ loaderData: counts }: Route.ComponentProps) {
	const isExpert = useViewer()?.isExpert ?? false
	return (
		<WorkFrame header={<Header />} label="マイページ" groups={mypageGroups(counts, isExpert)} bar={mypageBar(counts, isExpert)}>
			<h1 className={styles.title}>マイページ</h1>
			<WorkWorker />
			<Outlet context={counts} />
		</WorkFrame>
	)
}
