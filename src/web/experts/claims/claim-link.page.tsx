import { redirect } from 'react-router'
import { CLAIM_MAIL_DAYS } from '../../../domain/experts/claims/claim-input.ts'
import { findClaimLink, proveByLink } from '../../../domain/experts/claims/claims.ts'
import { claimPath, officeClaimLinkPath } from '../../../domain/shared/links.ts'
import { withCtx } from '../../context.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields } from '../../forms/form-fields.server.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { formAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import formPage from '../../ui/form-page.module.css'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/claim-link.page'

export const handle = { plain: true }

/** Opening the page does nothing, because mail programs prefetch links. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	token: params.token,
	link: await findClaimLink(ctx, params.token),
	csrfToken: formToken(context, request),
}))

export const action = formAction({
	input: noFields,
	async run(ctx, _input, { params }: Route.ActionArgs) {
		await proveByLink(ctx, params.token)
		return redirect(claimPath({ done: 'proved' }), 303)
	},
})

export default function ClaimLinkPage({ loaderData: { token, link, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<div className={formPage.page}>
			<Head title="事務所の確認" description="事務所の代表者であることを確認します。" path={officeClaimLinkPath(token)} noindex />
			<ErrorSummary formState={formState} />
			{link === null ? (
				<>
					<h1>このリンクは使えません</h1>
					<p>{`リンクは${CLAIM_MAIL_DAYS}日間、1回だけ使えます。申し出たときのアカウントでログインしているかも、ご確認ください。`}</p>
					<p>
						<Link className="button" data-kind="quiet" to={claimPath()}>
							申し出のページを開く
						</Link>
					</p>
				</>
			) : (
				<>
					<h1>{`「${link.officeName}」の確認`}</h1>
					<p>このメールアドレスを使う事務所の方であることを確認します。</p>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} />
						<button type="submit" className="button">
							事務所の代表者であることを確認する
						</button>
					</form>
				</>
			)}
		</div>
	)
}
