import { useState } from 'react'
import { Link, redirect } from 'react-router'
import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'
import type { AccountUser } from '../../domain/accounts/users.ts'
import { emailSchema, givenPasswordSchema } from '../../domain/accounts/schemas.ts'
import { finishSignIn } from '../../domain/accounts/sign-in/second-factor.ts'
import { openSession } from '../../domain/accounts/sessions.ts'
import { signIn } from '../../domain/accounts/sign-in/sign-in.ts'
import { withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { takeTarget } from '../session/after-login.server.ts'
import { formToken } from '../session/form-token.server.ts'
import { announceLoginChange } from '../session/login-status.ts'
import type { Route } from './+types/login.page'
import { IdentityForm, EmailField, SubmitButton } from '../forms/identity-form.tsx'
import { clientForm, targetOf, welcomePath } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { parseForm } from '../forms/parse-form.server.ts'
import { identity } from '../session/identity-client.ts'
import { IdentityError } from '../session/identity-error.ts'
import { loginNotices, parseNotice } from './login-notices.ts'
import { PasskeyButton } from '../session/passkey-button.tsx'
import { CurrentPasswordField } from '../session/password-field.tsx'
import { ProviderButtons } from '../session/provider-buttons.tsx'
import { CodeForm } from './second-factor.tsx'
import { userOfNewSession } from '../session/new-session.server.ts'
import { WithReasons } from './why-sign-in.tsx'
import { AgreementNote } from '../ui/agreement-note.tsx'
import styles from '../forms/identity-form.module.css'

/** Hydrated at once: the provider's popup must open on the first click. */
export const handle = { wakes: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const redirectTo = targetOf(request.url)
	const remembered = searchParams.has('redirect') ? null : takeTarget(context, request)
	if (remembered) return redirect(remembered.path, remembered.init)
	return Promise.resolve({
		csrfToken: formToken(context, request),
		providers: Object.keys(ctx.accounts.providers) as ProviderName[],
		notice: parseNotice(searchParams.get('notice')) ?? (redirectTo === '/' ? null : 'needed'),
		query: redirectTo === '/' ? '' : `?redirect=${encodeURIComponent(redirectTo)}`,
	})
})

export const action = identityAction('signIn', async ({ ctx, cookies, form, request }) => {
	// Also for a refusal: a second factor is asked for in this browser only.
	cookies.keepDevice()
	const formState = form.has('code')
		? await finishSignIn(ctx, textOf(form, 'code'))
		: await signIn(ctx, parseForm(form, { email: emailSchema, password: givenPasswordSchema }))
	const session = await openSession(ctx, formState.idToken)
	cookies.signedIn(session)
	return redirect(nextPath(await userOfNewSession(ctx, session, formState.email), request.url))
})

export const clientAction = clientForm('signIn', async (form, request) =>
	enter(
		form.has('code')
			? await identity.finishSignIn(textOf(form, 'code'))
			: await identity.signIn({ email: textOf(form, 'email'), password: textOf(form, 'password') }),
		request.url,
	),
)

const nextPath = ({ hasLoggedIn }: Pick<AccountUser, 'hasLoggedIn'>, url: string): string =>
	hasLoggedIn ? targetOf(url) : welcomePath(targetOf(url))

/** After signing in: notifies other tabs and loads the next page in full. */
function enter(user: AccountUser, url: string): null {
	announceLoginChange()
	navigateTo(nextPath(user, url))
	return null
}

export default function LoginPage({ loaderData: { csrfToken, providers, notice, query }, actionData }: Route.ComponentProps) {
	const { mailbox } = useSite()
	const [byProvider, setByProvider] = useState(false)
	const code = actionData?.kind === 'failure' ? actionData.code : null
	const asksCode = byProvider || code === 'auth/multi-factor-auth-required' || code === 'auth/invalid-verification-code'
	return (
		<WithReasons reasons="signIn" scene="meeting" heading="ログイン">
			<Head title="ログイン" description="登録したメールアドレスとパスワードでログインします。" path="/login" noindex />
			{notice && !actionData && <output className={notice === 'needed' ? styles.note : styles.done}>{loginNotices[notice]}</output>}
			{mailbox && !actionData && <p className={styles.note}>これはデモです。起動したときに表示されたアカウントでログインできます。</p>}
			{asksCode ? (
				<CodeForm formState={actionData} csrfToken={csrfToken} />
			) : (
				<IdentityForm formState={actionData} csrfToken={csrfToken}>
					<EmailField formState={actionData} />
					<CurrentPasswordField formState={actionData} />
					<p className={styles.forgot}>
						<Link className="tap" to="/password_reset">
							パスワードを忘れた方
						</Link>
					</p>
					<SubmitButton>ログイン</SubmitButton>
				</IdentityForm>
			)}
			{!asksCode && (
				<>
					<p className={styles.or}>または</p>
					<PasskeyButton
						label="パスキーでログイン"
						flow="signIn"
						run={async () => void enter(await identity.signInByPasskey(), location.href)}
					/>
					<ProviderButtons
						providers={providers}
						verb="でログイン"
						run={async (provider) => {
							try {
								return enter(await identity.signInWith(provider), location.href)
							} catch (error) {
								if (!(error instanceof IdentityError) || error.code !== 'auth/multi-factor-auth-required') throw error
								setByProvider(true)
								return null
							}
						}}
					/>
					{providers.length > 0 && <AgreementNote action="外部アカウントではじめてログインする" room="privacy" />}
				</>
			)}
			<ul className={styles.ways}>
				<li>
					<Link to={`/register${query}`}>はじめての方は新規登録（無料）</Link>
				</li>
			</ul>
		</WithReasons>
	)
}
