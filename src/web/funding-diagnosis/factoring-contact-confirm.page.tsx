import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { confirmContact, isConfirmable } from '../../domain/funding-diagnosis/contacts.ts'
import { CONTACT_CONFIRM_HOURS } from '../../domain/funding-diagnosis/contact-input.ts'
import { diagnosisConfirmPath, diagnosisRequestPath } from '../../domain/shared/links.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/factoring-contact-confirm.page'
import { LandingFrame } from '../layout/landing-frame.tsx'

import styles from './factoring-contact.module.css'

export const handle = { plain: true }

/** Opening the page does nothing, because mail programs prefetch links. The button uses the link. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	token: params.token,
	isUsable: await isConfirmable(ctx, params.token),
	csrfToken: formToken(context, request),
}))

export const action = formAction({
	input: noFields,
	async run(ctx, _input, { params }: Route.ActionArgs) {
		try {
			return redirect(diagnosisRequestPath(await confirmContact(ctx, params.token)), 303)
		} catch (error) {
			// Used or expired since the page was opened: the page itself says so.
			if (isDomainError(error) && error.kind === 'not-found') return redirect(diagnosisConfirmPath(params.token), 303)
			throw error
		}
	},
})

export default function FactoringContactConfirmPage({ loaderData: { token, isUsable, csrfToken } }: Route.ComponentProps) {
	return (
		<LandingFrame
			crumbs={[
				{ label: '無料資金診断', path: '/lp/factoring' },
				{ label: '申し込みの確定', path: diagnosisConfirmPath(token) },
			]}
		>
			<Head title="相談の申し込みの確定" description="相談の申し込みを確定します。" path="/lp/factoring/contact" noindex />
			<div className={styles.page}>
				{isUsable ? (
					<>
						<h1>相談の申し込みを確定します</h1>
						<p>ボタンを押すと、申し込みが担当者に届きます。内容は、確定したあとの画面で確かめられ、いつでも取り下げられます。</p>
						<form method="post">
							<HiddenFields csrfToken={csrfToken} />
							<button type="submit" className="button">
								申し込みを確定する
							</button>
						</form>
					</>
				) : (
					<>
						<h1>このリンクは使えません</h1>
						<p>
							{`確定のリンクは${CONTACT_CONFIRM_HOURS}時間有効で、1回だけ使えます。すでに確定した申し込みは、同じメールの「申し込みの内容を見る・取り下げる」から確かめられます。`}
						</p>
						<p>
							<Link className="button" data-kind="quiet" to="/lp/factoring">
								はじめから診断する
							</Link>
						</p>
					</>
				)}
			</div>
		</LandingFrame>
	)
}
