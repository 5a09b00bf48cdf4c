import { redirect } from 'react-router'
import { WAIT_CONFIRM_HOURS } from '../../../domain/listings/waiting/list-wait-input.ts'
import { confirmWait, findWaitToConfirm } from '../../../domain/listings/waiting/list-waits.ts'
import { isDomainError } from '../../../domain/shared/errors.ts'
import { listWaitConfirmPath, listWaitPath, taskIndexPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { noFields } from '../../forms/form-fields.server.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { formAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import formPage from '../../ui/form-page.module.css'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/list-wait-confirm.page'

export const handle = { plain: true }

/** Opening the page does nothing, because mail programs prefetch links. The button uses the link. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	token: params.token,
	list: await findWaitToConfirm(ctx, params.token),
	csrfToken: formToken(context, request),
}))

export const action = formAction({
	input: noFields,
	async run(ctx, _input, { params }: Route.ActionArgs) {
		try {
			return redirect(listWaitPath(await confirmWait(ctx, params.token), { sent: 'waiting' }), 303)
		} catch (error) {
			// Used or expired since the page was opened: the page itself says so.
			if (isDomainError(error) && error.kind === 'not-found') return redirect(listWaitConfirmPath(params.token), 303)
			throw error
		}
	},
})

export default function ListWaitConfirmPage({ loaderData: { token, list, csrfToken } }: Route.ComponentProps) {
	return (
		<div className={formPage.page}>
			<Head
				title="お知らせの登録の確定"
				description="事務所の掲載のお知らせの登録を確定します。"
				path={listWaitConfirmPath(token)}
				noindex
			/>
			{list ? (
				<>
					<h1>お知らせの登録を確定します</h1>
					<p>{`${list.areaName}で「${list.scopeName}」に対応する事務所が新しく掲載されたときに、1回だけメールでお知らせします。`}</p>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} />
						<button type="submit" className="button">
							登録を確定する
						</button>
					</form>
				</>
			) : (
				<>
					<h1>このリンクは使えません</h1>
					<p>{`確定のリンクは${WAIT_CONFIRM_HOURS}時間有効で、1回だけ使えます。すでに確定した場合は、そのままお待ちください。`}</p>
					<p>
						<Link className="button" data-kind="quiet" to={taskIndexPath()}>
							業務から事務所を探す
						</Link>
					</p>
				</>
			)}
		</div>
	)
}
