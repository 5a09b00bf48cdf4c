import { redirect } from 'react-router'
import { ownEstimate, ownEstimateForms } from './estimate-own.server.ts'
import { estimateFormPath, estimatePath, estimateResultPath } from '../../domain/shared/links.ts'
import { findAdopted } from '../../domain/estimates/estimate-requests.ts'
import { cookiesContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/estimate-result.page'
import { OwnEstimateView } from './estimate-own.tsx'

import formPage from '../ui/form-page.module.css'
import styles from './estimate.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const cookies = context.get(cookiesContext)
	const adopted = await findAdopted(ctx, params.key)
	if (adopted !== null) throw redirect(estimatePath(adopted), 303)
	const estimate = await ownEstimate(ctx, { key: params.key })
	cookies.keepEstimateKey(estimate.head.id, params.key)
	return { key: params.key, estimate, csrfToken: formToken(context, request) }
})

export const action = pageAction(
	ownEstimateForms(
		({ params }) => ({ key: params['key'] ?? '' }),
		({ params }) => estimateResultPath(params['key'] ?? ''),
	),
)

export default function EstimateResultPage({ loaderData: { key, estimate, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="見積もり依頼" description="見積もり依頼の状況です。" path={estimateFormPath()} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'まとめて見積もり', path: estimateFormPath() },
					{ label: '依頼の状況', path: estimateResultPath(key) },
				]}
			/>
			<div className={formPage.page}>
				<OwnEstimateView estimate={estimate} csrfToken={csrfToken} formState={formState} isVisitors />
				<p className={styles.notice}>
					<span>
						このページのアドレスを知っている人は、依頼の内容を見られます。
						<Link to="/register">会員登録</Link>
						をして、同じメールアドレスでログインすると、マイページだけで見られるようになります。
					</span>
				</p>
			</div>
		</>
	)
}
