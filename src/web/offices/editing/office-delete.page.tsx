import { redirect } from 'react-router'
import { getMyIdentity } from '../../../domain/accounts/my-identity.ts'
import { openOffice } from '../../../domain/memberships/office-access.ts'
import { deleteOffice, hindrancesOf } from '../../../domain/offices/office-deletion.ts'
import { RESTORABLE_DAYS } from '../../../domain/offices/office-sections.ts'
import { officeDeletePath, officeEditPath, ownOfficesPath } from '../../../domain/shared/links.ts'
import { IdentityForm, SubmitButton } from '../../forms/identity-form.tsx'
import { identityAction } from '../../forms/identity-action.server.ts'
import { proofFrom, waysToProve } from '../../session/proof.server.ts'
import { Reauthentication } from '../../session/reauthentication.tsx'
import { withCtx } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { parseId } from '../../../domain/shared/ids.ts'
import formStyles from '../../forms/form.module.css'
import { formToken } from '../../session/form-token.server.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/office-delete.page'
import styles from './offices.module.css'
import { openBusiness } from './open-business.server.ts'

export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const office = await openOffice(ctx, parseId(params.id), 'delete')
	const [me, hindrances] = await Promise.all([getMyIdentity(ctx), hindrancesOf(ctx, office.id, openBusiness)])
	return {
		office: { id: office.id, name: office.name },
		hindrances,
		again: waysToProve(ctx, me),
		csrfToken: formToken(context, request),
	}
})

export const action = (args: Route.ActionArgs) =>
	identityAction('account', async ({ ctx, form }) => {
		await deleteOffice(ctx, parseId(args.params.id), { idToken: await proofFrom(ctx, form), parts: openBusiness })
		return redirect(`${ownOfficesPath()}?done=deleted`, 303)
	})(args)

export default function OfficeDeletePage({ loaderData, actionData }: Route.ComponentProps) {
	const { office, hindrances, csrfToken, again } = loaderData
	return (
		<>
			<Head title="事務所の削除" description="事務所を削除します。" path={officeDeletePath(office.id)} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '事務所', path: ownOfficesPath() },
					{ label: `${office.name}の編集`, path: officeEditPath(office.id) },
					{ label: '削除', path: officeDeletePath(office.id) },
				]}
			/>
			<div className={styles.page}>
				<h1>事務所の削除</h1>
				<div className="prose">
					<p>{`「${office.name}」を削除します。公開ページ、一覧、検索から、すぐに消えます。`}</p>
					<ul>
						<li>{`${RESTORABLE_DAYS}日以内なら、マイページの「事務所」から元に戻せます。`}</li>
						<li>{`${RESTORABLE_DAYS}日を過ぎると、写真や口コミも含めて完全に消えます。`}</li>
						<li>所属する専門家のページは残ります。</li>
					</ul>
				</div>
				{hindrances.length > 0 ? (
					<div className={formStyles.warning}>
						<p>いまは削除できません。</p>
						<ul>
							{hindrances.map((sentence) => (
								<li key={sentence}>{sentence}</li>
							))}
						</ul>
						<p>新しい依頼を止めるには、先に「公開と受付」で非公開にするか、受付を休止してください。</p>
					</div>
				) : (
					<IdentityForm formState={actionData} csrfToken={csrfToken}>
						<Reauthentication id="delete-password" formState={actionData} {...again} />
						<SubmitButton kind="danger">事務所を削除する</SubmitButton>
					</IdentityForm>
				)}
				<p>
					<Link to={officeEditPath(office.id)}>削除しないで戻る</Link>
				</p>
			</div>
		</>
	)
}
