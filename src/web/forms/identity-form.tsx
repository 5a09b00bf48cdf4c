import { textIn } from './form-state.ts'
import { type InputHTMLAttributes, type ReactNode, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { controlProps, InputField } from './field.tsx'
import { failureOf, type IdentityFormState } from './identity-form-state.ts'
import { useArrival } from '../ui/use-enhanced.ts'
import styles from './identity-form.module.css'

/**
 * A form of accounts. Without a script the server's action answers it; with one, the page's clientAction. The result is shown
 * above the fields and keeps what was typed. The browser's own validation bubbles are off: the page shows every error.
 */
export function IdentityForm({
	formState,
	csrfToken,
	intent,
	label,
	keepsTyping = false,
	hasFile = false,
	children,
}: {
	formState: IdentityFormState | undefined
	csrfToken: string
	/** What was typed is what is kept, so it stays after it was saved. */
	keepsTyping?: boolean
	hasFile?: boolean
	/** Distinguishes forms of one page. */
	intent?: string
	/** Names the form where a page has several. */
	label?: string
	children: ReactNode
}) {
	const form = useRef<HTMLFormElement>(null)
	const busy = useNavigation().state !== 'idle'
	useArrival(formState, ({ kind }) => {
		if (kind === 'failure') form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
		else if (!keepsTyping) form.current?.reset()
	})
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
			<FormMessage formState={formState} />
			{children}
		</Form>
	)
}

/** The sentence first, the catalogue's message beneath it in small type (product.md section 9). */
export function FormMessage({ formState }: { formState: IdentityFormState | undefined }) {
	return (
		<div aria-live="polite" className={styles.live}>
			{formState?.kind === 'failure' && (
				<div className={styles.failure} role="alert">
					<p>{formState.sentence}</p>
					{formState.message && Object.keys(formState.fields).length === 0 && (
						<p>
							<small>{formState.message}</small>
						</p>
					)}
				</div>
			)}
			{formState?.kind === 'done' && <p className={styles.done}>{formState.sentence}</p>}
		</div>
	)
}

export type FieldProps = {
	name: string
	label: string
	hint?: ReactNode
	formState: IdentityFormState | undefined
	/** Unique on the page where two forms have a field of the same name. */
	id?: string
	optional?: boolean
}

/** The error of a field, and the attributes that link its control to it. */
export function fieldParts({ name, label, hint, optional, formState, id = name }: FieldProps) {
	const failure = failureOf(formState)
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
	const typed = textIn(failureOf(props.formState)?.values, name)
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
