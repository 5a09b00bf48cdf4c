import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { controlProps, Field } from '../../forms/field.tsx'
import { dateText } from '../../../domain/shared/japan-time.ts'
import type { Route } from './+types/expert.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { Facts } from './application.tsx'
import { ProofPages } from './proof-pages.tsx'
import { RegisterLink } from './register-link.tsx'

type Change = Route.ComponentProps['loaderData']['changes'][number]

/** What a verified expert adds to their credentials or renews, to be decided on, and what became of earlier ones. */
export function CredentialChanges({
	changes,
	mayDecide,
	csrfToken,
	formState,
}: {
	changes: readonly Change[]
	mayDecide: boolean
	csrfToken: string
	formState: FormState | undefined
}) {
	const past = changes.filter(({ state }) => state !== 'submitted')
	const waiting = changes.filter(({ state }) => state === 'submitted')
	const isOfThese = formState?.intent === 'verifyCredential' || formState?.intent === 'returnCredential'
	return (
		<>
			{/* Taken back or decided on by somebody else meanwhile: the form that would say so is gone. */}
			{isOfThese && !waiting.some(({ id }) => `${id}` === formState.targetId) && <ErrorSummary formState={formState} />}
			{waiting.map((change) => (
				<Waiting key={change.id} change={change} mayDecide={mayDecide} csrfToken={csrfToken} formState={formState} />
			))}
			{past.length > 0 && (
				<section className={styles.section} aria-labelledby="past-changes">
					<h2 id="past-changes">これまでの資格の変更</h2>
					<ul className={`${stack.rows} ${styles.list}`}>
						{past.map((one) => (
							<li key={one.id}>
								<div className={styles.line}>
									<strong>{outcomes[one.state]}</strong>
									<span>{`${one.professionName} ${one.registrationNumber}`}</span>
									<span className={styles.quiet}>{`${one.decided} ${one.decidedBy ?? '本人'}`}</span>
								</div>
								{one.state === 'needs_fix' && <p className={styles.reason}>{one.reason}</p>}
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	)
}

const dayOf = (day: string | null | undefined): string => (day ? dateText(day) : '（入力なし）')

const VERIFYING = '登録番号を名簿で確かめ、書類と氏名が合うことを確認してから押してください。公開ページと一覧に、すぐに載ります。'

const outcomes: Record<Change['state'], string> = {
	draft: '入力中',
	submitted: '審査待ち',
	needs_fix: '修正依頼中',
	verified: '確認済み',
	given_up: '本人が外した',
	expired: '有効期間の終わり',
}

function Waiting({
	change,
	mayDecide,
	csrfToken,
	formState,
}: {
	change: Change
	mayDecide: boolean
	csrfToken: string
	formState: FormState | undefined
}) {
	const { id, professionName, before } = change
	const returning = formStateFor(formState, 'returnCredential', id)
	const error = returning?.fields['reason']
	return (
		<section className={styles.section} aria-labelledby={`change-${id}`}>
			<h2 id={`change-${id}`}>{`${professionName}の${before === null ? '追加' : '変更'}の申請`}</h2>
			<ChangeFacts change={change} />
			{mayDecide ? (
				<>
					<form method="post" className={styles.body}>
						<Hidden change={change} csrfToken={csrfToken} />
						<ErrorSummary formState={formStateFor(formState, 'verifyCredential', id)} />
						<p className={styles.quiet}>{VERIFYING}</p>
						<div>
							<button type="submit" name="intent" value="verifyCredential" className="button">
								{`${professionName}を確認済みにする`}
							</button>
						</div>
					</form>
					<form method="post" className={styles.body} noValidate>
						<Hidden change={change} csrfToken={csrfToken} />
						<ErrorSummary formState={returning} />
						<Field
							id={`return-${id}`}
							label={`${professionName}の修正を依頼する理由`}
							hint="何をどう直せばよいかを書いてください。そのまま本人に届きます。"
							error={error}
						>
							<textarea
								{...controlProps(`return-${id}`, { hint: true, error })}
								name="reason"
								rows={3}
								defaultValue={textIn(returning?.values, 'reason')}
							/>
						</Field>
						<div>
							<button type="submit" name="intent" value="returnCredential" className="button" data-kind="quiet">
								{`${professionName}の修正を依頼する`}
							</button>
						</div>
					</form>
				</>
			) : (
				<p className={styles.warn}>いまは判断できません。ご自身の申請か、公開を停止している専門家の申請です。</p>
			)}
		</section>
	)
}

/** What is asked for beside what stands, with the documents; each look at them is recorded. */
export function ChangeFacts({ change }: { change: Change }) {
	const { professionName, register, before, isUnusual, isTaken, proofs } = change
	const from = (was: string | undefined, now: string): string => (before === null || was === now ? now : `${was} → ${now}`)
	return (
		<>
			<p className={styles.quiet}>{`${change.submitted}に申請。確認済みにするまで、公開ページは元のまま表示されています。`}</p>
			<Facts
				facts={[
					['登録番号', from(before?.registrationNumber, change.registrationNumber)],
					['所属する会', from(before?.association, change.association)],
					['登録した日', from(dayOf(before?.registeredOn), dayOf(change.registeredOn))],
					...(change.validUntil === null ? [] : [['有効期間', `${dateText(change.validUntil)}まで`] as const]),
				]}
			/>
			<RegisterLink register={register} number={change.registrationNumber} />
			{isUnusual && <p className={styles.warn}>この資格の登録番号としては、あまり見ない形です。</p>}
			{isTaken && <p className={styles.warn}>同じ番号の申請がほかにあります。</p>}
			{change.reason !== '' && (
				<div className={styles.warn}>
					<p>{`前回の修正の依頼（${change.decided} ${change.decidedBy ?? ''}）`}</p>
					<p className={styles.reason}>{change.reason}</p>
				</div>
			)}
			<ProofPages of={professionName} proofs={proofs} />
		</>
	)
}

function Hidden({ change: { id, version }, csrfToken }: { change: Change; csrfToken: string }) {
	return (
		<>
			<HiddenFields csrfToken={csrfToken} targetId={id} version={version} />
		</>
	)
}
