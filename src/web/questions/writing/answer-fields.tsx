import { lengths, MAX_SOURCES } from '../../../domain/questions/input.ts'
import { Choices } from '../../forms/choices.tsx'
import { FieldError, InputField } from '../../forms/field.tsx'
import styles from '../../forms/field.module.css'
import type { FormState, Values } from '../../forms/form-state.ts'
import { textIn, textsIn } from '../../forms/form-state.ts'
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
				hint="いつの時点の法令に基づく回答かを示します。金額・割合・期限などの数字を書くときは必ず入力してください。"
				error={errors['lawAsOf']}
				type="date"
				defaultValue={textIn(values, 'lawAsOf')}
			/>
		</>
	)
}

/** Which parts of what is asked the answer covers; where the expert may do only one, it is that one. */
export function CoveredParts({
	parts,
	values,
	formState,
}: {
	parts: readonly { id: number; name: string }[]
	values: Values
	formState: FormState | undefined
}) {
	const [only] = parts
	if (!only) return null
	if (parts.length === 1) return <p className={styles.hint}>{`この回答が扱う範囲は「${only.name}」です。`}</p>
	return (
		<fieldset id="part" className={styles.group} tabIndex={-1}>
			<legend>この回答で扱う範囲</legend>
			<p className={styles.hint}>ご自身の資格で行える範囲のうち、この回答で扱うものを選んでください。回答に添えて公開します。</p>
			<Choices
				type="checkbox"
				name="part"
				options={parts.map(({ id, name }) => ({ value: String(id), label: name }))}
				chosen={textsIn(values, 'part')}
			/>
			<FieldError id="part" error={formState?.fields['part']} />
		</fieldset>
	)
}
