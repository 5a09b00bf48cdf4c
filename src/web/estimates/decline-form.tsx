import { type ChangeEvent, useRef } from 'react'
import { declineReasons } from '../../domain/estimates/estimate-input.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { reportTyped } from '../forms/mended-errors.ts'
import { TextArea } from '../forms/text-area.tsx'
import choices from '../forms/choices.module.css'
import styles from './estimate.module.css'

/** To decline with a reason that is offered, or one's own words. A chosen reason is written into the field, to be changed there. */
export function DeclineForm({ formState, csrfToken }: { formState: FormState | undefined; csrfToken: string }) {
	const form = useRef<HTMLFormElement>(null)
	const write = ({ target }: ChangeEvent<HTMLInputElement>) => {
		const field = form.current?.elements.namedItem('reason')
		if (!(field instanceof HTMLTextAreaElement)) return
		field.value = target.value
		reportTyped(field)
	}
	return (
		<section className={styles.section} aria-labelledby="decline">
			<h3 id="decline">辞退する</h3>
			<form ref={form} method="post" className={styles.act} noValidate data-desk-key="e">
				<HiddenFields csrfToken={csrfToken} intent="decline" />
				<ErrorSummary formState={formState} />
				<fieldset className={styles.chips}>
					<legend>理由を選ぶ</legend>
					{declineReasons.map(({ label, text }) => (
						<label key={label} className={choices.choice}>
							<input
								type="radio"
								name="choice"
								value={text}
								defaultChecked={textIn(formState?.values, 'choice') === text}
								onChange={write}
							/>
							<span>{label}</span>
						</label>
					))}
				</fieldset>
				<TextArea
					id="reason"
					name="reason"
					label="辞退の理由"
					hint="依頼者に届きます。選んだ文を書きかえることも、自分の言葉で書くこともできます。5文字以上"
					rows={3}
					minLength={5}
					formState={formState}
				/>
				<button type="submit" className="button" data-kind="quiet">
					この依頼を辞退する
				</button>
			</form>
		</section>
	)
}
