import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/links.ts'
import { cacheHeaders, withCtx } from '../context.ts'
import { FavouriteButton, MarkButtons } from '../social/mark-buttons.tsx'
import type { OwnMarks } from '../social/own-marks.ts'
import type { Route } from './+types/task-list.page'
import { loadList } from './list-loader.server.ts'
import { ListPage } from './list-page.tsx'

export const headers = cacheHeaders

export const loader = withCtx((ctx, { params, request, context }: Route.LoaderArgs) =>
	loadList(ctx, 'task', params.task_id, {}, request, { request, context }),
)

/** The only list with a button to keep the task: the narrowed ones, which most visitors see, go without its script. */
export default function TaskListPage({ loaderData: data }: Route.ComponentProps) {
	return <ListPage data={data} marks={data.kind === 'list' && <KeepTask taskId={data.scope.id} marks={data.marks} />} />
}

function KeepTask({ taskId, marks }: { taskId: number; marks: OwnMarks | null }) {
	return (
		<MarkButtons>
			<FavouriteButton kind="task" targetId={taskId} marks={marks} back={listPath({ scopeId: taskId, area: japan })} />
		</MarkButtons>
	)
}
