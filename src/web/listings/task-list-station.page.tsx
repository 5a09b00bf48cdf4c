import type { Route } from './+types/task-list-station.page'
import { cacheHeaders, withCtx } from '../context.ts'
import { loadList } from './list-loader.server.ts'
import { ListPage } from './list-page.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx((ctx, { params, request }: Route.LoaderArgs) => loadList(ctx, 'task', params.task_id, params, request))

export default function TaskListStationPage({ loaderData }: Route.ComponentProps) {
	return <ListPage data={loaderData} />
}
