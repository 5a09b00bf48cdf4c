import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readWaitingCounts } from '../../domain/operations/inbox/waiting-counts.ts'
import { errorPageHeaders, withCtx } from '../context.ts'
import type { Route } from './+types/office-work.layout'
import { MypageFrame } from './home/mypage-frame.tsx'

export const headers = errorPageHeaders

export const loader = withCtx(readWaitingCounts)

/** Autosave of a section changes none of the counts. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
	formMethod === undefined && defaultShouldRevalidate

/** The pages of an office's editor: in the frame of the rooms, but each with its own title. */
export default function OfficeWorkLayout({ loaderData: counts }: Route.ComponentProps) {
	return (
		<MypageFrame counts={counts}>
			<Outlet />
		</MypageFrame>
	)
}
