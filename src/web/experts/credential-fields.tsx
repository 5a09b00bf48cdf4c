import type { ReactNode } from 'react'
import { getSubQualification, professions, subQualifications } from '../../domain/taxonomy/attributes.ts'
import { MAX_PROOFS, registrationLengths } from '../../domain/experts/registration-input.ts'
import { proofPath } from '../../domain/shared/links.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { type FormState, formStateFor, textIn, type Values } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import textButton from '../ui/text-button.module.css'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import { controlProps, Field } from '../forms/field.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { ProofUpload } from './proof-upload.tsx'
import styles from './registration.module.css'

/** A document as shown; `deleted` is the day on which one of an earlier decision is deleted, null for a current one. */
export type ShownProof = { id: string; extension: 'pdf' | 'jpg'; pages: number; deleted: string | null }

export type ShownCredential = {
	id: number
	professionName: string
	registrationNumber: string
	association: string
	registeredOn: string | null
	/** The last day of what must be renewed. */
	validUntil?: string | null
	isUnusual: boolean
	/** Why the number cannot be submitted, or null. */
	taken: string | null
	proofs: readonly ShownProof[]
}

/** The hidden part of the forms of one credential. */
export function HiddenOf({ id, intent, csrfToken }: { id: number; intent: string; csrfToken: string }) {
	return (
		<>
			<HiddenFields csrfToken={csrfToken} intent={intent} targetId={id} />
		</>
	)
}

export function CredentialFacts({ credential }: { credential: Omit<ShownCredential, 'proofs' | 'isUnusual' | 'taken'> }) {
	return (
		<FactList
			rows={[
				{ label: '登録番号', value: credential.registrationNumber },
				{ label: '所属する会', value: credential.association },
				...(credential.registeredOn !== null ? [{ label: '登録した日', value: dateText(credential.registeredOn) }] : []),
				...(credential.validUntil ? [{ label: '有効期間', value: `${dateText(credential.validUntil)}まで` }] : []),
			]}
		/>
	)
}

/** Warnings before the submission. */
export function Doubts({ credential: { professionName, isUnusual, taken } }: { credential: ShownCredential }) {
	return (
		<>
			{isUnusual && (
				<p className={formStyles.note}>
					{`${professionName}の登録番号としては、あまり見ない形です。打ち間違いがないか確認してください。正しければ、このままで構いません。`}
				</p>
			)}
			{taken !== null && <p className={styles.notice}>{taken}</p>}
		</>
	)
}

/** The documents of a credential, each to be taken back, and the form for another one. */
export function Proofs({
	credential: { id, professionName, proofs },
	csrfToken,
	formState,
}: {
	credential: ShownCredential
	csrfToken: string
	formState: FormState | undefined
}) {
	const error = formStateFor(formState, 'proof', id)?.fields['proof']
	const current = proofs.filter(({ deleted }) => deleted === null)
	return (
		<>
			<ul className={`${stack.close} ${styles.files}`}>
				{proofs
					.filter(({ deleted }) => deleted !== null)
					.map((proof, place) => (
						<li key={proof.id}>
							<a href={proofPath(proof.id)}>{`前回の書類${place + 1}（${kindOf(proof)}）`}</a>
							<small>{`${proof.deleted}に削除します。`}</small>
						</li>
					))}
				{current.map((proof, place) => (
					<li key={proof.id}>
						<a href={proofPath(proof.id)}>{`書類${place + 1}（${kindOf(proof)}）`}</a>
						<form method="post">
							<HiddenOf id={id} intent="removeProof" csrfToken={csrfToken} />
							<input type="hidden" name="proofId" value={proof.id} />
							<button type="submit" className={textButton.button} aria-label={`${professionName}の書類${place + 1}を取り消す`}>
								取り消す
							</button>
						</form>
					</li>
				))}
			</ul>
			{current.length < MAX_PROOFS && (
				// Another form once a document was taken: its field is empty again.
				<ProofUpload key={current.length} id={id} isFirst={current.length === 0} error={error} csrfToken={csrfToken} />
			)}
		</>
	)
}

/** The documents of what staff are looking at. */
export function ProofLinks({ proofs }: { proofs: readonly ShownProof[] }) {
	return (
		<ul className={`${stack.close} ${styles.files}`}>
			{proofs.map((proof, place) => (
				<li key={proof.id}>
					<a href={proofPath(proof.id)}>{`書類${place + 1}（${kindOf(proof)}）`}</a>
				</li>
			))}
		</ul>
	)
}

