import type { ReactNode } from 'react'
import type { WaitingCounts } from '../../../domain/operations/inbox/waiting-counts.ts'
import { Header } from '../../layout/header.tsx'
import { useViewer } from '../../layout/site.ts'
import { WorkFrame } from '../../layout/work/work-frame.tsx'
import { isFull, SheetButton } from '../../layout/work/work-nav.tsx'
import { WorkWorker } from '../../layout/work/work-worker.tsx'
import { mypageBar, mypageGroups } from './mypage-sections.ts'

/** The frame of a signed-in person's rooms, with what waits in each of them. */
export function MypageFrame({ counts, children }: { counts: WaitingCounts; children: ReactNode }) {
	const isExpert = useViewer()?.isExpert ?? false
	const bar = mypageBar(counts, isExpert)
	const label = 'マイページ'
	return (
		<WorkFrame
			header={<Header>{isFull(bar) && <SheetButton label={label} />}</Header>}
			label={label}
			groups={mypageGroups(counts, isExpert)}
			bar={bar}
		>
			<WorkWorker />
			{children}
		</WorkFrame>
	)
}
