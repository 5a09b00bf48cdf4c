import { type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { controlProps, InputField } from './field.tsx'
import { failureOf, type FormAnswer } from './identity-form-state.ts'
import styles from './identity-form.module.css'

/**
 * A form of accounts. Without a script the server's action answers it; with one, the page's clientAction. The answer
 * stands above the fields and takes no typing away. The browser's own bubbles are off: every fault is told in the page.
 */
export function AccountForm({
	answer,
	csrfToken,
	intent,
	label,
	keepsTyping = false,
	hasFile = false,
	children,
}: {
	answer: FormAnswer | undefined
	csrfToken: string
	/** What was typed is what is kept, so it stays after it was saved. */
	keepsTyping?: boolean
	hasFile?: boolean
	/** Tells forms of one page apart. */
	intent?: string
	/** Names the form where a page has several. */
	label?: string
	children: ReactNode
}) {
	const form = useRef<HTMLFormElement>(null)
	const busy = useNavigation().state !== 'idle'
	useEffect(() => {
		if (!answer) return
		if (answer.kind === 'failure') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
		else if (!keepsTyping) form.current?.reset()
	}, [answer, keepsTyping])
	return (
		<Form
			ref={form}
			method="post"
			encType={hasFile ? 'multipart/form-data' : undefined}
			className={styles.form}
			noValidate
			aria-label={label}
			onSubmit={(event) => busy && event.preventDefault()}
		>
			<input type="hidden" name="csrfToken" value={csrfToken} />
			{intent && <input type="hidden" name="intent" value={intent} />}
			<FormMessage answer={answer} />
			{children}
		</Form>
	)
}

/** The sentence first, the catalogue's message beneath it in small type (product.md section 9). */
export function FormMessage({ answer }: { answer: FormAnswer | undefined }) {
	return (
		<div aria-live="polite" className={styles.live}>
			{answer?.kind === 'failure' && (
				<div className={styles.failure} role="alert">
					<p>{answer.sentence}</p>
					{answer.message && Object.keys(answer.fields).length === 0 && (
						<p>
							<small>{answer.message}</small>
						</p>
					)}
				</div>
			)}
			{answer?.kind === 'done' && <p className={styles.done}>{answer.sentence}</p>}
		</div>
	)
}

export type FieldProps = {
	name: string
	label: string
	hint?: ReactNode
	answer: FormAnswer | undefined
	/** Unique on the page where two forms have a field of the same name. */
	id?: string
	optional?: boolean
}

/** What the answer says of a field, and what ties its control to that. */
export function fieldParts({ name, label, hint, optional, answer, id = name }: FieldProps) {
	const failure = failureOf(answer)
	const error = failure?.fields[name]
	const detail = failure && Object.keys(failure.fields)[0] === name ? failure.message : null
	return { frame: { id, label, hint, optional, error, detail }, control: { ...controlProps(id, { hint, error }), name } }
}

type TextInput = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	'type' | 'autoComplete' | 'inputMode' | 'defaultValue' | 'required' | 'maxLength' | 'spellCheck'
>

export function TextField({ type = 'text', defaultValue, ...props }: FieldProps & TextInput) {
	const { frame } = fieldParts(props)
	const { name, autoComplete, inputMode, required, maxLength, spellCheck } = props
	const typed = failureOf(props.answer)?.values[name]
	return (
		<InputField
			{...frame}
			{...{ name, type, autoComplete, inputMode, required, maxLength, spellCheck }}
			defaultValue={typed ?? defaultValue}
		/>
	)
}

export function EmailField(props: Omit<FieldProps, 'name' | 'label'> & { label?: string; defaultValue?: string }) {
	return (
		<TextField
			label="メールアドレス"
			{...props}
			name="email"
			type="email"
			inputMode="email"
			autoComplete="username"
			spellCheck={false}
			required
		/>
	)
}

export function SubmitButton({ children, kind }: { children: ReactNode; kind?: 'quiet' | 'danger' }) {
	const busy = useNavigation().state !== 'idle'
	return (
		<button type="submit" className={`button ${styles.submit}`} data-kind={kind} aria-disabled={busy}>
			{busy ? '送信しています…' : children}
		</button>
	)
}
