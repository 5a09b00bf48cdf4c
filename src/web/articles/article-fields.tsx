import { articleLengths, MAX_ARTICLE_SOURCES, MAX_ARTICLE_TASKS } from '../../domain/articles/article-input.ts'
import type { FormState, Values } from '../forms/form-state.ts'
import { textIn, textsIn } from '../forms/form-state.ts'
import { TextArea } from '../forms/text-area.tsx'
import { SourceFields } from '../forms/source-fields.tsx'
import { SubjectFields, type TaskChoice } from '../forms/subject-fields.tsx'
import { InputField } from '../forms/field.tsx'
import editor from './article-editor.module.css'

const range = ({ min, max }: { min: number; max: number }) => `${min}〜${max.toLocaleString('ja-JP')}文字`

/** Everything that an article says. `supervised`: editors name who checked it. */
export function ArticleFields({
	values,
	formState,
	tasks,
	supervised = false,
}: {
	values: Values
	formState: FormState | undefined
	tasks: readonly TaskChoice[]
	supervised?: boolean
}) {
	const errors = formState?.fields ?? {}
	return (
		<>
			<InputField
				id="title"
				label="タイトル"
				hint={`${range(articleLengths.title)}。読む人が何を知れるかが分かるように書いてください。`}
				error={errors['title']}
				autoComplete="off"
				defaultValue={textIn(values, 'title')}
			/>
			<TextArea
				id="lead"
				name="lead"
				label="リード文"
				hint={`${range(articleLengths.lead)}。だれに向けて、何を説明する記事かを2〜3文で。一覧と検索結果にも表示します。`}
				rows={4}
				formState={formState}
				defaultValue={textIn(values, 'lead')}
			/>
			<TextArea
				id="body"
				name="body"
				label="本文"
				hint={`${range(articleLengths.body)}。「## 」の見出しが目次になります。`}
				rows={24}
				formState={formState}
				defaultValue={textIn(values, 'body')}
			/>
			<Marks />
			<SubjectFields
				values={values}
				errors={errors}
				tasks={tasks}
				most={MAX_ARTICLE_TASKS}
				note={`（${MAX_ARTICLE_TASKS}つまで）`}
				hint="記事の最後に、その業務を相談できる事務所への案内が出ます。"
			/>
			<SourceFields
				values={values}
				errors={errors}
				rows={sourceRows(values)}
				note={`（${MAX_ARTICLE_SOURCES}まで。保存すると行が増えます）`}
				hint="法令や官公庁のページなど、読む人が確かめられるものを挙げてください。"
			/>
			<InputField
				id="lawAsOf"
				label="法令の時点"
				optional
				hint="いつの時点の法令に基づく記事かを示します。"
				error={errors['lawAsOf']}
				type="date"
				defaultValue={textIn(values, 'lawAsOf')}
			/>
			{supervised && (
				<InputField
					id="supervisor"
					label="監修者"
					optional
					hint="内容を確認した専門家のページの番号（/expert/ のあとの数字）。本人の承諾を得てから入力してください。"
					error={errors['supervisorId']}
					inputMode="numeric"
					autoComplete="off"
					defaultValue={textIn(values, 'supervisor')}
				/>
			)}
		</>
	)
}

function Marks() {
	return (
		<details className={editor.marks}>
			<summary>本文の書き方</summary>
			<ul>
				<li>空行で段落が変わります。</li>
				<li>
					<code>## 見出し</code>、<code>### 小見出し</code>
				</li>
				<li>
					<code>- 項目</code> または <code>1. 項目</code> で箇条書き、<code>&gt; 文</code> で引用
				</li>
				<li>
					<code>**太字**</code>、<code>[表示する文字](https://…)</code> でリンク
				</li>
				<li>
					表は <code>| 期限 | 手続き |</code> の行、<code>| --- | --- |</code> の行、内容の行の順に書きます。
				</li>
			</ul>
		</details>
	)
}

/** Rows that are filled and two more. */
const SPARE_ROWS = 2

function sourceRows(values: Values): number {
	const titles = textsIn(values, 'sourceTitle')
	const urls = textsIn(values, 'sourceUrl')
	const filled = urls.filter((url, place) => url !== '' || (titles[place] ?? '') !== '').length
	return Math.min(MAX_ARTICLE_SOURCES, Math.max(3, filled + SPARE_ROWS, urls.length))
}
