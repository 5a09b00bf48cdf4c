import { z } from 'zod'
import { redirect } from 'react-router'
import { textsField } from '../forms/form-fields.server.ts'
import { CONSENT_VERSION, consents } from '../../domain/experts/registration-consents.ts'
import { saveConsents } from '../../domain/experts/registration.ts'
import { registrationPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { AgreementNote } from '../ui/agreement-note.tsx'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { textsIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import formPage from '../ui/form-page.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { FieldError } from '../forms/field.tsx'
import type { Route } from './+types/register-consents.page'
import { openRegistration } from './own-registration.server.ts'
import { nothingDone, Steps } from './steps.tsx'

import formStyles from '../forms/form.module.css'
import styles from './registration.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await openRegistration(ctx)
	const given = (registration?.consents ?? []).filter(({ textVersion }) => textVersion === CONSENT_VERSION).map(({ kind }) => kind)
	return { done: registration?.done ?? nothingDone, given, csrfToken: formToken(context, request) }
})

export const action = formAction({
	input: z.object({ consent: textsField }),
	async run(ctx, { consent }) {
		await saveConsents(ctx, consent)
		return redirect(registrationPath(), 303)
	},
})

export default function ConsentsPage({ loaderData: { done, given, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const checked: readonly string[] = formState ? textsIn(formState.values, 'consent') : given
	return (
		<>
			<Head title="同意事項" description="専門家登録の申請の前に、同意事項を確認します。" path={registrationPath('consents')} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '専門家として登録する', path: registrationPath() },
					{ label: '同意事項', path: registrationPath('consents') },
				]}
			/>
			<div className={formPage.page}>
				<h1>同意事項</h1>
				<Steps current="consents" done={done} />
				<form method="post" className={formStyles.form} noValidate>
					<HiddenFields csrfToken={csrfToken} />
					<ErrorSummary formState={formState} />
					{consents.map(({ kind, label, text }) => (
						<div key={kind} className={styles.consent}>
							{text.map((paragraph) => (
								<p key={paragraph}>{paragraph}</p>
							))}
							<label className={formStyles.check}>
								<input
									type="checkbox"
									name="consent"
									value={kind}
									defaultChecked={checked.includes(kind)}
									aria-invalid={formState?.fields[kind] ? true : undefined}
									aria-describedby={formState?.fields[kind] ? `${kind}-error` : undefined}
								/>
								<span>{label}</span>
							</label>
							<FieldError id={kind} error={formState?.fields[kind]} />
						</div>
					))}
					<AgreementNote action="同意して保存する" room="experts" />
					<p className={styles.lead}>{`同意事項の版：${CONSENT_VERSION}。同意した日時とともに記録します。`}</p>
					<div>
						<button type="submit" className="button">
							同意して保存する
						</button>
					</div>
				</form>
			</div>
		</>
	)
}