const kindOf = ({ extension, pages }: ShownProof) => (extension === 'pdf' ? `PDF・${pages}ページ` : '画像')

/** The form for a credential; with `professionId` it is about that one. */
export function CredentialForm({
	values: saved = {},
	professionId,
	subQualificationId,
	csrfToken,
	formState,
	submit,
	isAside = false,
	children,
}: {
	values?: Values
	professionId?: number
	/** Of the change that it is about; undefined leaves it to the form, null offers none. */
	subQualificationId?: number | null
	csrfToken: string
	formState: FormState | undefined
	submit: string
	/** Whether another button continues. */
	isAside?: boolean
	children?: ReactNode
}) {
	const errors = formState?.fields ?? {}
	const typed = (name: string) => textIn(formState?.values ?? saved, name) ?? ''
	// A page may have several of these forms.
	const idOf = (name: string) => (professionId === undefined ? name : `${name}-${professionId}-${subQualificationId ?? 0}`)
	return (
		<form method="post" className={formStyles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="save" />
			{children}
			<ErrorSummary formState={formState} />
			{professionId === undefined ? (
				<ProfessionField error={errors['professionId']} value={typed('professionId')} />
			) : (
				<>
					<input type="hidden" name="professionId" value={professionId} />
					<input type="hidden" name="targetId" value={professionId} />
				</>
			)}
			{subQualificationId === undefined ? (
				<Field
					id={idOf('sub')}
					label="付加資格"
					optional
					hint="特定社会保険労務士など、もとの資格に加えて受けた認定や登録のときだけ選びます。"
					error={errors['subQualificationId']}
				>
					<select
						{...controlProps(idOf('sub'), { hint: true, error: errors['subQualificationId'] })}
						name="subQualificationId"
						defaultValue={typed('subQualificationId')}
					>
						<option value="0">なし（資格そのもの）</option>
						{subQualifications.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
				</Field>
			) : (
				subQualificationId !== null && <input type="hidden" name="subQualificationId" value={subQualificationId} />
			)}
			<Field id={idOf('number')} label="登録番号" error={errors['registrationNumber']}>
				<input
					{...controlProps(idOf('number'), { error: errors['registrationNumber'] })}
					name="registrationNumber"
					autoComplete="off"
					maxLength={registrationLengths.registrationNumber.max}
					defaultValue={typed('registrationNumber')}
				/>
			</Field>
			<AssociationField id={idOf('association')} error={errors['association']} value={typed('association')} />
			<Field id={idOf('registered')} label="登録した日" optional error={errors['registeredOn']}>
				<input
					{...controlProps(idOf('registered'), { error: errors['registeredOn'] })}
					type="date"
					name="registeredOn"
					defaultValue={typed('registeredOn')}
				/>
			</Field>
			{isRenewable(subQualificationId) && <ValidUntilField id={idOf('valid')} error={errors['validUntil']} value={typed('validUntil')} />}
			<div>
				<button type="submit" className="button" data-kind={isAside ? 'quiet' : undefined}>
					{submit}
				</button>
			</div>
		</form>
	)
}

function ProfessionField({ error, value }: { error: string | undefined; value: string }) {
	return (
		<Field id="profession" label="資格" error={error}>
			<select {...controlProps('profession', { error })} name="professionId" defaultValue={value}>
				<option value="0">選んでください</option>
				{professions.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</Field>
	)
}

function ValidUntilField({ id, error, value }: { id: string; error: string | undefined; value: string }) {
	return (
		<Field
			id={id}
			label="有効期間の最後の日"
			optional
			hint={`${renewedNames}で申請するときは、証明書にある日付を入力します。`}
			error={error}
		>
			<input {...controlProps(id, { hint: true, error })} type="date" name="validUntil" defaultValue={value} />
		</Field>
	)
}

/** Left open by the form, it may be one that ends. */
const isRenewable = (id: number | null | undefined): boolean => id === undefined || (id !== null && getSubQualification(id).renewed)

const renewedNames = subQualifications
	.filter(({ renewed }) => renewed)
	.map(({ name }) => name)
	.join('、')

function AssociationField({ id, error, value }: { id: string; error: string | undefined; value: string }) {
	return (
		<Field id={id} label="所属する会" hint="例：東京税理士会" error={error}>
			<input
				{...controlProps(id, { hint: true, error })}
				name="association"
				autoComplete="off"
				maxLength={registrationLengths.association.max}
				defaultValue={value}
			/>
		</Field>
	)
}
