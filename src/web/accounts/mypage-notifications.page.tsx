import { getMyUser, updateUser } from '../../domain/accounts/users.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import type { Route } from './+types/mypage-notifications.page'
import { AccountForm, SubmitButton } from './account-form.tsx'
import { clientForm, type FormAnswer, textOf } from './form-answer.ts'
import { formAction } from './form-action.server.ts'
import { callAccounts } from './identity-calls.ts'
import { parseUserForm } from './user-form.server.ts'
import styles from './mypage.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { user, docId } = await getMyUser(ctx)
	return { docId, receiveEmail: user.receiveEmail, csrfToken: formToken(context, request) }
})

const saved: FormAnswer = { kind: 'done', intent: '', sentence: '通知の設定を保存しました。' }

export const action = formAction('account', async ({ ctx, form }) => {
	const { docId } = await getMyUser(ctx)
	await updateUser(ctx, docId, parseUserForm(form, { categoryIds: [] }))
	return saved
})

export const clientAction = clientForm('account', async (form) => {
	const user = { receiveEmail: form.get('receiveEmail') === 'on' }
	await callAccounts('POST /api/updateUser', { id: textOf(form, 'docId'), user }, { flow: 'account' })
	return saved
})

export default function MypageNotifications({ loaderData: { docId, receiveEmail, csrfToken }, actionData }: Route.ComponentProps) {
	return (
		<div className={styles.body}>
			<Head title="通知設定" description="メールでのお知らせを受け取るかどうかを選べます。" path="/mypage/notifications" noindex />
			<section className={styles.section} aria-labelledby="notifications">
				<h2 id="notifications">メールでのお知らせ</h2>
				<AccountForm answer={actionData} csrfToken={csrfToken} keepsTyping>
					<input type="hidden" name="docId" value={docId} />
					<input type="hidden" name="mail" value="1" />
					<label className={styles.check}>
						<input type="checkbox" name="receiveEmail" defaultChecked={receiveEmail} />
						<span>サービスのお知らせをメールで受け取る</span>
						<small>ご自身の手続きに関わるお知らせです。広告のメールではありません。</small>
					</label>
					<p>ログインやパスワード、メールアドレスの変更など、安全に関わるメールは、この設定にかかわらずお送りします。</p>
					<SubmitButton>保存する</SubmitButton>
				</AccountForm>
			</section>
		</div>
	)
}
