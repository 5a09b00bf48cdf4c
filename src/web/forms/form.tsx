import type { QaRefusal } from './form-state.ts'
import { textIn } from './form-state.ts'
import { controlProps, Field } from './field.tsx'
import styles from './form.module.css'

/** What every form of a signed-in person carries. */
export type FormKeys = { csrfToken: string; clientKey: string }

/** The hidden part of a form that the page sends to itself. */
export function HiddenFields({ forms, intent, targetId }: { forms: FormKeys; intent: string; targetId?: number }) {
	return (
		<>
			<input type="hidden" name="csrfToken" value={forms.csrfToken} />
			<input type="hidden" name="intent" value={intent} />
			{targetId !== undefined && <input type="hidden" name="targetId" value={targetId} />}
		</>
	)
}

/** On a hydrated page; the attribute does the same on a plain one. */
const takeFocus = (message: HTMLElement | null) => message?.focus()

/** Why nothing was saved: the sentence for the whole form, or how many fields to look at. */
export function FormMessage({ refusal }: { refusal: QaRefusal | undefined }) {
	if (!refusal) return null
	const { form, ...fields } = refusal.fields
	const count = Object.keys(fields).length
	return (
		// oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever sent the form hears what is wrong, on a page without a script too
		<div key={Object.values(refusal.fields).join('')} ref={takeFocus} className={styles.failure} role="alert" tabIndex={-1} autoFocus>
			<p>{form ?? `入力内容を確認してください（${count}か所）。入力した内容はそのまま残っています。`}</p>
			{form === undefined && (
				<ul>
					{Object.entries(fields).map(([name, sentence]) => (
						<li key={name}>{sentence}</li>
					))}
				</ul>
			)}
		</div>
	)
}

export function TextArea({
	id,
	name,
	label,
	hint,
	rows,
	refusal,
	defaultValue,
	optional,
}: {
	id: string
	name: string
	label: string
	hint?: string
	rows: number
	refusal: QaRefusal | undefined
	defaultValue?: string | undefined
	optional?: boolean
}) {
	const error = refusal?.fields[name]
	return (
		<Field id={id} label={label} hint={hint} error={error} optional={optional}>
			<textarea
				{...controlProps(id, { hint, error })}
				name={name}
				rows={rows}
				defaultValue={textIn(refusal?.values, name) ?? defaultValue}
			/>
		</Field>
	)
}
