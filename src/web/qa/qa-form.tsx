import type { ReactNode } from 'react'
import type { QaRefusal } from './qa-answer.ts'
import { textIn } from './qa-answer.ts'
import styles from './qa-form.module.css'

/** What every form of a signed-in person carries. */
export type FormKeys = { csrfToken: string; clientKey: string }

/** The hidden part of a form that the page sends to itself. */
export function HiddenFields({ forms, intent, answerId }: { forms: FormKeys; intent: string; answerId?: number }) {
	return (
		<>
			<input type="hidden" name="csrfToken" value={forms.csrfToken} />
			<input type="hidden" name="intent" value={intent} />
			{answerId !== undefined && <input type="hidden" name="answerId" value={answerId} />}
		</>
	)
}

/** Why nothing was saved: the sentence for the whole form, or how many fields to look at. */
export function FormMessage({ refusal }: { refusal: QaRefusal | undefined }) {
	if (!refusal) return null
	const { form, ...fields } = refusal.fields
	const count = Object.keys(fields).length
	return (
		<div className={styles.failure} role="alert">
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

export function Field({
	id,
	label,
	hint,
	error,
	optional = false,
	children,
}: {
	id: string
	label: ReactNode
	hint?: ReactNode
	error?: string | undefined
	optional?: boolean
	children: ReactNode
}) {
	return (
		<div className={styles.field}>
			<label htmlFor={id}>
				{label}
				{optional && <small>（任意）</small>}
			</label>
			{hint && (
				<p id={`${id}-hint`} className={styles.hint}>
					{hint}
				</p>
			)}
			{children}
			{error && (
				<p id={`${id}-error`} className={styles.error}>
					{error}
				</p>
			)}
		</div>
	)
}

/** Ties a control to its hint and fault. */
export function controlProps(id: string, { hint, error }: { hint?: boolean; error?: string | undefined }) {
	const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((part) => part !== null).join(' ')
	return { id, className: styles.input, 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': described || undefined }
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
		<Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
			<textarea
				{...controlProps(id, { hint: hint !== undefined, error })}
				name={name}
				rows={rows}
				defaultValue={textIn(refusal?.values, name) ?? defaultValue}
			/>
		</Field>
	)
}
