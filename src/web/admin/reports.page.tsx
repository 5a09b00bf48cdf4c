import { redirect } from 'react-router'
import { decidedReportsPath, deskPath } from '../../domain/shared/links.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import type { Route } from './+types/reports.page'

/** Reports are decided on the desk of their queue; this address of earlier bookmarks leads there, or to the decided ones. */
async function leadOn(_ctx: unknown, { request }: Route.LoaderArgs) {
	return redirect(new URL(request.url).searchParams.has('decided') ? decidedReportsPath() : deskPath('reports'))
}

export const loader = staffLoader(['moderator'], 'routine', leadOn)
