import { data, Link, redirect } from 'react-router'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import { register } from '../../domain/accounts/sign-in/form-flows.ts'
import { emailSchema, newPasswordSchema } from '../../domain/accounts/schemas.ts'
import { withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { rememberTarget } from '../session/after-login.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { announceLoginChange } from '../session/login-status.ts'
import type { Route } from './+types/register.page'
import { IdentityForm, EmailField, SubmitButton } from '../forms/identity-form.tsx'
import { clientForm, targetOf, welcomePath } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { parseForm } from '../forms/parse-form.server.ts'
import { identity } from '../session/identity-client.ts'
import { formFailure } from '../session/identity-error.ts'
import { NewPasswordField } from '../session/password-field.tsx'
import { ProviderButtons } from '../session/provider-buttons.tsx'
import { WithReasons } from './why-sign-in.tsx'
import { AgreementNote } from '../ui/agreement-note.tsx'
import styles from '../forms/identity-form.module.css'

export const handle = { wakes: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const redirectTo = targetOf(request.url)
	return Promise.resolve(
		data(
			{
				csrfToken: formToken(context, request),
				providers: Object.keys(ctx.accounts.providers) as ProviderName[],
				query: redirectTo === '/' ? '' : `?redirect=${encodeURIComponent(redirectTo)}`,
			},
			rememberTarget(context, redirectTo),
		),
	)
})

export const action = identityAction('signUp', async ({ ctx, cookies, form }) => {
	await register(ctx, parseForm(form, { email: emailSchema, password: newPasswordSchema }))
	cookies.keepDevice()
	return redirect('/register_mailed')
})

export const clientAction = clientForm('signUp', async (form) => {
	const { mailFailure } = await identity.signUp({ email: textOf(form, 'email'), password: textOf(form, 'password') })
	if (mailFailure)
		return {
			...formFailure(mailFailure, 'mail'),
			sentence: '登録はできましたが、確認のメールを送れませんでした。ログインすると、マイページから送り直せます。',
		}
	navigateTo('/register_mailed')
	return null
})

export default function RegisterPage({ loaderData: { csrfToken, providers, query }, actionData }: Route.ComponentProps) {
	const { name } = useSite()
	const isTaken = actionData?.kind === 'failure' && actionData.code === 'auth/email-already-in-use'
	return (
		<WithReasons reasons="register" scene="signpost" heading="新規登録（無料）">
			<Head
				title="新規登録（無料）"
				description={`${name}に無料で登録します。メールアドレスとパスワードだけで始められます。`}
				path="/register"
				noindex
			/>
			<p className={styles.lead}>登録すると確認のメールが届きます。メールのリンクを開いて確認したあと、ログインしてお使いください。</p>
			<IdentityForm formState={actionData} csrfToken={csrfToken}>
				<EmailField formState={actionData} />
				<NewPasswordField formState={actionData} />
				<AgreementNote action="登録する" room="privacy" />
				<SubmitButton>登録する</SubmitButton>
			</IdentityForm>
			{isTaken && (
				<ul className={styles.ways}>
					<li>
						<Link to="/password_reset">パスワードを再設定する</Link>
					</li>
				</ul>
			)}
			{providers.length > 0 && (
				<>
					<p className={styles.or}>または</p>
					<ProviderButtons
						providers={providers}
						verb="で登録"
						run={async (provider) => {
							const { hasLoggedIn } = await identity.signInWith(provider)
							const target = targetOf(location.href)
							announceLoginChange()
							navigateTo(hasLoggedIn ? target : welcomePath(target))
							return null
						}}
					/>
				</>
			)}
			<ul className={styles.ways}>
				<li>
					<Link to={`/login${query}`}>登録済みの方はログイン</Link>
				</li>
			</ul>
		</WithReasons>
	)
}
