import { incidentKinds, incidentLengths } from '../../../domain/operations/incident-input.ts'
import { Choices } from '../../forms/choices.tsx'
import { FieldGroup, InputField } from '../../forms/field.tsx'
import { type FormState, textIn } from '../../forms/form-state.ts'
import { TextArea } from '../../forms/text-area.tsx'
import formStyles from '../../forms/form.module.css'

export type NoticeValues = { kind: string; title: string; scope: string; body: string; beganOn: string; beganTime: string }

/** The fields of a notice with what was typed, or `values`. */
export function NoticeFields({ formState, values }: { formState: FormState | undefined; values: NoticeValues }) {
	const typed = (name: keyof NoticeValues) => textIn(formState?.values, name) ?? values[name]
	const error = (name: keyof NoticeValues) => formState?.fields[name]
	return (
		<>
			<FieldGroup id="kind" legend="種類" error={error('kind')}>
				<Choices type="radio" name="kind" options={incidentKinds} chosen={[typed('kind')]} />
			</FieldGroup>
			<InputField
				id="title"
				label="見出し"
				hint={`${incidentLengths.title.max}文字まで。何が使えないのかが分かるように書きます。`}
				error={error('title')}
				defaultValue={typed('title')}
				autoComplete="off"
			/>
			<InputField
				id="scope"
				label="影響の範囲"
				hint="どの機能、どの利用者、どの地域か。"
				error={error('scope')}
				defaultValue={typed('scope')}
				autoComplete="off"
			/>
			<div className={formStyles.row}>
				<InputField id="beganOn" label="始まった日（予定日）" type="date" error={error('beganOn')} defaultValue={typed('beganOn')} />
				<InputField id="beganTime" label="時刻" type="time" error={error('beganTime')} defaultValue={typed('beganTime')} />
			</div>
			<TextArea
				id="body"
				name="body"
				label="第1報"
				hint={`${incidentLengths.body.max.toLocaleString('ja-JP')}文字まで。分かっていること、分かっていないこと、次にお知らせする時刻を書きます。個人の名前や連絡先は書きません。`}
				rows={8}
				formState={formState}
				defaultValue={values.body}
			/>
		</>
	)
}
