import { useRef } from 'react'
import { Link } from '../ui/link.tsx'
import { checkInputText } from './form-texts.ts'
import type { FormState } from './form-state.ts'
import { useArrival } from '../ui/use-enhanced.ts'
import styles from './form.module.css'

/** Why nothing was saved: the form error, or how many fields to look at; and where to go instead. */
export function ErrorSummary({ formState }: { formState: FormState | undefined }) {
	const message = useRef<HTMLDivElement>(null)
	// On a hydrated page; the attribute does the same on a plain one.
	useArrival(formState, () => message.current?.focus())
	if (!formState) return null
	const { form, ...fields } = formState.fields
	return (
		// oxlint-disable-next-line jsx-a11y/no-autofocus -- announces the error to the sender's screen reader, on a page without a script too
		<div key={Object.values(formState.fields).join('')} ref={message} className={styles.failure} role="alert" tabIndex={-1} autoFocus>
			<p>{form ?? `${checkInputText(fields)}入力した内容はそのまま残っています。`}</p>
			{form === undefined && (
				<ul>
					{Object.entries(fields).map(([name, sentence]) => (
						<li key={name}>{sentence}</li>
					))}
				</ul>
			)}
			{formState.ways?.map(({ label, path }) => (
				<p key={path}>
					<Link to={path}>{label}</Link>
				</p>
			))}
		</div>
	)
}
