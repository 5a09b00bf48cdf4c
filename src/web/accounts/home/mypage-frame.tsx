import type { ReactNode } from 'react'
import type { WaitingCounts } from '../../../domain/operations/waiting-counts.ts'
import { Header } from '../../layout/header.tsx'
import { useViewer } from '../../layout/site.ts'
import { WorkFrame } from '../../layout/work/work-frame.tsx'
import { WorkWorker } from '../../layout/work/work-worker.tsx'
import { mypageBar, mypageGroups } from './mypage-sections.ts'

/** The frame of a signed-in person's rooms, with what waits in each of them. */
export function MypageFrame({ counts, children }: { counts: WaitingCounts; children: ReactNode }) {
	const isExpert = useViewer()?.isExpert ?? false
	return (
		<WorkFrame header={<Header />} label="マイページ" groups={mypageGroups(counts, isExpert)} bar={mypageBar(counts, isExpert)}>
			<WorkWorker />
			{children}
		</WorkFrame>
	)
}
