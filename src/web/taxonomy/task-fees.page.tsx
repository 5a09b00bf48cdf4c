import type { Route } from './+types/task-fees.page'
import { cacheHeaders, withCtx } from '../context.ts'
import { loadTaskFees } from './task-fees.server.ts'
import { TaskFees } from './task-fees.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) => loadTaskFees(ctx, params.task_id, null, request))

export default function TaskFeesPage({ loaderData }: Route.ComponentProps) {
	return <TaskFees data={loaderData} />
}
