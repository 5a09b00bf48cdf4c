import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { estimateConfirmPath, estimateDraftPath, estimateFormPath, estimateResultPath } from '../../domain/shared/links.ts'
import { type Confirmation, confirmEstimate, findConfirmation } from '../../domain/estimates/estimate-sending.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { loginPath } from '../session/redirect-target.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/estimate-confirm.page'

import formPage from '../ui/form-page.module.css'
import styles from './estimate.module.css'

export const handle = { plain: true }

/** Opening the page does nothing, because mail programs prefetch links. The button uses the link. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	token: params.token,
	found: await findConfirmation(ctx, params.token),
	csrfToken: formToken(context, request),
}))

export const action = formAction({
	input: noFields,
	async run(ctx, _input, { params }: Route.ActionArgs) {
		const { key } = await confirmEstimate(ctx, params.token)
		return redirect(estimateResultPath(key), 303)
	},
})

export default function EstimateConfirmPage({ loaderData: { token, found, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head title="見積もり依頼の確定" description="見積もりの依頼を確定します。" path={estimateFormPath()} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'まとめて見積もり', path: estimateFormPath() },
					{ label: '依頼の確定', path: estimateConfirmPath(token) },
				]}
			/>
			<div className={formPage.page}>
				{found && found.officeCount === 0 ? (
					<AllPaused found={found} />
				) : found ? (
					<>
						<h1>見積もりの依頼を確定します</h1>
						<p>
							{found.officeCount < found.chosenCount
								? `「${found.taskName}」の見積もりを頼みます。選んだ${found.chosenCount}か所のうち、いま新しい依頼を受け付けている${found.officeCount}か所の事務所に届きます。`
								: `「${found.taskName}」の見積もりを、選んだ${found.officeCount}か所の事務所に頼みます。ボタンを押すと、すぐに届きます。`}
						</p>
						<form method="post" className={styles.act}>
							<HiddenFields csrfToken={csrfToken} />
							<ErrorSummary formState={formState} />
							<button type="submit" className="button">
								この内容で依頼する
							</button>
						</form>
					</>
				) : (
					<>
						<h1>このリンクは使えません</h1>
						<p>
							リンクは24時間有効で、1回だけ使えます。すでに確定した依頼は、そのときに届いた「見積もり依頼のお知らせ」のメールから開けます。
						</p>
						<p>
							<Link className="button" data-kind="quiet" to={estimateFormPath()}>
								はじめから入力する
							</Link>
						</p>
					</>
				)}
			</div>
		</>
	)
}

/** Every office has stopped accepting requests since the mail: the draft can be sent to others. */
function AllPaused({ found: { taskName, chosenCount, draft } }: { found: Confirmation }) {
	const path = draft && estimateDraftPath(draft.key, 'offices')
	return (
		<>
			<h1>事務所を選び直してください</h1>
			<div className={styles.notice}>
				<p>{`「${taskName}」の見積もりを頼むために選んだ${chosenCount}か所の事務所は、いま新しい依頼を受け付けていません。この依頼は、まだどこにも届いていません。`}</p>
				{path && <p>入力した内容は残っています。ほかの事務所を選んで、続きから依頼できます。</p>}
			</div>
			<p>
				{path ? (
					<Link className="button" to={draft.needsLogin ? loginPath(path) : path}>
						{draft.needsLogin ? 'ログインして事務所を選び直す' : 'ほかの事務所を選ぶ'}
					</Link>
				) : (
					<Link className="button" data-kind="quiet" to={estimateFormPath()}>
						はじめから入力する
					</Link>
				)}
			</p>
		</>
	)
}
