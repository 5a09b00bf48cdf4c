import { ownEstimate, ownEstimateForms } from './estimate-own.server.ts'
import { DeliveryThreads } from './delivery-threads.tsx'
import { readThreads, threadForm } from './delivery-threads.server.ts'
import { estimatePath, estimatesPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/mypage-estimate.page'
import { OwnEstimateView } from './estimate-own.tsx'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const estimate = await ownEstimate(ctx, { id: parseId(params.id) })
	const { head, deliveries, isReviewed } = estimate
	const { state, isOpen, done } = head
	return {
		estimate,
		threads: await readThreads(ctx, 'user', { state, isOpen, isDone: done !== null, isReviewed, deliveries }),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	...ownEstimateForms(
		({ params }) => ({ id: parseId(params['id']) }),
		({ params }) => estimatePath(parseId(params['id'])),
	),
	thread: threadForm,
})

export default function MypageEstimate({ loaderData: { estimate, threads, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="見積もり依頼" description="見積もり依頼の状況です。" path={estimatePath(estimate.head.id)} noindex />
			<p>
				<Link to={estimatesPath()}>見積もり依頼の一覧へ</Link>
			</p>
			<OwnEstimateView
				estimate={estimate}
				csrfToken={csrfToken}
				formState={formState}
				work={<DeliveryThreads data={threads} side="client" csrfToken={csrfToken} />}
			/>
		</>
	)
}
