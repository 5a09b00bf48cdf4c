import { questionsPath } from '../../domain/shared/links.ts'
import { emptyQuestionQuery, questionSearch } from '../../domain/questions/input.ts'
import { ArticleLinks } from '../articles/article-links.tsx'
import { QuestionList } from '../questions/question-list.tsx'
import { Link } from '../ui/link.tsx'
import type { ListPageData } from '../listings/list-loader.server.ts'
import { TaskText } from './task-text.tsx'
import styles from './task-about.module.css'

/** What the site has on a task beside its offices: the text, the newest questions and articles. */
export function TaskAbout({ data: { scope, text, questions, articles } }: { data: ListPageData & { kind: 'list' } }) {
	return (
		<>
			{text && <TaskText name={scope.name} text={text} />}
			{questions.length > 0 && (
				<section className={styles.section} aria-labelledby="questions">
					<h2 id="questions">{`${scope.name}の質問と専門家の回答`}</h2>
					<QuestionList items={questions} heading="h3" compact />
					<p>
						<Link to={questionsPath(questionSearch({ ...emptyQuestionQuery, taskId: scope.id }))}>{`${scope.name}の質問を見る`}</Link>
					</p>
				</section>
			)}
			<ArticleLinks
				articles={articles}
				id="articles"
				title={`${scope.name}の記事`}
				more={{ search: `?task=${scope.id}`, label: `${scope.name}の記事を見る` }}
				className={styles.section}
			/>
		</>
	)
}
