import { GRACE_DAYS, IDLE_DAYS, keepChoices } from '../../domain/documents/document-input.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { Field, controlProps } from '../forms/field.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import formStyles from '../forms/form.module.css'
import { Moment } from '../ui/day.tsx'
import stack from '../ui/stack.module.css'
import type { DocumentsView } from './documents.server.ts'

/** How long documents stay, as both sides read it, and the form to change that. */
export function KeepRule({
	rule,
	csrfToken,
	formState: given,
}: {
	rule: DocumentsView['rule']
	csrfToken: string
	formState: FormState | undefined
}) {
	const error = formStateFor(given, 'keep')?.fields['keepDays']
	return (
		<section id="rule" aria-labelledby="rule-heading" className={stack.close}>
			<h3 id="rule-heading">書類を残しておく期間</h3>
			<p>
				{`案件が完了または終了してから${rule.label}たつと、書類は自動で削除されます。完了しないまま${IDLE_DAYS}日間やり取りがないときも削除されます。削除の1週間前に、双方にお知らせします。`}
			</p>
			{rule.until !== null && (
				<p>
					{rule.isEnded ? (
						<>
							この案件の書類は、<strong>{rule.until}</strong>に削除されます。
						</>
					) : (
						`まだ完了していないため、このままやり取りがなければ${rule.until}に削除されます。`
					)}
				</p>
			)}
			{rule.changed && (
				<p className={stack.quietSmall}>
					{`${rule.changed.by}が`}
					<Moment moment={rule.changed.at} />
					に変更しました。
				</p>
			)}
			<form method="post" className={formStyles.form}>
				<HiddenFields csrfToken={csrfToken} intent="keep" />
				<Field
					id="keepDays"
					label="期間を変える"
					hint={`どちらの側からでも変えられ、相手に知らせます。短くしても、${GRACE_DAYS}日間は削除されません。`}
					error={error}
				>
					<select {...controlProps('keepDays', { hint: true, error })} name="keepDays" defaultValue={rule.keepDays}>
						{keepChoices.map(({ days, label }) => (
							<option key={days} value={days}>
								{`終わってから${label}`}
							</option>
						))}
					</select>
				</Field>
				<div>
					<button type="submit" className="button" data-kind="quiet">
						期間を変える
					</button>
				</div>
			</form>
		</section>
	)
}
