import type { Route } from './+types/task-fees-prefecture.page'
import { cacheHeaders, withCtx } from '../context.ts'
import { loadTaskFees } from './task-fees.server.ts'
import { TaskFees } from './task-fees.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params, request }: Route.LoaderArgs) =>
	loadTaskFees(ctx, params.task_id, params.prefecture, request),
)

export default function TaskFeesOfPrefecturePage({ loaderData }: Route.ComponentProps) {
	return <TaskFees data={loaderData} />
}
