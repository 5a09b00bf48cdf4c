import { estimateLengths } from '../../../domain/estimates/estimate-input.ts'
import { officePath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import { Link } from '../../ui/link.tsx'
import adminStyles from '../admin.module.css'
import formStyles from '../../forms/form.module.css'
import stack from '../../ui/stack.module.css'
import type { LoadedLead } from './lead-progress.server.ts'

/** The offices that were asked, each with how far it is. */
export function LeadOffices({ offices }: Pick<LoadedLead, 'offices'>) {
	return (
		<section className={adminStyles.section} aria-labelledby="offices">
			<h2 id="offices">事務所</h2>
			<ul className={`${stack.rows} ${adminStyles.list}`}>
				{offices.map((office) => (
					<li key={office.id}>
						<div className={adminStyles.line}>
							<Link to={officePath(office.id)}>{office.name}</Link>
							<strong>{office.state}</strong>
						</div>
						<p className={adminStyles.quiet}>{office.facts}</p>
					</li>
				))}
			</ul>
		</section>
	)
}

/** What support did about the request, and a note to add. */
export function LeadCares({
	lead: { id, cares },
	csrfToken,
	formState,
}: {
	lead: Pick<LoadedLead, 'id' | 'cares'>
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<section className={adminStyles.section} aria-labelledby="cares">
			<h2 id="cares">運営の対応とメモ</h2>
			{cares.length === 0 ? (
				<p className={adminStyles.quiet}>まだ対応していません。</p>
			) : (
				<ul className={`${stack.rows} ${adminStyles.list}`}>
					{cares.map((care) => (
						<li key={care.id}>
							<div className={adminStyles.line}>
								<strong>{care.label}</strong>
								<span className={adminStyles.quiet}>{`${care.at} ${care.by ?? ''}`}</span>
							</div>
							{care.body !== '' && <p className={adminStyles.reason}>{care.body}</p>}
						</li>
					))}
				</ul>
			)}
			<form method="post" className={formStyles.form} noValidate key={cares.length}>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="note" targetId={id} />
				<TextArea
					id="note"
					name="note"
					label="メモ"
					hint={`${estimateLengths.staffNote.max.toLocaleString('ja-JP')}文字まで。スタッフだけが読みます。`}
					rows={2}
					formState={formState}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" className="button" data-kind="quiet">
						メモを加える
					</button>
				</div>
			</form>
		</section>
	)
}
