import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './field.module.css'

type Fault = string | readonly string[] | undefined

/** The frame of one control or question of a form, which ties its hint and its error to it. */
type Frame = {
	/** Id of the control; the ids of hint and error derive from it. */
	id: string
	hint?: ReactNode
	error?: Fault
	children: ReactNode
}

type Labelled = {
	label: ReactNode
	/** In small type below the error. */
	detail?: string | null
	optional?: boolean | undefined
}

/** A control that takes `controlProps(id, …)`, below its label and hint. */
export function Field({ id, label, hint, error, detail, optional = false, children }: Frame & Labelled) {
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
			<FieldError id={id} error={error} detail={detail} />
		</div>
	)
}

/** A field of one line. Its `name` defaults to its id. */
export function InputField({
	id,
	name = id,
	label,
	hint,
	error,
	detail = null,
	optional,
	...input
}: Omit<Frame, 'children' | 'error'> & Labelled & { error?: string | undefined } & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>) {
	return (
		<Field {...{ id, label, hint, error, detail, optional }}>
			<input {...controlProps(id, { hint, error })} name={name} {...input} />
		</Field>
	)
}

/** The choices of one question, or other controls that belong together. */
export function FieldGroup({
	id,
	legend,
	note,
	hint,
	error,
	children,
}: Frame & {
	legend: ReactNode
	/** After the legend in small type: how many may be chosen. */
	note?: string
}) {
	return (
		<fieldset className={styles.group} aria-describedby={describedBy(id, hint, error)}>
			<legend id={id}>
				{legend}
				{note && <small>{note}</small>}
			</legend>
			{hint && (
				<p id={`${id}-hint`} className={styles.hint}>
					{hint}
				</p>
			)}
			{children}
			<FieldError id={id} error={error} />
		</fieldset>
	)
}

/** The error of the control `id`, or several of a group; nothing without errors. */
export function FieldError({ id, error, detail }: { id: string; error: Fault; detail?: string | null | undefined }) {
	const [first, ...others] = faultsOf(error)
	if (first === undefined) return null
	if (others.length > 0)
		return (
			<div id={`${id}-error`}>
				{[first, ...others].map((fault) => (
					<p key={fault} className={styles.error}>
						{fault}
					</p>
				))}
			</div>
		)
	return (
		<p id={`${id}-error`} className={styles.error}>
			{first}
			{detail && <small>{detail}</small>}
		</p>
	)
}

/** Links a control to its hint and its error. */
export function controlProps(id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) {
	return {
		id,
		className: styles.input,
		'aria-invalid': error ? (true as const) : undefined,
		'aria-describedby': describedBy(id, hint, error),
	}
}

const faultsOf = (error: Fault): readonly string[] => (typeof error === 'object' ? error : error ? [error] : [])

const describedBy = (id: string, hint: ReactNode, error: Fault): string | undefined =>
	[hint ? `${id}-hint` : null, faultsOf(error).length > 0 ? `${id}-error` : null].filter((part) => part !== null).join(' ') || undefined
