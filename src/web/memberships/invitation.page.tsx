import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { acceptInvitation, getInvitation } from '../../domain/memberships/office-membership.ts'
import { roleLabels } from '../../domain/memberships/office-policy.ts'
import { officeEditPath, officeInvitationPath, officePath, ownOfficesPath, registrationPath } from '../../domain/shared/links.ts'
import { findRegistration } from '../../domain/experts/registration.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/invitation.page'

import styles from '../offices/editing/offices.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => ({
	invitation: await getInvitation(ctx, params.token),
	token: params.token,
	csrfToken: formToken(context, request),
}))

export const action = formAction({
	input: noFields,
	async run(ctx, _input, { params }: Route.ActionArgs) {
		const { offer } = await getInvitation(ctx, params.token)
		const officeId = await acceptInvitation(ctx, params.token)
		const isVerified = (await findRegistration(ctx))?.state === 'verified'
		const own = offer?.role === 'responder' ? ownOfficesPath() : officeEditPath(officeId)
		return redirect(isVerified ? own : registrationPath(), 303)
	},
})

export default function InvitationPage({ loaderData: { invitation, token, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const { state, offer, expertId, isMember } = invitation
	return (
		<div className={`content ${styles.page}`}>
			<Head title="事務所への招待" description="事務所のメンバーへの招待です。" path={officeInvitationPath(token)} noindex />
			<h1>事務所への招待</h1>
			<ErrorSummary formState={formState} />
			{isMember ? (
				<p>
					{offer === null ? 'この招待の事務所のメンバーです。' : `「${offer.officeName}」のメンバーです。`}
					<Link to={ownOfficesPath()}>事務所の一覧を開く</Link>
				</p>
			) : state !== 'open' ? (
				<p>
					{state === 'used'
						? 'この招待のリンクは、すでに使われています。'
						: 'この招待の期限が過ぎたか、取り消されています。招待した方に、もう一度送ってもらってください。'}
				</p>
			) : offer === null ? (
				<>
					<p>この招待は、ほかのメールアドレスに送られたものです。</p>
					<p>
						招待を受け取ったメールアドレスのアカウントでログインし、アドレスの確認を済ませてから、このリンクをもう一度開いてください。ログイン中のアカウントのメールアドレスは、マイページの「アカウント」で確認できます。
					</p>
				</>
			) : (
				<>
					<p>{`${offer.inviterName}さんから、「${offer.officeName}」に${roleLabels[offer.role]}として招待されました。`}</p>
					<p>
						<Link to={officePath(offer.officeId)}>事務所のページを見る</Link>
					</p>
					{expertId === null ? (
						<>
							<p>参加できるのは専門家です。先に専門家の登録を始めてから、このリンクをもう一度開いてください。</p>
							<p>
								<Link className="button" to={registrationPath()}>
									専門家の登録を始める
								</Link>
							</p>
						</>
					) : (
						<form method="post" className={styles.buttons}>
							<HiddenFields csrfToken={csrfToken} />
							<button type="submit" className="button">
								参加する
							</button>
							<Link to="/">参加しない</Link>
						</form>
					)}
				</>
			)}
		</div>
	)
}
