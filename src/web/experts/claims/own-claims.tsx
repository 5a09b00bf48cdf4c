import { claimProofLabels, claimStateLabels } from '../../../domain/experts/claims/claim-input.ts'
import type { OwnClaim } from '../../../domain/experts/claims/claims.ts'
import { officeEditPath, registrationPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import textButton from '../../ui/text-button.module.css'
import styles from '../registration.module.css'

export type ShownClaim = Omit<OwnClaim, 'createdAt'> & { made: string }
type Parts = { claims: readonly ShownClaim[]; formState: FormState | undefined; csrfToken: string }

/** The viewer's claims with what is next for each. */
export function OwnClaims({ claims, formState, csrfToken }: Parts) {
	if (claims.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="claims">
			<h2 id="claims">これまでの申し出</h2>
			{claims.map((claim) => (
				<div key={claim.id} className={styles.held}>
					<p>
						<strong>{claim.officeName}</strong>
						<br />
						<small>{`${claim.made}・${claimProofLabels[claim.proof]}・${claimStateLabels[claim.state]}`}</small>
					</p>
					<Next claim={claim} />
					{claim.state === 'open' && claim.isCodeGiven && (
						<CodeForm claim={claim} formState={formStateFor(formState, 'code', claim.id)} csrfToken={csrfToken} />
					)}
					{(claim.state === 'open' || claim.state === 'proved') && (
						<form method="post">
							<HiddenFields csrfToken={csrfToken} intent="withdraw" targetId={claim.id} />
							<button type="submit" className={textButton.button} aria-label={`${claim.officeName}への申し出を取り下げる`}>
								申し出を取り下げる
							</button>
						</form>
					)}
				</div>
			))}
		</section>
	)
}

const waits = {
	members: '事務所のほかのメンバーにお尋ねしています。お返事がないときは、担当者が確かめます。',
	staff: '事務所のメンバーから異議があったため、担当者が確かめています。',
} as const

function Next({ claim: { officeId, state, proof, mailTo, isCodeGiven, waitsFor, reason } }: { claim: ShownClaim }) {
	if (state === 'open' && proof === 'mail')
		return (
			<p>{`「${mailTo ?? ''}」に送ったリンクを、このアカウントでログインしたまま開いてください。届かない場合は、もう一度番号で探して申し出てください。`}</p>
		)
	if (state === 'open')
		return (
			<p>
				{isCodeGiven
					? '事務所にお伝えした8桁の確認コードを入力してください。'
					: '担当者が、掲載されている所在地への郵便か、電話番号へのお電話で、確認コードをお伝えします。'}
			</p>
		)
	if (waitsFor === 'verification')
		return (
			<p>
				<Link to={registrationPath()}>専門家の申請</Link>の審査が終わると、代表者になります。
			</p>
		)
	if (waitsFor !== null) return <p>{waits[waitsFor]}</p>
	if (state === 'granted')
		return (
			<p>
				<Link to={officeEditPath(officeId)}>事務所のページを編集する</Link>
			</p>
		)
	return reason === '' ? null : <p>{reason}</p>
}

function CodeForm({
	claim: { id, triesLeft },
	formState,
	csrfToken,
}: {
	claim: ShownClaim
	formState: FormState | undefined
	csrfToken: string
}) {
	return (
		<form method="post" className={styles.search} noValidate>
			{formState?.fields['form'] !== undefined && <ErrorSummary formState={formState} />}
			<HiddenFields csrfToken={csrfToken} intent="code" targetId={id} />
			<input type="hidden" name="claimId" value={id} />
			<InputField
				id={`code-${id}`}
				name="code"
				label="確認コード（8桁）"
				hint={`あと${triesLeft}回入力できます。`}
				error={formState?.fields['code']}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={12}
			/>
			<button type="submit" className="button">
				確認する
			</button>
		</form>
	)
}
