import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { questionsPath } from '../../domain/shared/links.ts'
import { defaultFilterFor, defaultOrderFor, type QuestionQuery } from '../../domain/questions/input.ts'
import { useFrame } from '../layout/site.ts'
import { PrefectureOptions } from '../forms/prefecture-options.tsx'
import styles from './questions.module.css'
import { offerWords } from './word-suggestions.ts'

/** On a hydrated page; on a plain one layout/enhance.ts finds the form. */
const withWords = (form: HTMLFormElement | null) => (form ? offerWords(form) : undefined)

/** A plain GET form: what it says is the list's address. It is reset whenever the address changes. */
export function QuestionFilterForm({ query }: { query: QuestionQuery }) {
	const { categories } = useFrame()
	const isFolded = query.categoryId === null && query.prefectureId === null
	return (
		<search>
			<form
				key={JSON.stringify({ ...query, cursor: null })}
				ref={withWords}
				action={questionsPath()}
				method="get"
				className={styles.filter}
				data-offers-words=""
			>
				<div className={styles.search}>
					<label htmlFor="question-text" className="visually-hidden">
						質問を探す言葉
					</label>
					<input
						id="question-text"
						type="search"
						name="q"
						defaultValue={query.text}
						placeholder="例：インボイス 登録"
						maxLength={80}
						autoComplete="off"
						enterKeyHint="search"
					/>
					<button type="submit" className="button">
						検索
					</button>
				</div>
				<div aria-live="polite" className={styles.words} />
				<details className={styles.more} open={!isFolded}>
					<summary>カテゴリー・地域で絞り込む</summary>
					<Selects query={query} categories={categories} />
				</details>
				{query.taskId !== null && <input type="hidden" name="task" value={query.taskId} />}
				{query.state !== defaultFilterFor(query.text) && <input type="hidden" name="state" value={query.state} />}
				{query.order !== defaultOrderFor(query.text) && <input type="hidden" name="order" value={query.order} />}
			</form>
		</search>
	)
}

function Selects({ query, categories }: { query: QuestionQuery; categories: readonly { id: number; name: string }[] }) {
	return (
		<div className={styles.selects}>
			<label>
				カテゴリー
				<select name="category" defaultValue={query.categoryId ?? ''}>
					<option value="">すべて</option>
					{categories.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</label>
			<label>
				都道府県
				<select name="prefecture" defaultValue={query.prefectureId === null ? '' : getPrefecture(query.prefectureId).slug}>
					<option value="">すべて</option>
					<PrefectureOptions value="slug" />
				</select>
			</label>
			<button type="submit" className="button" data-kind="quiet">
				絞り込む
			</button>
		</div>
	)
}
