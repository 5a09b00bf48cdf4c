import { inquiryLengths } from '../../domain/inquiries/inquiry-input.ts'
import { InputField } from '../forms/field.tsx'
import { type FormState, textIn } from '../forms/form-state.ts'
import { TextArea } from '../forms/text-area.tsx'

/** Title and text of a saved reply; `id` begins the ids of the fields, of which a page has several sets. */
export function ReplyFields(props: { id: string; formState: FormState | undefined; title?: string; body?: string }) {
	const { id, formState, title, body } = props
	return (
		<>
			<InputField
				id={`${id}-title`}
				name="title"
				label="見出し"
				hint="選ぶときに表示します。40文字まで"
				maxLength={40}
				error={formState?.fields['title']}
				defaultValue={textIn(formState?.values, 'title') ?? title}
			/>
			<TextArea
				id={`${id}-body`}
				name="body"
				label="本文"
				hint={`${inquiryLengths.body.max.toLocaleString('ja-JP')}文字まで`}
				rows={6}
				formState={formState}
				defaultValue={body}
			/>
		</>
	)
}
