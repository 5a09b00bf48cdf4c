import { useRef } from 'react'
import { type AppointmentKind, kindLabels } from '../../domain/appointments/appointment-input.ts'
import { inquiryLengths } from '../../domain/inquiries/inquiry-input.ts'
import { bookingPath } from '../../domain/shared/links.ts'
import { Choices } from '../forms/choices.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { FieldGroup, InputField } from '../forms/field.tsx'
import { refreshToken } from '../forms/fresh-token.ts'
import { type FormState, textIn } from '../forms/form-state.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { KeptNote } from '../forms/kept-note.tsx'
import { useKeptTyping } from '../forms/kept-typing.ts'
import { TextArea } from '../forms/text-area.tsx'
import { loginPath } from '../session/redirect-target.ts'
import { AgreementNote } from '../ui/agreement-note.tsx'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import { type ShownDays, SlotChoice } from './slot-choice.tsx'

type Data = {
	office: { id: number }
	kinds: readonly AppointmentKind[]
	days: ShownDays
	nextFrom: string | null
	inquiryId: number | null
	isLater: boolean
	isVisitor: boolean
	name: string
	csrfToken: string
	clientKey: string
}

/** Time, way and words of a booking. Visitors see what is free and are sent to the login before they type. */
export function BookingForm({ data, path, formState }: { data: Data; path: string; formState: FormState | undefined }) {
	const { office, kinds, days, nextFrom, inquiryId, isLater, isVisitor, csrfToken, clientKey } = data
	const form = useRef<HTMLFormElement>(null)
	const kept = useKeptTyping(form, `booking-${office.id}`, { restore: formState === undefined })
	const errors = formState?.fields ?? {}
	const typed = (field: string) => textIn(formState?.values, field)
	return (
		<form ref={form} method="post" className={formStyles.form} noValidate onSubmit={refreshToken}>
			<KeptNote kept={kept} />
			<ErrorSummary formState={formState} />
			<HiddenFields csrfToken={csrfToken} clientKey={typed('clientKey') ?? clientKey} />
			<SlotChoice
				days={days}
				chosen={typed('slot')}
				error={errors['slot']}
				next={nextFrom === null ? null : bookingPath(office.id, { inquiry: inquiryId ?? undefined, from: nextFrom })}
				first={isLater ? path : null}
			/>
			<FieldGroup id="kind" legend="面談の方法" error={errors['kind']}>
				<Choices
					type="radio"
					name="kind"
					options={kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
					chosen={[typed('kind') ?? kinds[0] ?? '']}
					isShort
				/>
			</FieldGroup>
			{isVisitor ? (
				<div className={formStyles.current}>
					<p>予約にはログインが必要です。ログインや会員登録のあと、この画面に戻ります。</p>
					<p>
						<Link className="button" to={loginPath(path)}>
							ログインして続ける
						</Link>
					</p>
				</div>
			) : (
				<Client data={data} formState={formState} />
			)}
		</form>
	)
}

/** Who comes, and about what. */
function Client({ data: { kinds, inquiryId, name }, formState }: { data: Data; formState: FormState | undefined }) {
	const errors = formState?.fields ?? {}
	return (
		<>
			{kinds.includes('phone') && (
				<InputField
					id="phone"
					label="電話番号"
					hint="電話で面談するときだけ入力してください。この番号は、面談をする事務所だけが見られます。"
					optional
					type="tel"
					autoComplete="tel"
					error={errors['phone']}
					defaultValue={textIn(formState?.values, 'phone')}
				/>
			)}
			{inquiryId === null && (
				<>
					<TextArea
						id="body"
						name="body"
						label="相談したいこと"
						hint={`${inquiryLengths.body.max.toLocaleString('ja-JP')}文字まで。一言でも構いません。マイナンバーや口座番号は書かないでください。`}
						rows={4}
						formState={formState}
					/>
					<InputField
						id="contactName"
						label="お名前"
						hint="事務所に表示されます。"
						error={errors['contactName']}
						autoComplete="name"
						maxLength={inquiryLengths.name.max}
						defaultValue={textIn(formState?.values, 'contactName') ?? name}
					/>
				</>
			)}
			<AgreementNote action="予約する" room="estimates" />
			<div>
				<button type="submit" className="button">
					この日時で予約する
				</button>
			</div>
		</>
	)
}
