import { redirect } from 'react-router'
import { professions } from '../../domain/directory/attributes.ts'
import { addProof, removeCredential, removeProof, saveCredential } from '../../domain/directory/registration-credentials.ts'
import { MAX_CREDENTIALS, MAX_PROOFS, registrationLengths } from '../../domain/directory/registration-input.ts'
import { credentialSchema, parseRegistration } from '../../domain/directory/registration-input.server.ts'
import { takenSentence } from '../../domain/directory/registration.ts'
import { proofPath, registrationPath } from '../../domain/links.ts'
import { accountsContext, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { idOf, qaAction, textOf, typedValues } from '../qa/qa-action.server.ts'
import { type QaRefusal, refusalFor, textIn } from '../qa/qa-answer.ts'
import { controlProps, Field, FormMessage } from '../qa/qa-form.tsx'
import formStyles from '../qa/qa-form.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/register-credentials.page'
import { openRegistration } from './own-registration.server.ts'
import styles from './registration.module.css'
import { nextAfter, nothingDone, Steps } from './steps.tsx'

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await openRegistration(ctx)
	return {
		done: registration?.done ?? nothingDone,
		credentials: (registration?.credentials ?? []).map(({ isTaken, ...one }) => ({
			...one,
			taken: isTaken ? takenSentence(one.professionName) : null,
		})),
		csrfToken: formToken(context, request),
	}
})

export const action = qaAction(async (ctx, form, { context }: Route.ActionArgs) => {
	const credentialId = idOf(textOf(form, 'answerId'))
	switch (textOf(form, 'intent')) {
		case 'proof': {
			const file = form.get('proof')
			const content = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
			await addProof(context.get(accountsContext).ctx, credentialId, content)
			break
		}
		case 'removeProof':
			await removeProof(ctx, String(idOf(textOf(form, 'proofId'))))
			break
		case 'remove':
			await removeCredential(ctx, credentialId)
			break
		default:
			await saveCredential(ctx, parseRegistration(credentialSchema(ctx.now()), { registeredOn: '', ...typedValues(form) }))
	}
	return redirect(registrationPath('credentials'), 303)
})

type Credential = Route.ComponentProps['loaderData']['credentials'][number]

export default function CredentialsPage({ loaderData, actionData: refusal }: Route.ComponentProps) {
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
			<div className={styles.page}>
				<h1>資格</h1>
				<Steps current="credentials" done={done} />
				{credentials.map((one) => (
					<Registered key={one.id} credential={one} csrfToken={csrfToken} refusal={refusal} />
				))}
				{credentials.length < MAX_CREDENTIALS && (
					<NewCredential isFirst={credentials.length === 0} csrfToken={csrfToken} refusal={refusalFor(refusal, 'save')} />
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

function Registered({ credential, csrfToken, refusal }: { credential: Credential; csrfToken: string; refusal: QaRefusal | undefined }) {
	const { id, professionName, proofs } = credential
	const fault = refusalFor(refusal, 'proof', id)
	const error = fault?.fields['proof']
	const hidden = (intent: string) => (
		<>
			<input type="hidden" name="csrfToken" value={csrfToken} />
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="answerId" value={id} />
		</>
	)
	return (
		<section className={styles.section} aria-labelledby={`credential-${id}`}>
			<h2 id={`credential-${id}`}>{professionName}</h2>
			<dl className={styles.facts}>
				<div>
					<dt>登録番号</dt>
					<dd>{credential.registrationNumber}</dd>
				</div>
				<div>
					<dt>所属する会</dt>
					<dd>{credential.association}</dd>
				</div>
			</dl>
			{credential.isUnusual && (
				<p className={formStyles.note}>
					{`${professionName}の登録番号としては、あまり見ない形です。打ち間違いがないか確認してください。正しければ、このままで構いません。`}
				</p>
			)}
			{credential.taken && <p className={styles.notice}>{credential.taken}</p>}
			{fault && error === undefined && <FormMessage refusal={fault} />}
			<ul className={styles.files}>
				{proofs.map((proof, place) => (
					<li key={proof.id}>
						<a href={proofPath(proof.id)}>{`書類${place + 1}（${proof.extension === 'pdf' ? `PDF・${proof.pages}ページ` : '画像'}）`}</a>
						<form method="post">
							{hidden('removeProof')}
							<input type="hidden" name="proofId" value={proof.id} />
							<button type="submit" className={styles.plain} aria-label={`${professionName}の書類${place + 1}を取り消す`}>
								取り消す
							</button>
						</form>
					</li>
				))}
			</ul>
			{proofs.length < MAX_PROOFS && (
				<form method="post" encType="multipart/form-data" className={styles.upload} noValidate>
					{hidden('proof')}
					<Field
						id={`proof-${id}`}
						label={proofs.length === 0 ? '資格を確かめられる書類' : '書類を追加する'}
						hint="会員証や登録証など、名前と登録番号が読めるもの。PDF、JPEG、PNG、10MBまで。"
						error={error}
					>
						<input
							{...controlProps(`proof-${id}`, { hint: true, error })}
							className={undefined}
							type="file"
							name="proof"
							accept="application/pdf,image/jpeg,image/png"
						/>
					</Field>
					<div>
						<button type="submit" className="button" data-kind="quiet">
							この書類を登録する
						</button>
					</div>
				</form>
			)}
			<form method="post">
				{hidden('remove')}
				<button type="submit" className={styles.plain}>
					{`${professionName}を申請から外す`}
				</button>
			</form>
		</section>
	)
}

function NewCredential({ isFirst, csrfToken, refusal }: { isFirst: boolean; csrfToken: string; refusal: QaRefusal | undefined }) {
	const errors = refusal?.fields ?? {}
	const typed = (name: string) => textIn(refusal?.values, name) ?? ''
	return (
		<section className={styles.section} aria-labelledby="new">
			<h2 id="new">{isFirst ? '資格を登録する' : 'ほかの資格を加える'}</h2>
			<form method="post" className={formStyles.form} noValidate>
				<input type="hidden" name="csrfToken" value={csrfToken} />
				<input type="hidden" name="intent" value="save" />
				<FormMessage refusal={refusal} />
				<Field id="profession" label="資格" error={errors['professionId']}>
					<select
						{...controlProps('profession', { error: errors['professionId'] })}
						name="professionId"
						defaultValue={typed('professionId')}
					>
						<option value="0">選んでください</option>
						{professions.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
				</Field>
				<Field id="number" label="登録番号" error={errors['registrationNumber']}>
					<input
						{...controlProps('number', { error: errors['registrationNumber'] })}
						name="registrationNumber"
						autoComplete="off"
						maxLength={registrationLengths.registrationNumber.max}
						defaultValue={typed('registrationNumber')}
					/>
				</Field>
				<Field id="association" label="所属する会" hint="例：東京税理士会" error={errors['association']}>
					<input
						{...controlProps('association', { hint: true, error: errors['association'] })}
						name="association"
						autoComplete="off"
						maxLength={registrationLengths.association.max}
						defaultValue={typed('association')}
					/>
				</Field>
				<Field id="registered" label="登録した日" optional error={errors['registeredOn']}>
					<input
						{...controlProps('registered', { error: errors['registeredOn'] })}
						type="date"
						name="registeredOn"
						defaultValue={typed('registeredOn')}
					/>
				</Field>
				<div>
					<button type="submit" className="button">
						資格を保存する
					</button>
				</div>
			</form>
		</section>
	)
}
