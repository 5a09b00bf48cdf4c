import { MAX_PROPOSALS } from '../../../domain/estimates/estimate-input.ts'
import { officePath } from '../../../domain/shared/links.ts'
import { Choices } from '../../forms/choices.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { FieldGroup } from '../../forms/field.tsx'
import { Link } from '../../ui/link.tsx'
import adminStyles from '../admin.module.css'
import formStyles from '../../forms/form.module.css'
import stack from '../../ui/stack.module.css'
import type { LoadedLead } from './lead-progress.server.ts'

/** Offices that were proposed to the client, and a form to propose more: the client alone sends the request to them. */
export function LeadProposals({
	lead: { id, taskName, areaName, proposals, isWaiting },
	csrfToken,
	formState,
}: {
	lead: Pick<LoadedLead, 'id' | 'taskName' | 'areaName' | 'proposals' | 'isWaiting'>
	csrfToken: string
	formState: FormState | undefined
}) {
	const { proposed, places, offices } = proposals
	if (!isWaiting && proposed.length === 0) return <ErrorSummary formState={formState} />
	return (
		<section className={adminStyles.section} aria-labelledby="proposals">
			<h2 id="proposals">依頼者への事務所の案内</h2>
			<ErrorSummary formState={formState} />
			{proposed.length > 0 && (
				<ul className={`${stack.rows} ${adminStyles.list}`}>
					{proposed.map((office) => (
						<li key={office.officeId} className={adminStyles.line}>
							<Link to={officePath(office.officeId)}>{office.name}</Link>
							<strong>{office.stateLabel}</strong>
						</li>
					))}
				</ul>
			)}
			{isWaiting && offices.length === 0 && (
				<p className={adminStyles.quiet}>
					{proposed.length >= MAX_PROPOSALS
						? `1つの依頼に案内できるのは${MAX_PROPOSALS}か所までです。これ以上は案内できません。`
						: places === 0
							? '回答を待っている事務所と案内中の事務所を合わせて、上限に達しています。回答か辞退のあとに案内できます。'
							: `「${taskName}」${areaName}の一覧に、いま案内できる事務所がありません。`}
				</p>
			)}
			{offices.length > 0 && (
				<form method="post" className={formStyles.form} noValidate>
					<HiddenFields csrfToken={csrfToken} intent="propose" targetId={id} />
					<FieldGroup
						id="officeId"
						legend={`案内する事務所（あと${places}か所まで）`}
						hint={`「${taskName}」${areaName}の一覧の順です。依頼の内容は、依頼者が選んだ事務所にだけ届きます。弁護士・司法書士のいる事務所は案内できません（弁護士法72条、司法書士法73条）。`}
						error={formState?.fields['officeId']}
					>
						<Choices type="checkbox" name="officeId" options={offices} chosen={textsIn(formState?.values, 'officeId')} />
					</FieldGroup>
					<div className={formStyles.buttons}>
						<button type="submit" className="button">
							依頼者に案内する
						</button>
					</div>
				</form>
			)}
		</section>
	)
}
