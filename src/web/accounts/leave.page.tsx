import { Link, redirect } from 'react-router'
import { getMyIdentity } from '../../domain/accounts/my-identity.ts'
import { leavingCardLines, leavingLists } from '../../domain/moderation/leaving-lists.ts'
import { withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { formToken } from '../session/form-token.server.ts'
import { announceLoginChange } from '../session/login-status.ts'
import type { Route } from './+types/leave.page'
import { proveFrom } from './account-client-actions.ts'
import { IdentityForm, SubmitButton } from '../forms/identity-form.tsx'
import { clientForm } from '../forms/identity-form-state.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { identity } from '../session/identity-client.ts'
import { leave } from './leave.server.ts'
import { waysToProve } from '../session/proof.server.ts'
import { Reauthentication } from '../session/reauthentication.tsx'
import styles from '../forms/identity-form.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	return { again: waysToProve(ctx, await getMyIdentity(ctx)), csrfToken: formToken(context, request) }
})

export const action = identityAction('account', async ({ ctx, cookies, form }) => {
	await leave(ctx, form)
	cookies.forgetPerson()
	return redirect('/login?notice=left')
})

export const clientAction = clientForm('account', async (form) => {
	await proveFrom(form)
	await identity.deleteAccount()
	announceLoginChange()
	navigateTo('/login?notice=left')
	return null
})

export default function LeavePage({ loaderData: { again, csrfToken }, actionData }: Route.ComponentProps) {
	const { takesCards } = useSite()
	return (
		<div className={`content ${styles.page}`}>
			<Head title="退会の手続き" description="アカウントを削除します。" path="/leave" noindex />
			<h1>退会の手続き</h1>
			<div className="prose">
				<p>{`${again.email} のアカウントを削除します。削除したものは元に戻せません。`}</p>
				<h2>削除するもの</h2>
				<Lines lines={[...leavingLists.deleted, ...(takesCards ? leavingCardLines.deleted : [])]} />
				<h2>お名前を外して残すもの</h2>
				<Lines lines={leavingLists.anonymised} />
				<h2>期限まで、または記録として残すもの</h2>
				<Lines lines={[...leavingLists.kept, ...(takesCards ? leavingCardLines.kept : [])]} />
				<p>
					有料プランは退会と同時に終わり、期間の残りの料金は返金しません。お支払いの済んでいない請求書は残ります。期間の終わりまで使うときは、先に解約してください。
				</p>
				<p>
					退会の前に、<Link to="/mypage/account">アカウント</Link>からデータを書き出せます。
				</p>
			</div>
			<IdentityForm formState={actionData} csrfToken={csrfToken}>
				<Reauthentication id="leave-password" formState={actionData} {...again} />
				<SubmitButton kind="danger">退会する</SubmitButton>
			</IdentityForm>
			<ul className={styles.ways}>
				<li>
					<Link to="/mypage/account">退会しないで戻る</Link>
				</li>
			</ul>
		</div>
	)
}

function Lines({ lines }: { lines: readonly string[] }) {
	return (
		<ul>
			{lines.map((line) => (
				<li key={line}>{line}</li>
			))}
		</ul>
	)
}
