import { articlePath, articlesPath, questionPath, questionsPath } from '../../domain/shared/links.ts'
import { articleSearch, emptyArticleQuery } from '../../domain/articles/article-input.ts'
import type { ArticleHits } from '../../domain/articles/article-search.ts'
import { emptyQuestionQuery, questionSearch, withQuestionQuery } from '../../domain/questions/input.ts'
import type { Passage, QuestionList } from '../../domain/questions/types.ts'
import { FoldRest } from '../ui/fold.tsx'
import { FoundPassage } from '../ui/found-passage.tsx'
import { Marked } from '../ui/marked.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './search.module.css'

/** So many questions and articles are shown here; the rest is in their own lists. */
export const SHOWN = 4
/** So many of each stand open on a phone. */
const OPEN = 2

type Group = {
	items: { id: number; path: string; title: string; note: string; passage: Passage | null }[]
	/** At least so many where there are more. */
	count: number
	more: boolean
	words: string[]
}

export type FoundTexts = { questions: Group; articles: Group; corrected: string | null }

/** What the page shows of the two searches. Questions that only have some of the words, and by chance, are left to their own list. */
export function viewTexts(questions: QuestionList, articles: ArticleHits): FoundTexts {
	const { counts, relaxed, meant, corrected, words } = questions
	return {
		questions: {
			items: (relaxed && !meant ? [] : questions.items.slice(0, SHOWN)).map(({ id, title, answerCount, passage }) => ({
				id,
				path: questionPath(id),
				title,
				note: `回答${answerCount.toLocaleString('ja-JP')}件`,
				passage: passage ?? null,
			})),
			count: counts.all,
			more: counts.more,
			words,
		},
		articles: {
			items: articles.items.map(({ id, slug, title, author, passage }) => ({
				id,
				path: articlePath(slug),
				title,
				note: author.name,
				passage,
			})),
			count: articles.count,
			more: articles.more,
			words: articles.words,
		},
		corrected,
	}
}

export function Texts({ text, texts: { questions, articles, corrected } }: { text: string; texts: FoundTexts }) {
	const words = corrected ?? text
	return (
		<div className={styles.groups}>
			<TextGroup
				id="search-questions"
				title="みんなの質問"
				group={questions}
				all={questionsPath(questionSearch(withQuestionQuery({ ...emptyQuestionQuery, order: 'relevance' }, { text: words })))}
			/>
			<TextGroup id="search-articles" title="記事" group={articles} all={articlesPath(articleSearch({ ...emptyArticleQuery, text }))} />
		</div>
	)
}

function TextGroup({ id, title, group, all }: { id: string; title: string; group: Group; all: string }) {
	if (group.items.length === 0) return null
	return (
		<section className={styles.group} aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<FoldRest items={group.items} first={OPEN} label={(count) => `ほか${count}件の${title}`}>
				{(shown) => (
					<ul className={`${stack.loose} ${styles.texts}`}>
						{shown.map((item) => (
							<li key={item.id}>
								<Link className="cover" to={item.path}>
									<Marked text={item.title} words={group.words} />
								</Link>
								{item.passage && (
									<p>
										<FoundPassage passage={item.passage} />
									</p>
								)}
								<small>{item.note}</small>
							</li>
						))}
					</ul>
				)}
			</FoldRest>
			<p>
				<Link
					className="tap"
					to={all}
				>{`${title}の検索結果をすべて見る（${group.count.toLocaleString('ja-JP')}件${group.more ? '以上' : ''}）`}</Link>
			</p>
		</section>
	)
}
