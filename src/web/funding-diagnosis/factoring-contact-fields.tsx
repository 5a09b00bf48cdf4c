import {
	CONTACT_CONSENT_VERSION,
	contactConsent,
	contactLengths as lengths,
	reaches,
} from '../../domain/funding-diagnosis/contact-input.ts'
import { type FormState, textIn } from '../forms/form-state.ts'
import { TextArea } from '../forms/text-area.tsx'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import { controlProps, Field, FieldError, FieldGroup, InputField } from '../forms/field.tsx'
import { AskerFields } from '../forms/asker-fields.tsx'
import styles from './factoring-contact.module.css'

export function ContactFields({
	formState,
	memberEmail,
	name,
}: {
	formState: FormState | undefined
	/** The account's address, used instead of a typed one. */
	memberEmail: string | null
	name: string
}) {
	const errors = formState?.fields ?? {}
	const typed = (field: string) => textIn(formState?.values, field)
	return (
		<>
			<AskerFields
				typed={(field) => typed(field) ?? (field === 'contactName' ? name : undefined)}
				errors={errors}
				memberEmail={memberEmail}
				hints={{ email: '確認のメールが届きます。そのボタンを押すまで、担当者には届きません。' }}
			/>
			<InputField
				id="company"
				label="会社名・屋号"
				optional
				error={errors['company']}
				autoComplete="organization"
				defaultValue={typed('company')}
			/>
			<div className={styles.pair}>
				<Field id="reach" label="希望する連絡の方法" hint="電話は、電話番号の入力が必要です。" error={errors['reach']}>
					<select {...controlProps('reach', { hint: true, error: errors['reach'] })} name="reach" defaultValue={typed('reach') ?? 'email'}>
						{reaches.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</select>
				</Field>
				<InputField
					id="reachTime"
					label="連絡を希望する時間帯"
					optional
					hint="例：平日の10時〜12時"
					error={errors['reachTime']}
					autoComplete="off"
					defaultValue={typed('reachTime')}
				/>
			</div>
			<TextArea
				id="message"
				name="message"
				label="相談したいこと"
				hint={`${lengths.message.max.toLocaleString('ja-JP')}文字まで。口座番号やマイナンバーは書かないでください。`}
				rows={6}
				formState={formState}
				optional
			/>
		</>
	)
}

/** Neither is ticked by default: sharing is a choice, and what is required says so. */
export function ContactConsents({ given, error }: { given: readonly string[]; error: string | undefined }) {
	return (
		<FieldGroup id="agree" legend="送る内容と同意">
			<div className={styles.consents}>
				<div className={styles.consent}>
					<label className={formStyles.check}>
						<input type="checkbox" name="agree" value="diagnosis" defaultChecked={given.includes('diagnosis')} />
						<span>
							上の「診断の入力内容」も一緒に送る<small>（任意）</small>
						</span>
					</label>
					<p className={styles.quiet}>チェックを入れないときは、診断の入力内容は担当者に送らず、保存もしません。</p>
				</div>
				<div className={styles.consent}>
					<label className={formStyles.check}>
						<input
							type="checkbox"
							name="agree"
							value="handling"
							defaultChecked={given.includes('handling')}
							aria-invalid={error ? true : undefined}
							aria-describedby={error ? 'consent-text consent-error' : 'consent-text'}
						/>
						<span>
							{contactConsent.label}
							<small>（必須）</small>
						</span>
					</label>
					<p id="consent-text" className={styles.quiet}>
						{contactConsent.text}くわしくは
						<Link to="/privacy#privacy-forms">プライバシーポリシー</Link>
						をご覧ください。
					</p>
					<FieldError id="consent" error={error} />
				</div>
				<p className={styles.quiet}>{`同意事項の版：${CONTACT_CONSENT_VERSION}。同意した日時とともに記録します。`}</p>
			</div>
		</FieldGroup>
	)
}
