import { redirect } from 'react-router'
import { staffPersonPath } from '../../../domain/shared/links.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import type { Route } from './+types/user.page'

/** The page of a person stands below /admin/people; this address leads there. */
const leadOn = async (_ctx: unknown, { params }: Route.LoaderArgs) => redirect(staffPersonPath(params.uid))

export const loader = staffLoader(['support'], 'routine', leadOn)
