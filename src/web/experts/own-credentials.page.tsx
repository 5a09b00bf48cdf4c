import { z } from 'zod'
import { redirect } from 'react-router'
import type { Ctx } from '../../domain/shared/context.ts'
import { fieldsOf } from '../forms/read-form.ts'
import { bytesOf, fileField, idField, targetFields } from '../forms/form-fields.server.ts'
import {
	addChangeProof,
	giveUpCredential,
	isOpenChange,
	readChanges,
	removeChangeProof,
	saveChange,
	submitChange,
	withdrawChange,
} from '../../domain/experts/credential-changes.ts'
import { listSubQualifications } from '../../domain/experts/credential-expiry.ts'
import { MAX_CREDENTIALS } from '../../domain/experts/registration-input.ts'
import { credentialSchema } from '../../domain/experts/registration-schemas.ts'
import { ownCredentialsPath, ownExpertPath } from '../../domain/shared/links.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import type { Route } from './+types/own-credentials.page'
import { CredentialFacts, CredentialForm, Doubts, HiddenOf, ProofLinks, Proofs } from './credential-fields.tsx'
import { GiveUp } from './give-up-credential.tsx'
import { shownCredential, verifiedRegistration } from './own-registration.server.ts'

import textButton from '../ui/text-button.module.css'
import formPage from '../ui/form-page.module.css'
import styles from './registration.module.css'

/** What was done, as the page says it after the form was sent. */
const said: Readonly<Record<string, string>> = {
	submit: '申請しました。結果はメールでお知らせします。いま公開している資格は、そのままです。',
	withdraw: '申請を取り下げました。書類は削除します。',
	giveUp: '資格を外しました。公開されているページにも反映されています。',
}

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	const registration = await verifiedRegistration(ctx)
	const [held, all] = await Promise.all([listSubQualifications(ctx, registration.expertId), readChanges(ctx, registration.expertId)])
	const changes = all.filter(isOpenChange)
	return {
		credentials: registration.credentials.map(({ id, professionId, professionName, registrationNumber, association, registeredOn }) => ({
			id,
			professionId,
			professionName,
			registrationNumber,
			association,
			registeredOn,
			subQualifications: held.filter((one) => one.professionId === professionId),
		})),
		changes: changes.map((change) => ({
			...shownCredential(change),
			professionId: change.professionId,
			subQualificationId: change.subQualificationId,
			state: change.state,
			reason: change.reason,
			returned: change.decidedAt && momentOf(change.decidedAt, ctx.now()),
			submitted: change.submittedAt && momentOf(change.submittedAt, ctx.now()),
			isRenewal:
				change.subQualificationId === null && registration.credentials.some(({ professionId }) => professionId === change.professionId),
		})),
		done: said[new URL(request.url).searchParams.get('saved') ?? ''] ?? null,
		csrfToken: formToken(context, request),
	}
})

const proofFields = z.object({ targetId: idField, proof: fileField })
const removedProofFields = z.object({ targetId: idField, proofId: idField })
const back = (done = '') => redirect(ownCredentialsPath({ saved: done }), 303)

/** A button of one credential. */
const changeForm = (done: string, change: (ctx: Ctx, id: number) => Promise<unknown>) => ({
	input: targetFields,
	async run(ctx: Ctx, { targetId }: { targetId: number }) {
		await change(ctx, targetId)
		return back(done)
	},
})

export const action = pageAction({
	save: {
		input: ({ now }: Pick<Ctx, 'now'>) => credentialSchema(now()),
		read: (form) => ({ registeredOn: '', validUntil: '', ...fieldsOf(form) }),
		async run(ctx, credential) {
			await saveChange(ctx, credential)
			return back('save')
		},
	},
	proof: {
		input: proofFields,
		async run(ctx, { targetId, proof }) {
			await addChangeProof(ctx, targetId, await bytesOf(proof))
			return back()
		},
	},
	removeProof: {
		input: removedProofFields,
		async run(ctx, { targetId, proofId }) {
			await removeChangeProof(ctx, targetId, `${proofId}`)
			return back()
		},
	},
	submit: changeForm('submit', submitChange),
	withdraw: changeForm('withdraw', withdrawChange),
	giveUp: changeForm('giveUp', giveUpCredential),
})

type Data = Route.ComponentProps['loaderData']

