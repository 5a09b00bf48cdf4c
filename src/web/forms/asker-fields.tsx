import type { ReactNode } from 'react'
import { InputField } from './field.tsx'

/** Who asks: name, address and phone. A member's address is the account's and shown as text. */
export function AskerFields({
	typed,
	errors,
	memberEmail,
	memberNote,
	hints,
}: {
	typed: (field: 'contactName' | 'email' | 'phone') => string | undefined
	errors: Readonly<Record<string, string>>
	memberEmail: string | null
	/** Below the account's address. */
	memberNote?: ReactNode
	/** Who sees it, and why. */
	hints: { contactName?: string; email: string; phone?: string }
}) {
	return (
		<>
			<InputField
				id="contactName"
				label="お名前"
				hint={hints.contactName}
				error={errors['contactName']}
				autoComplete="name"
				defaultValue={typed('contactName')}
			/>
			{memberEmail === null ? (
				<InputField
					id="email"
					label="メールアドレス"
					hint={hints.email}
					error={errors['email']}
					type="email"
					inputMode="email"
					autoComplete="email"
					spellCheck={false}
					defaultValue={typed('email')}
				/>
			) : (
				<AccountEmail memberEmail={memberEmail} memberNote={memberNote} />
			)}
			<InputField
				id="phone"
				label="電話番号"
				optional
				hint={hints.phone}
				error={errors['phone']}
				type="tel"
				autoComplete="tel"
				defaultValue={typed('phone')}
			/>
		</>
	)
}

function AccountEmail({ memberEmail, memberNote }: { memberEmail: string; memberNote: ReactNode }) {
	return (
		<p>
			メールアドレス：{memberEmail}
			{memberNote && (
				<>
					<br />
					{memberNote}
				</>
			)}
		</p>
	)
}
