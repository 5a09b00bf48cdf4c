import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Choices } from '../../forms/choices.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

type Props = {
	name: string
	kana: string
	proofs: readonly { value: string; label: string }[]
	version: number
	csrfToken: string
	formState: FormState | undefined
}

/** The change of a verified expert's name, on the strength of a document that they handed in. */
export function RenameForm(props: Props) {
	const { proofs, formState } = props
	return (
		<details open={formState !== undefined}>
			<summary>氏名を変更する</summary>
			{proofs.length === 0 ? (
				<>
					<ErrorSummary formState={formState} />
					<p className={styles.quiet}>
						書類なしでは変更できません。新しい氏名の証票や登録事項証明書を、本人が「資格の変更」から提出すると、ここで変更できます（90日以内に提出されたもの）。
					</p>
				</>
			) : (
				<Fields {...props} />
			)}
		</details>
	)
}

function Fields({ name, kana, proofs, version, csrfToken, formState }: Props) {
	const errors = formState?.fields ?? {}
	return (
		<form method="post" className={formStyles.form} noValidate>
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} intent="rename" version={version} />
			<InputField
				id="displayName"
				label="新しい氏名"
				error={errors['displayName']}
				defaultValue={textIn(formState?.values, 'displayName') ?? name}
				autoComplete="off"
			/>
			<InputField
				id="kana"
				label="新しいふりがな"
				error={errors['kana']}
				defaultValue={textIn(formState?.values, 'kana') ?? kana}
				autoComplete="off"
			/>
			<FieldGroup id="proofId" legend="氏名を確かめた書類" error={errors['proofId']}>
				<Choices type="radio" name="proofId" options={proofs} chosen={textsIn(formState?.values, 'proofId')} />
			</FieldGroup>
			<TextArea
				id="rename-reason"
				name="reason"
				label="変更の理由"
				hint="操作の記録に残ります。本人には、変更したことだけがメールで届きます。"
				rows={2}
				formState={formState}
			/>
			<div className={formStyles.buttons}>
				<button type="submit" className="button" data-kind="quiet">
					氏名を変更する
				</button>
			</div>
		</form>
	)
}
