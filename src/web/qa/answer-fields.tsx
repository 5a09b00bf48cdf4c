import { lengths, MAX_SOURCES } from '../../domain/qa/input.ts'
import type { QaRefusal, Values } from './qa-answer.ts'
import { textIn, textsIn } from './qa-answer.ts'
import { controlProps, Field, TextArea } from './qa-form.tsx'
import styles from './qa-form.module.css'

/** Text, sources and the law's date of an answer. */
export function AnswerFields({ values, refusal }: { values: Values; refusal: QaRefusal | undefined }) {
	const titles = textsIn(values, 'sourceTitle')
	const urls = textsIn(values, 'sourceUrl')
	const errors = refusal?.fields ?? {}
	const sourceErrors = [...new Set(Object.entries(errors).flatMap(([name, text]) => (name.startsWith('sources') ? [text] : [])))]
	return (
		<>
			<TextArea
				id="body"
				name="body"
				label="回答"
				hint={`${lengths.answer.min}〜${lengths.answer.max.toLocaleString('ja-JP')}文字。空行で段落、行頭の「- 」や「1. 」で箇条書き、「> 」で引用、**太字**、[表示する文字](https://…) でリンクになります。`}
				rows={14}
				refusal={refusal}
				defaultValue={textIn(values, 'body')}
			/>
			<fieldset className={styles.group} aria-describedby={sourceErrors.length > 0 ? 'sources-error' : undefined}>
				<legend>
					出典<small>{`（任意、${MAX_SOURCES}つまで）`}</small>
				</legend>
				<p className={styles.hint}>国税庁や厚生労働省など、根拠になるページを挙げると、読む人が確かめられます。</p>
				<div className={styles.sources}>
					{Array.from({ length: MAX_SOURCES }, (_, place) => (
						<div key={place} className={styles.source}>
							<input
								type="text"
								name="sourceTitle"
								className={styles.input}
								aria-label={`出典${place + 1}の名前`}
								placeholder={place === 0 ? '名前' : undefined}
								autoComplete="off"
								defaultValue={titles[place]}
								aria-invalid={errors[`sources.${place}.title`] ? true : undefined}
							/>
							<input
								type="url"
								name="sourceUrl"
								className={styles.input}
								aria-label={`出典${place + 1}のURL`}
								placeholder={place === 0 ? 'https://' : undefined}
								autoComplete="off"
								defaultValue={urls[place]}
								aria-invalid={errors[`sources.${place}.url`] ? true : undefined}
							/>
						</div>
					))}
				</div>
				{sourceErrors.map((text) => (
					<p key={text} id="sources-error" className={styles.error}>
						{text}
					</p>
				))}
			</fieldset>
			<Field id="lawAsOf" label="法令の時点" optional hint="いつの時点の法令に基づく回答かを示します。" error={errors['lawAsOf']}>
				<input
					{...controlProps('lawAsOf', { hint: true, error: errors['lawAsOf'] })}
					type="date"
					name="lawAsOf"
					defaultValue={textIn(values, 'lawAsOf')}
				/>
			</Field>
		</>
	)
}
