import { z } from 'zod'
import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { fieldsOf } from '../forms/read-form.ts'
import { bytesOf, fileField, idField, targetFields } from '../forms/form-fields.server.ts'
import { addProof, removeCredential, removeProof, saveCredential } from '../../domain/experts/registration-credentials.ts'
import { MAX_CREDENTIALS } from '../../domain/experts/registration-input.ts'
import { credentialSchema } from '../../domain/experts/registration-schemas.ts'
import { registrationPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/register-credentials.page'
import { CredentialFacts, CredentialForm, Doubts, HiddenOf, Proofs, type ShownCredential } from './credential-fields.tsx'
import { openRegistration, shownCredential } from './own-registration.server.ts'
import textButton from '../ui/text-button.module.css'
import formPage from '../ui/form-page.module.css'
import { nextAfter, nothingDone, Steps } from './steps.tsx'

import styles from './registration.module.css'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await openRegistration(ctx)
	return {
		done: registration?.done ?? nothingDone,
		credentials: (registration?.credentials ?? []).map(shownCredential),
		csrfToken: formToken(context, request),
	}
})

const back = () => redirect(registrationPath('credentials'), 303)

export const action = pageAction({
	save: {
		input: ({ now }: Pick<Ctx, 'now'>) => credentialSchema(now()),
		read: (form) => ({ registeredOn: '', ...fieldsOf(form) }),
		async run(ctx, credential) {
			await saveCredential(ctx, credential)
			return back()
		},
	},
	proof: {
		input: z.object({ targetId: idField, proof: fileField }),
		async run(ctx, { targetId, proof }) {
			await addProof(ctx, targetId, await bytesOf(proof))
			return back()
		},
	},
	removeProof: {
		input: z.object({ proofId: idField }),
		async run(ctx, { proofId }) {
			await removeProof(ctx, `${proofId}`)
			return back()
		},
	},
	remove: {
		input: targetFields,
		async run(ctx, { targetId }) {
			await removeCredential(ctx, targetId)
			return back()
		},
	},
})

export default function CredentialsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { credentials, csrfToken, done } = loaderData
	return (
		<>
			<Head title="資格の登録" description="専門家登録の申請で、資格と書類を登録します。" path={registrationPath('credentials')} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: '専門家として登録する', path: registrationPath() },
					{ label: '資格', path: registrationPath('credentials') },
				]}
			/>
			<div className={formPage.page}>
				<h1>資格</h1>
				<ErrorSummary formState={formStateFor(formState, '')} />
				<Steps current="credentials" done={done} />
				{credentials.map((one) => (
					<Registered key={one.id} credential={one} csrfToken={csrfToken} formState={formState} />
				))}
				{credentials.length < MAX_CREDENTIALS && (
					<section className={styles.section} aria-labelledby="new">
						<h2 id="new">{credentials.length === 0 ? '資格を登録する' : 'ほかの資格を加える'}</h2>
						<CredentialForm
							subQualificationId={null}
							csrfToken={csrfToken}
							formState={formStateFor(formState, 'save')}
							submit="資格を保存する"
							isAside={credentials.length > 0}
						/>
					</section>
				)}
				{credentials.length > 0 && (
					<p className={styles.buttons}>
						<Link className="button" to={nextAfter('credentials')}>
							プロフィールへ進む
						</Link>
						{!done.credentials && <span className={styles.lead}>書類はあとからでも追加できます。</span>}
					</p>
				)}
			</div>
		</>
	)
}

function Registered({
	credential,
	csrfToken,
	formState,
}: {
	credential: ShownCredential
	csrfToken: string
	formState: FormState | undefined
}) {
	const { id, professionName } = credential
	const fault = formStateFor(formState, 'proof', id)
	return (
		<section className={styles.section} aria-labelledby={`credential-${id}`}>
			<h2 id={`credential-${id}`}>{professionName}</h2>
			<CredentialFacts credential={credential} />
			<Doubts credential={credential} />
			{fault && fault.fields['proof'] === undefined && <ErrorSummary formState={fault} />}
			<Proofs credential={credential} csrfToken={csrfToken} formState={formState} />
			<form method="post">
				<HiddenOf id={id} intent="remove" csrfToken={csrfToken} />
				<button type="submit" className={textButton.button}>
					{`${professionName}を申請から外す`}
				</button>
			</form>
		</section>
	)
}
