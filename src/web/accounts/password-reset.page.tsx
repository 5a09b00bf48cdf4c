import { Link, redirect } from 'react-router'
import { emailSchema, newPasswordSchema, oobCodeSchema } from '../../domain/accounts/schemas.ts'
import { confirmPasswordReset, requestPasswordReset, verifyResetCode } from '../../domain/accounts/sign-in/password-reset.ts'
import { isDomainError } from '../../domain/shared/errors.ts'
import { withCtx } from '../context.ts'
import { navigateTo } from '../layout/external-navigation.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { formToken } from '../session/form-token.server.ts'
import type { Route } from './+types/password-reset.page'
import { IdentityForm, EmailField, FormMessage, SubmitButton } from '../forms/identity-form.tsx'
import { clientForm, type IdentityFormState } from '../forms/identity-form-state.ts'
import { textOf } from '../forms/read-form.ts'
import { identityAction } from '../forms/identity-action.server.ts'
import { parseForm } from '../forms/parse-form.server.ts'
import { identity } from '../session/identity-client.ts'
import { formFailure } from '../session/identity-error.ts'
import { NewPasswordField } from '../session/password-field.tsx'
import { WithReasons } from './why-sign-in.tsx'
import styles from '../forms/identity-form.module.css'

export const handle = { wakes: true }

/** Without a code the first step; with the mail's code the second, if the code still works. */
export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const csrfToken = formToken(context, request)
	const code = new URL(request.url).searchParams.get('oobCode')
	if (code === null) return { step: 'request' as const, csrfToken }
	try {
		return {
			step: 'confirm' as const,
			csrfToken,
			code,
			email: await verifyResetCode(ctx, parseForm(codeForm(code), { oobCode: oobCodeSchema }).oobCode),
		}
	} catch (error) {
		if (!isDomainError(error)) throw error
		return { step: 'refused' as const, csrfToken, failure: formFailure({ code: error.code, message: error.detail, fields: {} }, 'mail') }
	}
})

function codeForm(code: string): FormData {
	const form = new FormData()
	form.set('oobCode', code)
	return form
}

export const action = identityAction('mail', async ({ ctx, cookies, form }) => {
	if (!form.has('oobCode')) {
		await requestPasswordReset(ctx, parseForm(form, { email: emailSchema }).email)
		return sentAnswer
	}
	const { oobCode, password } = parseForm(form, { oobCode: oobCodeSchema, password: newPasswordSchema })
	await confirmPasswordReset(ctx, { code: oobCode, password })
	cookies.keepDevice()
	return redirect('/login?notice=reset')
})

export const clientAction = clientForm('mail', async (form) => {
	if (!form.has('oobCode')) {
		await identity.requestPasswordReset(textOf(form, 'email'))
		return sentAnswer
	}
	await identity.confirmPasswordReset({ oobCode: textOf(form, 'oobCode'), password: textOf(form, 'password') })
	navigateTo('/login?notice=reset')
	return null
})

const sentAnswer: IdentityFormState = {
	kind: 'done',
	intent: '',
	sentence: 'パスワードを再設定するためのメールを送りました。メールのリンクを1時間以内に開いて、新しいパスワードを設定してください。',
}

export default function PasswordResetPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<WithReasons reasons="reset" scene="desk" heading="パスワードの再設定">
			<Head
				title="パスワードの再設定"
				description="登録したメールアドレスに、パスワードを再設定するためのリンクを送ります。"
				path="/password_reset"
				noindex
			/>
			{loaderData.step === 'request' && <RequestStep formState={actionData} csrfToken={loaderData.csrfToken} />}
			{loaderData.step === 'confirm' && <ConfirmStep {...loaderData} formState={actionData} />}
			{loaderData.step === 'refused' && (
				<>
					<FormMessage formState={loaderData.failure} />
					<a className="button" href="/password_reset">
						もう一度メールを送る
					</a>
				</>
			)}
			<ul className={styles.ways}>
				<li>
					<Link to="/login">ログインへ戻る</Link>
				</li>
			</ul>
		</WithReasons>
	)
}

type StepProps = { formState: IdentityFormState | undefined; csrfToken: string }

function RequestStep({ formState, csrfToken }: StepProps) {
	const { mailbox } = useSite()
	if (formState?.kind === 'done')
		return (
			<>
				<FormMessage formState={formState} />
				{mailbox && (
					<p className={styles.note}>
						これはデモです。メールは<Link to="/demo/mailbox">デモのメール箱</Link>に届きます。
					</p>
				)}
			</>
		)
	return (
		<>
			<p className={styles.lead}>登録したメールアドレスを入力してください。新しいパスワードを設定するためのリンクを送ります。</p>
			<IdentityForm formState={formState} csrfToken={csrfToken}>
				<EmailField formState={formState} />
				<SubmitButton>メールを送る</SubmitButton>
			</IdentityForm>
		</>
	)
}

function ConfirmStep({ formState, csrfToken, code, email }: StepProps & { code: string; email: string }) {
	return (
		<>
			<p className={styles.lead}>{`${email} の新しいパスワードを入力してください。設定すると、すべての端末からログアウトします。`}</p>
			<IdentityForm formState={formState} csrfToken={csrfToken}>
				<input type="hidden" name="oobCode" value={code} />
				<input type="text" className="visually-hidden" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
				<NewPasswordField label="新しいパスワード" formState={formState} />
				<SubmitButton>パスワードを設定する</SubmitButton>
			</IdentityForm>
		</>
	)
}
