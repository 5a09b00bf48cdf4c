import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { OfficeOptions, type OfficeOption } from '../estimate-offices.tsx'
import styles from '../estimate.module.css'

/** Offices that the operator proposes while no quote has come. Only the client sends the request to them. */
export function ProposedOffices({
	offices,
	csrfToken,
	formState,
	isVisitors,
}: {
	offices: readonly OfficeOption[]
	csrfToken: string
	formState: FormState | undefined
	isVisitors: boolean
}) {
	const own = formStateFor(formState, 'accept-proposals')
	// The page itself shows the error of a whole form.
	const shown = own?.fields['form'] === undefined ? own : undefined
	if (offices.length === 0) return <ErrorSummary formState={shown} />
	const Part = isVisitors ? 'h2' : 'h3'
	return (
		<section className={styles.section} aria-labelledby="proposed">
			<Part id="proposed">運営からご案内する事務所</Part>
			<p>
				同じ業務と地域で受付中の、ほかの事務所をご案内します。頼むかどうかは、ご自身でお決めください。選んだ事務所にだけ、依頼の内容とお名前が届きます。メールアドレスと電話番号は届きません。
			</p>
			<p className={styles.quiet}>事務所から紹介料や成約手数料は受け取っていません。</p>
			<form method="post" className={styles.act} noValidate>
				<ErrorSummary formState={shown} />
				<HiddenFields csrfToken={csrfToken} intent="accept-proposals" />
				<OfficeOptions offices={offices} chosen={textsIn(own?.values, 'officeId')} />
				<button type="submit" className="button">
					選んだ事務所にも見積もりを頼む
				</button>
			</form>
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="refuse-proposals" />
				<button type="submit" className="button" data-kind="quiet">
					案内された事務所には頼まない
				</button>
			</form>
		</section>
	)
}
