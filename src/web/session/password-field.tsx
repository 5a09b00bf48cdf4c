import { type FormEvent, useState } from 'react'
import {
	PASSWORD_MAX,
	PASSWORD_MIN,
	passwordFaults,
	passwordSentence,
	type PasswordFault,
} from '../../domain/accounts/sign-in/password-rules.ts'
import { useEnhanced } from '../ui/use-enhanced.ts'
import { Field } from '../forms/field.tsx'
import { fieldParts, type FieldProps } from '../forms/identity-form.tsx'
import styles from '../forms/identity-form.module.css'

type Props = Omit<FieldProps, 'name' | 'label'> & { name?: string; label?: string }

/** The password that there is already. */
export function CurrentPasswordField({ name = 'password', label = 'パスワード', ...props }: Props) {
	return <PasswordInput {...props} name={name} label={label} autoComplete="current-password" onTyped={() => {}} />
}

/** A new password: shows the rules beforehand, and its strength while typing. */
export function NewPasswordField({ name = 'password', label = 'パスワード', ...props }: Props) {
	const [typed, setTyped] = useState('')
	// The form empties its fields once it is done.
	const [seen, setSeen] = useState(props.formState)
	if (seen !== props.formState) {
		setSeen(props.formState)
		if (props.formState?.kind === 'done') setTyped('')
	}
	const faults = typed === '' ? [] : passwordFaults(typed)
	return (
		<div>
			<PasswordInput
				{...props}
				name={name}
				label={label}
				hint={
					props.hint ??
					`${PASSWORD_MIN}〜${PASSWORD_MAX}文字。文字の種類は問いません。覚えやすい言葉をいくつか並べると、長くて安全になります。`
				}
				autoComplete="new-password"
				onTyped={setTyped}
			/>
			<output className={styles.strength} data-good={typed !== '' && faults.length === 0 ? '' : undefined}>
				{typed === '' ? '' : strengthOf(typed, faults)}
			</output>
		</div>
	)
}

function strengthOf(typed: string, faults: readonly PasswordFault[]): string {
	const { length } = Array.from(typed.normalize('NFKC'))
	if (faults.includes('too-short')) return `あと${PASSWORD_MIN - length}文字で${PASSWORD_MIN}文字になります。`
	if (faults.length > 0) return passwordSentence(faults)
	return '✓ 十分な長さです。よく使われているパスワードでないかは、送信したときに確かめます。'
}

function PasswordInput({ autoComplete, onTyped, ...props }: FieldProps & { autoComplete: string; onTyped: (text: string) => void }) {
	const { frame, control } = fieldParts(props)
	const [shown, setShown] = useState(false)
	const enhanced = useEnhanced()
	const typing = (event: FormEvent<HTMLInputElement>) => onTyped(event.currentTarget.value)
	return (
		<Field {...frame}>
			<div className={styles.password}>
				<input
					{...control}
					type={shown ? 'text' : 'password'}
					autoComplete={autoComplete}
					autoCapitalize="none"
					spellCheck={false}
					required
					onInput={typing}
				/>
				<button
					type="button"
					className={styles.reveal}
					hidden={!enhanced}
					aria-label={shown ? 'パスワードを隠す' : 'パスワードを表示'}
					onClick={() => setShown(!shown)}
				>
					{shown ? '隠す' : '表示'}
				</button>
			</div>
		</Field>
	)
}
