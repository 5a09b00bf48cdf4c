import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheHeaders, withCtx } from '../context.ts'
import { FavouriteButton, MarkButtons } from '../social/mark-buttons.tsx'
import type { OwnMarks } from '../social/own-marks.ts'
import type { Route } from './+types/task-list.page'
import { loadList } from './list-loader.server.ts'
import { ListPage } from './list-page.tsx'
import { TaskAbout } from '../taxonomy/task-about.tsx'
import { faqJsonLd } from '../taxonomy/task-text.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx((ctx, { params, request, context }: Route.LoaderArgs) =>
	loadList(ctx, 'task', params.task_id, {}, request, { request, context }),
)

/**
 * The only list that tells about the task and has a button to keep it: the narrowed ones, which most visitors see, go
 * without their scripts.
 */
export default function TaskListPage({ loaderData: data }: Route.ComponentProps) {
	if (data.kind === 'stations') return <ListPage data={data} />
	const { scope, text } = data
	return (
		<ListPage
			data={data}
			marks={<KeepTask taskId={scope.id} marks={data.marks} />}
			about={<TaskAbout data={data} />}
			jsonLd={text && text.faq.length > 0 ? [faqJsonLd(text.faq)] : []}
		/>
	)
}

function KeepTask({ taskId, marks }: { taskId: number; marks: OwnMarks | null }) {
	return (
		<MarkButtons>
			<FavouriteButton kind="task" targetId={taskId} marks={marks} back={listPath({ scopeId: taskId, area: japan })} />
		</MarkButtons>
	)
}
