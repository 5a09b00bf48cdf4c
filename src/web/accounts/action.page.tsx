import { Link, redirect } from 'react-router'
import { checkActionCode } from '../../domain/accounts/action-codes.ts'
import { applyActionCode } from '../../domain/accounts/email-change.ts'
import { oobCodeSchema } from '../../domain/accounts/schemas.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
import { formToken } from '../session/form-token.server.ts'
import { announceLoginChange } from '../session/login-status.ts'
import type { Route } from './+types/action.page'
import { IdentityForm, FormMessage, SubmitButton } from '../forms/identity-form.tsx'
import { clientForm } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { parseForm } from '../forms/parse-form.server.ts'
import { identity } from '../session/identity-client.ts'
import { formFailure } from '../session/identity-error.ts'
import styles from '../forms/identity-form.module.css'

const titles = {
	verifyEmail: 'メールアドレスの確認',
	recoverEmail: 'メールアドレスを元に戻す',
	resetPassword: 'パスワードの再設定',
} as const
type Mode = keyof typeof titles

/**
 * The page behind a mail's link. Opening it does not consume the code, since mail programs prefetch links: the person
 * presses the button. Passwords are set on /password_reset.
 */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const code = searchParams.get('oobCode') ?? ''
	const asked = searchParams.get('mode') ?? ''
	if (asked === 'resetPassword') return redirect(`/password_reset?oobCode=${encodeURIComponent(code)}`)
	const mode = Object.hasOwn(titles, asked) ? (asked as Mode) : null
	const csrfToken = formToken(context, request)
	try {
		const found = await checkActionCode(ctx, oobCodeSchema.catch('').parse(code), mode === null ? [] : [mode])
		const { kind, email, previousEmail, ownerLoginAt, createdAt } = found
		const keptUntil = momentText((ownerLoginAt ?? createdAt).getTime())
		return { state: 'ok' as const, csrfToken, code, mode: kind, email, previousEmail, keptUntil }
	} catch (error) {
		if (!isDomainError(error)) throw error
		return { state: 'refused' as const, mode, failure: formFailure({ code: error.code, message: error.detail, fields: {} }, 'mail') }
	}
})

/** Verification ends at the login page (spec section 4); who is signed in goes back to their account. */
const after = (mode: string, isSignedIn: boolean): string => {
	if (mode === 'recoverEmail') return '/login?notice=recovered'
	return isSignedIn ? '/mypage/account?notice=verified' : '/login?notice=verified'
}

export const action = identityAction('mail', async ({ ctx, cookies, form }) => {
	const { kind } = await applyActionCode(ctx, parseForm(form, { oobCode: oobCodeSchema }).oobCode)
	cookies.keepDevice()
	return redirect(after(kind, ctx.viewer.kind === 'member'))
})

export const clientAction = clientForm('mail', async (form) => {
	const mode = textOf(form, 'mode')
	await (mode === 'recoverEmail' ? identity.recoverEmail(textOf(form, 'oobCode')) : identity.confirmMail(textOf(form, 'oobCode')))
	announceLoginChange()
	// The server redirects signed-in members.
	navigateTo(after(mode, form.get('isSignedIn') === '1'))
	return null
})

export default function ActionPage({ loaderData, actionData, matches }: Route.ComponentProps) {
	const isSignedIn = matches[0].loaderData?.viewer != null
	const title = loaderData.mode === null ? 'メールのリンクを開くページ' : titles[loaderData.mode]
	return (
		<div className={`content ${styles.page}`}>
			<Head title={title} description="メールのリンクから開くページです。" path="/action" noindex />
			<h1>{title}</h1>
			{loaderData.state === 'ok' ? (
				<IdentityForm formState={actionData} csrfToken={loaderData.csrfToken}>
					<input type="hidden" name="oobCode" value={loaderData.code} />
					<input type="hidden" name="mode" value={loaderData.mode} />
					<input type="hidden" name="isSignedIn" value={isSignedIn ? '1' : ''} />
					{loaderData.mode === 'recoverEmail' ? (
						<>
							<p>{`メールアドレスを ${loaderData.previousEmail ?? ''} から ${loaderData.email} に戻します。`}</p>
							<p>アカウントを守るため、同時に次のことを行います。</p>
							<ul>
								<li>すべての端末からログアウトし、いまのパスワードを無効にします。</li>
								<li>
									{`${loaderData.keptUntil} より後に追加された外部アカウントの連携、パスキー、二段階認証を削除します。変更の前に、あなたご本人のログインを最後に確認できた時刻です。`}
								</li>
								<li>
									24時間、または新しいパスワードをメールから設定するまで、メールアドレス、パスワード、連携、パスキー、二段階認証を変更できないようにします。
								</li>
							</ul>
							<p>そのあと、新しいパスワードを設定するためのメールを送ります。</p>
							<SubmitButton>元のメールアドレスに戻す</SubmitButton>
						</>
					) : (
						<>
							<p>{`${loaderData.email} がご自身のメールアドレスであることを確認します。`}</p>
							<p className={styles.lead}>
								登録や変更をご自身で申し込んでいない場合は、確認せずにこのページを閉じてください。このメールアドレスは使われません。
							</p>
							<SubmitButton>確認を完了する</SubmitButton>
						</>
					)}
				</IdentityForm>
			) : (
				<>
					{loaderData.mode === null && (
						<p>
							登録の確認や、メールアドレスの変更のお知らせにあるリンクから開くページです。直接開いたときや、リンクが途中で切れているときは、手続きを進められません。お手元のメールのボタンから、もう一度開いてください。
						</p>
					)}
					<FormMessage formState={loaderData.failure} />
					<p className={styles.lead}>{wayOut(loaderData.mode, loaderData.failure.code)}</p>
					<Link className="button" to={isSignedIn ? '/mypage/account' : '/login'}>
						{isSignedIn ? 'マイページへ' : 'ログインへ進む'}
					</Link>
				</>
			)}
		</div>
	)
}

function wayOut(mode: Mode | null, code: string): string {
	if (mode === 'verifyEmail' && code === 'auth/used-action-code') return '確認は済んでいます。ログインしてご利用ください。'
	if (mode === 'verifyEmail') return 'ログインすると、マイページのアカウントから確認のメールを送り直せます。'
	if (mode === null) return 'メールが見つからないときは、ログインすると、マイページのアカウントから確認のメールを送り直せます。'
	return 'メールアドレスを戻せないときは、パスワードの再設定をお試しいただくか、運営者にお問い合わせください。'
}
