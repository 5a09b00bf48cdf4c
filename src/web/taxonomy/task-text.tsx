import type { Faq, Task, UseCase } from '../../domain/taxonomy/types.ts'
import type { JsonLd } from '../layout/head.tsx'
import { costText } from '../format/fee-text.ts'
import { FoldRest } from '../ui/fold.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import styles from './task-text.module.css'

type Text = Pick<Task, 'body' | 'leadTime' | 'documents' | 'faq' | 'validUntil' | 'useCases'>

/** What a task is: text, papers to have ready, lead time, examples and questions. */
export function TaskText({ name, text: { body, leadTime, documents, faq, validUntil, useCases } }: { name: string; text: Text }) {
	return (
		<article id="about" className={styles.text} aria-labelledby="about-title">
			<h2 id="about-title">{`${name}とは`}</h2>
			<div className={styles.columns}>
				<div className="prose">
					{body.map((paragraph) => (
						<p key={paragraph}>{paragraph}</p>
					))}
					{validUntil && (
						<p
							className={styles.note}
						>{`この制度の内容は${dateText(validUntil)}まで有効な情報です。申請の前に最新の公募要領をご確認ください。`}</p>
					)}
				</div>
				<aside className={styles.box} aria-label="用意するものと期間">
					<h3>用意する書類</h3>
					<ul>
						{documents.map((document) => (
							<li key={document}>{document}</li>
						))}
					</ul>
					<h3>かかる期間</h3>
					<p>{leadTime}</p>
				</aside>
			</div>
			{useCases.length > 0 && (
				<section className={styles.section}>
					<h3>頼み方の例（架空）</h3>
					<UseCases examples={useCases} />
				</section>
			)}
			{faq.length > 0 && (
				<section className={styles.section}>
					<h3>よくある質問</h3>
					<div className={styles.faq}>
						{faq.map(({ question, answer }) => (
							<details key={question}>
								<summary>{question}</summary>
								<p>{answer}</p>
							</details>
						))}
					</div>
				</section>
			)}
		</article>
	)
}

/** So many examples stand open on a phone. */
const FIRST_CASES = 3

/** Examples of what was asked for and what came of it. They are composed, and say so. */
export function UseCases({
	examples,
	taskPath,
	heading: Heading = 'h4',
}: {
	examples: UseCase[]
	taskPath?: (taskId: number) => string
	heading?: 'h3' | 'h4'
}) {
	return (
		<>
			<FoldRest items={examples} first={FIRST_CASES} label={(count) => `ほか${count}件の例`}>
				{(shown) => (
					<ul className={`${stack.loose} ${styles.cases}`}>
						{shown.map((useCase) => (
							<li key={useCase.id} className={styles.case}>
								<p className={styles.persona}>{useCase.persona}</p>
								<Heading className={styles.title}>{useCase.title}</Heading>
								<dl>
									<dt>相談前</dt>
									<dd>{useCase.before}</dd>
									<dt>相談後</dt>
									<dd>{useCase.after}</dd>
								</dl>
								<p className={styles.figures}>
									<span>{`期間 約${useCase.days.toLocaleString('ja-JP')}日`}</span>
									<span>{`費用 ${costText(useCase.cost)}`}</span>
									{taskPath && <Link to={taskPath(useCase.taskId)}>{useCase.taskName}</Link>}
								</p>
							</li>
						))}
					</ul>
				)}
			</FoldRest>
			<p className={styles.note}>例は、よくあるご相談をもとに作った架空のものです。期間と費用は事務所や状況によって変わります。</p>
		</>
	)
}

export const faqJsonLd = (faq: Faq[]): JsonLd => ({
	'@type': 'FAQPage',
	mainEntity: faq.map(({ question, answer }) => ({
		'@type': 'Question',
		name: question,
		acceptedAnswer: { '@type': 'Answer', text: answer },
	})),
})

function dateText(isoDate: string): string {
	const [year, month, day] = isoDate.split('-').map(Number)
	return `${year}年${month}月${day}日`
}
