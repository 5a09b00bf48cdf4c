import type { ReactNode } from 'react'
import { controlProps, Field } from '../ui/field.tsx'

/** Who asks: name, address and phone. A member's address is the account's and stands as text. */
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
	/** Who sees it, and what for. */
	hints: { contactName?: string; email: string; phone?: string }
}) {
	return (
		<>
			<Field id="contactName" label="お名前" hint={hints.contactName} error={errors['contactName']}>
				<input
					{...controlProps('contactName', { hint: hints.contactName, error: errors['contactName'] })}
					name="contactName"
					autoComplete="name"
					defaultValue={typed('contactName')}
				/>
			</Field>
			{memberEmail === null ? (
				<Field id="email" label="メールアドレス" hint={hints.email} error={errors['email']}>
					<input
						{...controlProps('email', { hint: hints.email, error: errors['email'] })}
						name="email"
						type="email"
						inputMode="email"
						autoComplete="email"
						spellCheck={false}
						defaultValue={typed('email')}
					/>
				</Field>
			) : (
				<p>
					メールアドレス：{memberEmail}
					{memberNote && (
						<>
							<br />
							{memberNote}
						</>
					)}
				</p>
			)}
			<Field id="phone" label="電話番号" optional hint={hints.phone} error={errors['phone']}>
				<input
					{...controlProps('phone', { hint: hints.phone, error: errors['phone'] })}
					name="phone"
					type="tel"
					autoComplete="tel"
					defaultValue={typed('phone')}
				/>
			</Field>
		</>
	)
}
