import { dateText } from '../../../domain/shared/japan-time.ts'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { InputField } from '../../forms/field.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import type { Route } from './+types/expert.page'
import styles from '../admin.module.css'

type Held = Route.ComponentProps['loaderData']['application']['subQualifications'][number]

type Forms = { mayChange: boolean; csrfToken: string; formState: FormState | undefined }

/** What the expert holds besides registrations, each with the last day, which reviewers correct by the register. */
export function SubQualifications({ held, ...forms }: { held: readonly Held[] } & Forms) {
	if (held.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="sub-qualifications">
			<h2 id="sub-qualifications">付加資格</h2>
			{held.map((one) => (
				<One key={`${one.professionId}-${one.subQualificationId}`} one={one} {...forms} />
			))}
		</section>
	)
}

function One({ one, mayChange, csrfToken, formState }: { one: Held } & Forms) {
	const { professionId, subQualificationId, professionName, name, registrationNumber, validUntil, endsSoon } = one
	const targetId = professionId * 10 + subQualificationId
	const state = formStateFor(formState, 'subQualificationEnd', targetId)
	const lasts = validUntil === null ? '期限なし' : `${dateText(validUntil)}まで有効`
	return (
		<div className={styles.body}>
			<h3>{`${name}（${professionName}）`}</h3>
			<p className={endsSoon ? styles.warn : styles.quiet}>{`番号 ${registrationNumber}・${lasts}`}</p>
			{mayChange && (
				<details open={state !== undefined}>
					<summary>{`${name}の有効期間を直す`}</summary>
					<form method="post" className={formStyles.form} noValidate>
						<ErrorSummary formState={state} />
						<HiddenFields csrfToken={csrfToken} intent="subQualificationEnd" targetId={targetId} />
						<input type="hidden" name="professionId" value={professionId} />
						<input type="hidden" name="subQualificationId" value={subQualificationId} />
						<InputField
							id={`valid-${targetId}`}
							name="validUntil"
							label="有効期間の最後の日"
							hint="過ぎた日を入れると、この付加資格はすぐに終わり、これで行う業務の掲載が止まります。"
							type="date"
							error={state?.fields['validUntil']}
							defaultValue={textIn(state?.values, 'validUntil') ?? validUntil ?? ''}
						/>
						<TextArea
							id={`valid-reason-${targetId}`}
							name="reason"
							label="理由"
							hint="名簿や証明書で確かめたことを10文字以上で書いてください。操作の記録に残ります。"
							rows={2}
							formState={state}
						/>
						<div>
							<button type="submit" className="button" data-kind="quiet">
								この日にする
							</button>
						</div>
					</form>
				</details>
			)}
		</div>
	)
}