export default function OwnCredentialsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { credentials, changes, done, csrfToken } = loaderData
	const isFull = credentials.length + changes.filter(({ isRenewal }) => !isRenewal).length >= MAX_CREDENTIALS
	return (
		<div className={`${formPage.page} ${styles.beside}`}>
			<Head title="資格の追加と変更" description="登録した資格を追加・変更します。" path={ownCredentialsPath()} noindex />
			<p>
				<Link to={ownExpertPath()}>専門家のプロフィールへ</Link>
			</p>
			<h2>資格の追加と変更</h2>
			{done !== null && !formState && <output className={styles.good}>{done}</output>}
			<section className={styles.section} aria-labelledby="held">
				<h3 id="held">公開している資格</h3>
				{credentials.map((one) => (
					<div key={one.id} className={styles.held}>
						<h4>{one.professionName}</h4>
						<CredentialFacts credential={one} />
						<HeldSubQualifications held={one.subQualifications} />
						{credentials.length > 1 && (
							<GiveUp credential={one} csrfToken={csrfToken} formState={formStateFor(formState, 'giveUp', one.id)} />
						)}
					</div>
				))}
			</section>
			{changes.map((change) => (
				<Change key={change.id} change={change} csrfToken={csrfToken} formState={formState} />
			))}
			<section className={styles.section} aria-labelledby="new">
				<h3 id="new">資格を加える・番号を変える</h3>
				<p>
					書類を添えて申請すると、運営が確認します。確認が終わるまで、いま公開している資格のまま掲載を続けます。登録済みの資格を選ぶと、確認のあとで新しい内容に置き換わります。
				</p>
				{isFull && <p className={styles.lead}>{`資格は${MAX_CREDENTIALS}つまでです。登録済みの資格の変更だけを申請できます。`}</p>}
				<CredentialForm csrfToken={csrfToken} formState={formStateFor(formState, 'save')} submit="保存して書類へ進む" />
			</section>
		</div>
	)
}

/** What is held besides a registration; one that ends soon says how to renew it. */
function HeldSubQualifications({ held }: { held: Data['credentials'][number]['subQualifications'] }) {
	return held.map(({ subQualificationId, name, registrationNumber, validUntil, endsSoon }) => (
		<div key={subQualificationId}>
			<p>
				<strong>{name}</strong>
				{`（${registrationNumber}${validUntil === null ? '' : `、${dateText(validUntil)}まで有効`}）`}
			</p>
			{endsSoon && (
				<p className={styles.notice}>
					{`有効期間の終わりが近づいています。この日を過ぎると、表示と、この資格で行う業務の掲載が止まります。更新した証明書を添えて、下のフォームから「${name}」を選んで申請してください。`}
				</p>
			)}
		</div>
	))
}

function Change({
	change,
	csrfToken,
	formState,
}: {
	change: Data['changes'][number]
	csrfToken: string
	formState: FormState | undefined
}) {
	const { id, professionId, subQualificationId, professionName, state, reason, proofs, isRenewal } = change
	const faults = ['proof', 'removeProof', 'submit', 'withdraw'].map((intent) => formStateFor(formState, intent, id))
	// The form for documents says its own.
	const fault = faults.find((one) => one !== undefined && !(one.intent === 'proof' && one.fields['proof'] !== undefined))
	const saving = formStateFor(formState, 'save', professionId)
	return (
		<section className={styles.section} aria-labelledby={`change-${id}`}>
			<h3 id={`change-${id}`}>{`${professionName}の${isRenewal ? '変更' : '追加'}の申請`}</h3>
			{state === 'submitted' && (
				<p className={styles.good}>
					審査中です（{change.submitted && <Moment moment={change.submitted} />}に申請）。結果はメールでお知らせします。
				</p>
			)}
			{state === 'needs_fix' && (
				<div className={styles.notice}>
					<p>修正をお願いします（{change.returned && <Moment moment={change.returned} />}、運営からのお知らせ）。</p>
					<blockquote>{reason}</blockquote>
				</div>
			)}
			<CredentialFacts credential={change} />
			<Doubts credential={change} />
			<ErrorSummary formState={fault} />
			{state === 'submitted' ? (
				<ProofLinks proofs={proofs} />
			) : (
				<>
					<details open={saving !== undefined}>
						<summary>入力した内容を直す</summary>
						<CredentialForm
							professionId={professionId}
							subQualificationId={subQualificationId}
							values={{
								registrationNumber: change.registrationNumber,
								association: change.association,
								registeredOn: change.registeredOn ?? '',
								validUntil: change.validUntil ?? '',
							}}
							csrfToken={csrfToken}
							formState={saving}
							submit="この内容で保存する"
						/>
					</details>
					<Proofs credential={change} csrfToken={csrfToken} formState={formState} />
				</>
			)}
			<div className={styles.buttons}>
				{state !== 'submitted' && proofs.length > 0 && (
					<form method="post">
						<HiddenOf id={id} intent="submit" csrfToken={csrfToken} />
						<button type="submit" className="button">
							{`${professionName}を申請する`}
						</button>
					</form>
				)}
				<form method="post">
					<HiddenOf id={id} intent="withdraw" csrfToken={csrfToken} />
					<button type="submit" className={textButton.button}>
						{`${professionName}の${state === 'submitted' ? '申請を取り下げる' : '入力を取り消す'}`}
					</button>
				</form>
			</div>
		</section>
	)
}
