import type { Side } from '../../domain/inquiries/inquiry-input.ts'
import { type FormState, formStateFor, textsIn } from '../forms/form-state.ts'
import { Choices } from '../forms/choices.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FieldGroup } from '../forms/field.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'

/** One side names the documents that it needs; the office also from the list of the case's task. */
export function RequestForm({
	side,
	suggestions,
	csrfToken,
	formState: given,
}: {
	side: Side
	suggestions: readonly string[]
	csrfToken: string
	formState: FormState | undefined
}) {
	const formState = formStateFor(given, 'request')
	return (
		<section aria-labelledby="request-heading" className={stack.close}>
			<h3 id="request-heading">{side === 'office' ? '必要な書類をお願いする' : '事務所に書類をお願いする'}</h3>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="request" />
				{suggestions.length > 0 && (
					<FieldGroup id="chosen" legend="この業務でよく使う書類">
						<Choices
							type="checkbox"
							name="chosen"
							options={suggestions.map((title) => ({ value: title, label: title }))}
							chosen={textsIn(formState?.values, 'chosen')}
						/>
					</FieldGroup>
				)}
				<TextArea
					id="lines"
					name="lines"
					label={suggestions.length > 0 ? 'そのほかの書類' : '書類の名前'}
					hint={side === 'office' ? '1行に1つずつ。例：前年の確定申告書の控え' : '1行に1つずつ。例：提出した申告書の控え、領収書'}
					rows={3}
					optional={suggestions.length > 0}
					formState={formState}
				/>
				<div>
					<button type="submit" className="button" data-kind="quiet">
						お願いを送る
					</button>
				</div>
			</form>
		</section>
	)
}
