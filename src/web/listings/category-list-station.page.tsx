import type { Route } from './+types/category-list-station.page'
import { cacheHeaders, withCtx } from '../context.ts'
import { loadList } from './list-loader.server.ts'
import { ListPage } from './list-page.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx((ctx, { params, request }: Route.LoaderArgs) =>
	loadList(ctx, 'category', params.task_category_id, params, request),
)

export default function CategoryListStationPage({ loaderData }: Route.ComponentProps) {
	return <ListPage data={loaderData} />
}
