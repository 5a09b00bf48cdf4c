import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { findContactByKey, withdrawContact } from '../../domain/funding-diagnosis/contacts.ts'
import { diagnosisRequestPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/factoring-contact-request.page'
import { ContactCard } from './factoring-contact-card.tsx'
import { viewContact } from './factoring-contact-view.server.ts'
import { LandingFrame } from '../layout/landing-frame.tsx'

import styles from './factoring-contact.module.css'

export const handle = { plain: true }

/** Reached by the link in a mail, for people without an account. Says so when the request was deleted. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const contact = await findContactByKey(ctx, params.key)
	const isWithdrawn = new URL(request.url).searchParams.has('withdrawn')
	return { key: params.key, isWithdrawn, contact: contact && viewContact(contact, ctx.now()), csrfToken: formToken(context, request) }
})

export const action = formAction({
	input: noFields,
	async run(ctx, _input, { params }: Route.ActionArgs) {
		try {
			await withdrawContact(ctx, { key: params.key })
		} catch (error) {
			// Pressed twice: the page says that nothing is left.
			if (!isDomainError(error) || error.kind !== 'not-found') throw error
		}
		return redirect(diagnosisRequestPath(params.key, { withdrawn: true }), 303)
	},
})

export default function FactoringContactRequestPage({
	loaderData: { key, isWithdrawn, contact, csrfToken },
	actionData: formState,
}: Route.ComponentProps) {
	return (
		<LandingFrame
			crumbs={[
				{ label: '無料資金診断', path: '/lp/factoring' },
				{ label: '相談の申し込み', path: diagnosisRequestPath(key) },
			]}
		>
			<Head title="相談の申し込み" description="相談の申し込みの内容です。" path="/lp/factoring/contact" noindex />
			<div className={styles.page}>
				{contact ? (
					<>
						<h1>相談の申し込み</h1>
						{contact.state === 'new' && (
							<p className={styles.done}>申し込みを受け付けました。担当者が内容を確かめてから、希望された方法で連絡します。</p>
						)}
						<ContactCard contact={contact} csrfToken={csrfToken} formState={formState} />
						<p className={styles.quiet}>
							このページのアドレスを知っている人は、申し込みの内容を見て取り下げられます。ほかの人に渡さないでください。
						</p>
					</>
				) : (
					<>
						<h1>{isWithdrawn ? '申し込みを取り下げました' : 'この申し込みは残っていません'}</h1>
						<p>
							{isWithdrawn
								? 'お名前、連絡先、相談の内容、一緒に送った診断の入力内容を消去しました。'
								: '取り下げたか、保存の期間が過ぎたため、お名前、連絡先、相談の内容は消去されています。リンクが途中で切れている場合は、メールのリンクを開き直してください。'}
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
