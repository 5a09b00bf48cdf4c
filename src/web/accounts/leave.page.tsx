import { Link, redirect } from 'react-router'
import { getMyIdentity } from '../../domain/accounts/my-identity.ts'
import { withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
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
	return (
		<div className={`content ${styles.page}`}>
			<Head title="退会の手続き" description="アカウントを削除します。" path="/leave" noindex />
			<h1>退会の手続き</h1>
			<div className="prose">
				<p>{`${again.email} のアカウントを削除します。削除したものは元に戻せません。`}</p>
				<h2>削除するもの</h2>
				<ul>
					<li>メールアドレス、パスワード、外部アカウントとの連携</li>
					<li>お名前、立場、関心のある分野、通知の設定</li>
					<li>ログイン中の端末と、ログインの記録</li>
					<li>専門家として公開しているページと資格の情報</li>
					<li>ご自身だけが管理している事務所のページ、写真、寄せられた口コミ。すぐに一覧から外れ、30日後に消えます</li>
					<li>まだ回答のない質問、質問と記事の下書き、質問に付けた写真</li>
					<li>フォロー、お気に入り、届いたお知らせ、手続きの期限のお知らせの設定、異議の申し立て</li>
					<li>資金診断の結果をもとにした相談の申し込み（お名前、連絡先、相談の内容、一緒に送った診断の内容）</li>
					<li>見積もり依頼のお名前、連絡先、事業の内容、希望。回答を待っている依頼は取り消し、事務所に知らせます</li>
				</ul>
				<h2>お名前を外して残すもの</h2>
				<ul>
					<li>回答のある質問と、あなたが書いた口コミ。誰が書いたかは分からなくなります。質問の編集の履歴は消えます</li>
					<li>あなたの回答。「退会した専門家」と資格の種類だけを表示し、登録番号と所属する会は消えます</li>
					<li>あなたがした報告。誰が報告したかは分からなくなります</li>
					<li>公開した記事。執筆者は「退会した専門家」と表示します</li>
					<li>ほかの方も管理している事務所のページ</li>
					<li>見積もり依頼の業務・地域・予算と、事務所が作った見積書。事務所の記録として残ります</li>
					<li>事務所に送った問い合わせの文章。事務所の記録として残り、お名前と添付のファイルはなくなります</li>
				</ul>
				<h2>期限まで残すもの</h2>
				<ul>
					<li>運営へのお問い合わせ（お名前、メールアドレス、内容、お返事）。対応の終了から1年、権利の侵害の申出は3年で消去します</li>
					<li>
						有料プランの請求書と入金の記録（宛名を含みます）。法律に従い、10年保存します。退会すると見られなくなるため、必要な請求書は先にダウンロードしてください
					</li>
					<li>運営がした審査や非公開などの操作の記録</li>
				</ul>
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
