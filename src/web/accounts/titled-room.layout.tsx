import { Outlet } from 'react-router'
import { readWaitingCounts } from '../../domain/operations/inbox/waiting-counts.ts'
import { errorPageHeaders, withCtx } from '../context.ts'
import type { Route } from './+types/titled-room.layout'
import { MypageFrame } from './home/mypage-frame.tsx'

export const headers = errorPageHeaders

export const loader = withCtx(readWaitingCounts)

/** Rooms outside /mypage, each with its own title. */
export default function TitledRoomLayout({ loaderData: counts }: Route.ComponentProps) {
	return (
		<MypageFrame counts={counts}>
			<Outlet />
		</MypageFrame>
	)
}
