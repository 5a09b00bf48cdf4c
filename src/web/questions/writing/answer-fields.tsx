import { lengths, MAX_SOURCES } from '../../../domain/questions/input.ts'
import { InputField } from '../../forms/field.tsx'
import type { FormState, Values } from '../../forms/form-state.ts'
import { textIn } from '../../forms/form-state.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { SourceFields } from '../../forms/source-fields.tsx'

/** Text, sources and the law's date of an answer. */
export function AnswerFields({ values, formState }: { values: Values; formState: FormState | undefined }) {
	const errors = formState?.fields ?? {}
	return (
		<>
			<TextArea
				id="body"
				name="body"
				label="回答"
				hint={`${lengths.answer.min}〜${lengths.answer.max.toLocaleString('ja-JP')}文字。空行で段落、行頭の「- 」や「1. 」で箇条書き、「> 」で引用、**太字**、[表示する文字](https://…) でリンクになります。`}
				rows={14}
				formState={formState}
				defaultValue={textIn(values, 'body')}
			/>
			<SourceFields
				values={values}
				errors={errors}
				rows={MAX_SOURCES}
				note={`（任意、${MAX_SOURCES}つまで）`}
				hint="国税庁や厚生労働省など、根拠になるページを挙げると、読む人が確かめられます。"
			/>
			<InputField
				id="lawAsOf"
				label="法令の時点"
				optional
				hint="いつの時点の法令に基づく回答かを示します。"
				error={errors['lawAsOf']}
				type="date"
				defaultValue={textIn(values, 'lawAsOf')}
			/>
		</>
	)
}
