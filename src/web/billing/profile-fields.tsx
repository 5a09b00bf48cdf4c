import { InputField } from '../forms/field.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'

/** Whom invoices name, and how the sender of a transfer is written. */
export function ProfileFields({
	formState,
	addressee,
	payerKana,
}: {
	formState: FormState | undefined
	addressee: string
	payerKana: string
}) {
	return (
		<>
			<InputField
				id="addressee"
				label="請求書の宛名"
				hint="会社・事務所の名前か、お名前。80文字まで。「様」は付けません。"
				error={formState?.fields['addressee']}
				autoComplete="organization"
				defaultValue={textIn(formState?.values, 'addressee') ?? addressee}
			/>
			<InputField
				id="payerKana"
				label="振込人の名義（カタカナ）"
				hint="お振り込みになる口座の名義。入金を照らし合わせるのに使います。"
				error={formState?.fields['payerKana']}
				autoComplete="off"
				defaultValue={textIn(formState?.values, 'payerKana') ?? payerKana}
			/>
		</>
	)
}
