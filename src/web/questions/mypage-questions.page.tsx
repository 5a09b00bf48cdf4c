import { askPath, ownQuestionsPath } from '../../domain/shared/links.ts'
import { listMyAnswers } from '../../domain/questions/answer-page.ts'
import { listAnswerableQuestions, listMyQuestions } from '../../domain/questions/question-list.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/mypage-questions.page'
import { ExpertAnswers, viewExpertAnswerAt } from './expert-answers.tsx'
import { viewItemAt } from './question-item.ts'
import { QuestionList } from './question-list.tsx'
import styles from './mypage-questions.module.css'

export const handle = { plain: true }

/** `page` pages through the viewer's questions, `queue` through those an expert may answer, `answers` through their answers. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const now = ctx.now()
	const isExpert = ctx.viewer.kind === 'member' && ctx.viewer.isExpert
	const [mine, queue, answers] = await Promise.all([
		listMyQuestions(ctx, searchParams.get('page')),
		isExpert ? listAnswerableQuestions(ctx, searchParams.get('queue')) : null,
		isExpert ? listMyAnswers(ctx, searchParams.get('answers')) : null,
	])
	return {
		mine: { ...mine, items: mine.items.map(viewItemAt(now)) },
		queue: queue && { ...queue, items: queue.items.map(viewItemAt(now)) },
		answers: answers && { ...answers, items: answers.items.map(viewExpertAnswerAt(now)) },
	}
})

type Data = Route.ComponentProps['loaderData']

export default function MypageQuestions({ loaderData: { mine, queue, answers } }: Route.ComponentProps) {
	return (
		<div className={styles.body}>
			<Head title="質問・回答" description="あなたの質問と、回答できる質問です。" path={ownQuestionsPath()} noindex />
			{queue && (
				<section aria-labelledby="queue">
					<h2 id="queue">あなたが回答できる質問</h2>
					<p className={styles.lead}>
						得意な業務の分野で、まだ回答のない質問です。法律で資格が限られる業務は、回答できるものだけを表示します。
					</p>
					<Questions list={queue} parameter="queue" label="回答できる質問のページ">
						いま回答を待っている質問はありません。
					</Questions>
				</section>
			)}
			{answers && (
				<section aria-labelledby="answers">
					<h2 id="answers">あなたの回答</h2>
					{answers.items.length === 0 ? <p className={styles.lead}>まだ回答していません。</p> : <ExpertAnswers answers={answers.items} />}
					<Pager
						label="あなたの回答のページ"
						number={answers.page.number}
						previous={answers.page.previous && pathOf('answers', answers.page.previous.cursor)}
						next={answers.page.next && pathOf('answers', answers.page.next.cursor)}
					/>
				</section>
			)}
			<section aria-labelledby="mine">
				<h2 id="mine">あなたの質問</h2>
				<Questions list={mine} parameter="page" label="あなたの質問のページ">
					まだ質問していません。
					<Link to={askPath()}>質問する</Link>
				</Questions>
			</section>
		</div>
	)
}

const pathOf = (parameter: 'page' | 'queue' | 'answers', cursor: string | null) =>
	ownQuestionsPath(cursor === null ? '' : `?${parameter}=${cursor}`)

function Questions({
	list: { items, page },
	parameter,
	label,
	children,
}: {
	list: Data['mine']
	parameter: 'page' | 'queue'
	label: string
	/** Said where there are none. */
	children: React.ReactNode
}) {
	if (items.length === 0) return <p className={styles.lead}>{children}</p>
	return (
		<>
			<QuestionList items={items} heading="h3" compact />
			<Pager
				label={label}
				number={page.number}
				previous={page.previous && pathOf(parameter, page.previous.cursor)}
				next={page.next && pathOf(parameter, page.next.cursor)}
			/>
		</>
	)
}
