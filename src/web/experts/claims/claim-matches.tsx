import { type ClaimProof, MAILBOX_LENGTH } from '../../../domain/experts/claims/claim-input.ts'
import type { NumberedOffice, NumberMatches } from '../../../domain/experts/claims/claim-search.ts'
import { contactPath, officeEditPath, officePath, registrationPath } from '../../../domain/shared/links.ts'
import { Choices } from '../../forms/choices.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import styles from '../registration.module.css'

type Parts = { matches: NumberMatches; formState: FormState | undefined; csrfToken: string }

/** What a number names: offices with what can be done about each, an invitation, or nothing. */
export function Matches({ matches: { number, offices, invitation }, formState, csrfToken }: Parts) {
	if (offices.length === 0 && invitation === null)
		return (
			<>
				<p>{`${number}の事務所は、まだ掲載されていません。新しく登録できます。`}</p>
				<p>
					<Link className="button" to={registrationPath()}>
						専門家として登録する
					</Link>
				</p>
			</>
		)
	return (
		<>
			{offices.map((office) => (
				<div key={office.id} className={styles.held}>
					{office.state !== 'closed' && (
						<p>
							<strong>{office.isPublished ? <Link to={officePath(office.id)}>{office.name}</Link> : office.name}</strong>
							<br />
							<small>{office.place}</small>
						</p>
					)}
					<About office={office} />
					{office.state === 'open' && (
						<ClaimForm
							office={office}
							number={number}
							formState={formState?.targetId === `${office.id}` ? formState : undefined}
							csrfToken={csrfToken}
						/>
					)}
				</div>
			))}
			{invitation && <Invitation invitation={invitation} number={number} csrfToken={csrfToken} />}
		</>
	)
}

function About({ office: { id, state, asksMembers } }: { office: NumberedOffice }) {
	if (state === 'own')
		return (
			<p>
				あなたが代表者です。<Link to={officeEditPath(id)}>事務所のページを編集する</Link>
			</p>
		)
	if (state === 'closed')
		return (
			<p>
				この番号は、別の申請で使われているか、公開が停止されています。心当たりがない場合は、
				<Link to={contactPath()}>お問い合わせ</Link>ください。
			</p>
		)
	if (state === 'owned')
		return (
			<p>
				この事務所には代表者がいます。勤めている方は、代表者に招待してもらうか、専門家の申請の
				<Link to={registrationPath('office')}>「事務所」</Link>で参加を申請してください。
			</p>
		)
	return (
		<p>
			{asksMembers
				? '代表者がいない事務所です。事務所への確認が済むと、ほかのメンバーにもお尋ねします。'
				: '代表者がいない事務所です。事務所への確認が済むと、代表者として編集できます。資格の確認がまだの方は、確認が済んだあとに編集できます。'}
		</p>
	)
}

const proofs = (mailDomain: string | null): { value: ClaimProof; label: string }[] => [
	...(mailDomain === null ? [] : [{ value: 'mail' as const, label: '事務所のメールで確認する' }]),
	{ value: 'code', label: '郵送・電話の確認コードで確認する' },
]

type FormParts = { office: NumberedOffice; number: string; formState: FormState | undefined; csrfToken: string }

function ClaimForm({ office: { id, name, mailDomain }, number, formState, csrfToken }: FormParts) {
	const errors = formState?.fields ?? {}
	const chosen = textsIn(formState?.values, 'proof')
	return (
		<form method="post" className={styles.inner} noValidate aria-label={`${name}の代表者として申し出る`}>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="claim" targetId={id} />
			<input type="hidden" name="officeId" value={id} />
			<input type="hidden" name="number" value={number} />
			<FieldGroup
				id={`proof-${id}`}
				legend="事務所の方であることの確認"
				hint="確認コードは、掲載されている所在地への郵便か、電話番号へのお電話でお伝えします。"
				error={errors['proof']}
			>
				<Choices
					type="radio"
					name="proof"
					options={proofs(mailDomain)}
					chosen={chosen.length > 0 ? chosen : [mailDomain === null ? 'code' : 'mail']}
				/>
			</FieldGroup>
			{mailDomain !== null && (
				<InputField
					id={`mailbox-${id}`}
					name="mailbox"
					label={`メールアドレスの「@${mailDomain}」より前`}
					hint="メールで確認するときに入力します。事務所のホームページと同じドメインのアドレスに、リンクを送ります。"
					error={errors['mailbox']}
					autoComplete="off"
					autoCapitalize="none"
					maxLength={MAILBOX_LENGTH}
					defaultValue={textIn(formState?.values, 'mailbox')}
				/>
			)}
			<p>
				<button type="submit" className="button">
					代表者として申し出る
				</button>
			</p>
		</form>
	)
}

type InvitationParts = { invitation: NonNullable<NumberMatches['invitation']>; number: string; csrfToken: string }

function Invitation({ invitation: { officeName, isSent, maskedEmail }, number, csrfToken }: InvitationParts) {
	return (
		<div className={styles.held}>
			<p>
				<strong>{officeName}</strong>
			</p>
			<p>
				{isSent
					? `この事務所には、掲載の案内を「${maskedEmail}」に送っています。メールのリンクから登録を始めると、下書きを引き継げます。`
					: `この事務所には、まもなく掲載の案内を「${maskedEmail}」に送ります。メールのリンクから登録を始めると、下書きを引き継げます。`}
			</p>
			{isSent && (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} intent="invite" />
					<input type="hidden" name="number" value={number} />
					<button type="submit" className="button">
						案内をもう一度送る
					</button>
				</form>
			)}
		</div>
	)
}
