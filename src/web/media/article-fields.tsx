import { articleLengths, MAX_ARTICLE_SOURCES, MAX_ARTICLE_TASKS } from '../../domain/media/article-input.ts'
import { useFrame } from '../layout/site.ts'
import type { QaRefusal, Values } from '../qa/qa-answer.ts'
import { textIn, textsIn } from '../qa/qa-answer.ts'
import { controlProps, Field, TextArea } from '../qa/qa-form.tsx'
import styles from '../qa/qa-form.module.css'
import desk from './article-desk.module.css'

export type TaskChoice = { id: number; name: string; categoryId: number }

const range = ({ min, max }: { min: number; max: number }) => `${min}〜${max.toLocaleString('ja-JP')}文字`

/** Everything that an article says. `supervised`: editors name who checked it. */
export function ArticleFields({
	values,
	refusal,
	tasks,
	supervised = false,
}: {
	values: Values
	refusal: QaRefusal | undefined
	tasks: readonly TaskChoice[]
	supervised?: boolean
}) {
	const errors = refusal?.fields ?? {}
	return (
		<>
			<Field
				id="title"
				label="タイトル"
				hint={`${range(articleLengths.title)}。読む人が何を知れるかが分かるように書いてください。`}
				error={errors['title']}
			>
				<input
					{...controlProps('title', { hint: true, error: errors['title'] })}
					type="text"
					name="title"
					autoComplete="off"
					defaultValue={textIn(values, 'title')}
				/>
			</Field>
			<TextArea
				id="lead"
				name="lead"
				label="リード文"
				hint={`${range(articleLengths.lead)}。だれに向けて、何を説明する記事かを2〜3文で。一覧と検索結果にも表示します。`}
				rows={4}
				refusal={refusal}
				defaultValue={textIn(values, 'lead')}
			/>
			<TextArea
				id="body"
				name="body"
				label="本文"
				hint={`${range(articleLengths.body)}。「## 」の見出しが目次になります。`}
				rows={24}
				refusal={refusal}
				defaultValue={textIn(values, 'body')}
			/>
			<Marks />
			<Topics values={values} errors={errors} tasks={tasks} />
			<Sources values={values} errors={errors} />
			<Field id="lawAsOf" label="法令の時点" optional hint="いつの時点の法令に基づく記事かを示します。" error={errors['lawAsOf']}>
				<input
					{...controlProps('lawAsOf', { hint: true, error: errors['lawAsOf'] })}
					type="date"
					name="lawAsOf"
					defaultValue={textIn(values, 'lawAsOf')}
				/>
			</Field>
			{supervised && (
				<Field
					id="supervisor"
					label="監修者"
					optional
					hint="内容を確認した専門家のページの番号（/expert/ のあとの数字）。本人の承諾を得てから入力してください。"
					error={errors['supervisorId']}
				>
					<input
						{...controlProps('supervisor', { hint: true, error: errors['supervisorId'] })}
						type="text"
						inputMode="numeric"
						name="supervisor"
						autoComplete="off"
						defaultValue={textIn(values, 'supervisor')}
					/>
				</Field>
			)}
		</>
	)
}

function Marks() {
	return (
		<details className={desk.marks}>
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

type Errors = Readonly<Record<string, string>>

function Topics({ values, errors, tasks }: { values: Values; errors: Errors; tasks: readonly TaskChoice[] }) {
	const { categories } = useFrame()
	const chosen = textsIn(values, 'task').filter((id) => id !== '')
	return (
		<>
			<Field id="category" label="カテゴリー" error={errors['taskCategoryId']}>
				<select
					{...controlProps('category', { error: errors['taskCategoryId'] })}
					name="category"
					defaultValue={textIn(values, 'category') ?? ''}
				>
					<option value="">選んでください</option>
					{categories.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</Field>
			<fieldset className={styles.group} aria-describedby={errors['taskIds'] ? 'tasks-error' : undefined}>
				<legend>
					関連する業務<small>{`（${MAX_ARTICLE_TASKS}つまで）`}</small>
				</legend>
				<p className={styles.hint}>記事の最後に、その業務を相談できる事務所への案内が出ます。</p>
				<div className={styles.row}>
					{Array.from({ length: MAX_ARTICLE_TASKS }, (_, place) => (
						<select
							key={place}
							name="task"
							className={styles.input}
							aria-label={`関連する業務${place + 1}`}
							aria-invalid={errors['taskIds'] ? true : undefined}
							defaultValue={chosen[place] ?? ''}
						>
							<option value="">選ばない</option>
							{categories.map((category) => (
								<optgroup key={category.id} label={category.name}>
									{tasks
										.filter(({ categoryId }) => categoryId === category.id)
										.map(({ id, name }) => (
											<option key={id} value={id}>
												{name}
											</option>
										))}
								</optgroup>
							))}
						</select>
					))}
				</div>
				{errors['taskIds'] && (
					<p id="tasks-error" className={styles.error}>
						{errors['taskIds']}
					</p>
				)}
			</fieldset>
		</>
	)
}

/** Rows that are filled and two more. */
const SPARE_ROWS = 2

function Sources({ values, errors }: { values: Values; errors: Errors }) {
	const titles = textsIn(values, 'sourceTitle')
	const urls = textsIn(values, 'sourceUrl')
	const filled = urls.filter((url, place) => url !== '' || (titles[place] ?? '') !== '').length
	const rows = Math.min(MAX_ARTICLE_SOURCES, Math.max(3, filled + SPARE_ROWS, urls.length))
	const faults = [...new Set(Object.entries(errors).flatMap(([name, text]) => (name.startsWith('sources') ? [text] : [])))]
	return (
		<fieldset className={styles.group} aria-describedby={faults.length > 0 ? 'sources-error' : undefined}>
			<legend>
				出典<small>{`（${MAX_ARTICLE_SOURCES}まで。保存すると行が増えます）`}</small>
			</legend>
			<p className={styles.hint}>法令や官公庁のページなど、読む人が確かめられるものを挙げてください。</p>
			<div className={styles.sources}>
				{Array.from({ length: rows }, (_, place) => (
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
			{faults.length > 0 && (
				<div id="sources-error">
					{faults.map((text) => (
						<p key={text} className={styles.error}>
							{text}
						</p>
					))}
				</div>
			)}
		</fieldset>
	)
}
