import { redirect } from 'react-router'
import { staffSearchPath } from '../../../domain/shared/links.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/users.page'

/** People are found by the search of /admin/people; this address leads there, with what is looked for. */
const leadOn = async (_ctx: unknown, { request }: Route.LoaderArgs) =>
	redirect(staffSearchPath(new URL(request.url).searchParams.get('q') ?? ''))

export const loader = staffLoader(['reviewer', 'support', 'moderator'], 'routine', leadOn)
