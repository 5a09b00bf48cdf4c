import { askPath, ownQuestionsPath } from '../../domain/links.ts'
import { listAnswerableQuestions, listMyQuestions } from '../../domain/qa/question-list.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/mypage-questions.page'
import { viewItem } from './question-item.ts'
import { QuestionList } from './question-list.tsx'
import styles from './mypage-questions.module.css'

/** `page` turns the pages of one's own questions, `queue` those of the questions that an expert may answer. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const isExpert = ctx.viewer.kind === 'member' && ctx.viewer.isExpert
	const [mine, queue] = await Promise.all([
		listMyQuestions(ctx, searchParams.get('page')),
		isExpert ? listAnswerableQuestions(ctx, searchParams.get('queue')) : null,
	])
	return {
		mine: { ...mine, items: mine.items.map(viewItem) },
		queue: queue && { ...queue, items: queue.items.map(viewItem) },
	}
})

type Data = Route.ComponentProps['loaderData']

export default function MypageQuestions({ loaderData: { mine, queue } }: Route.ComponentProps) {
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
	const pathOf = (cursor: string | null) => ownQuestionsPath(cursor === null ? '' : `?${parameter}=${cursor}`)
	if (items.length === 0) return <p className={styles.lead}>{children}</p>
	return (
		<>
			<QuestionList items={items} heading="h3" compact />
			<Pager
				label={label}
				number={page.number}
				previous={page.previous && pathOf(page.previous.cursor)}
				next={page.next && pathOf(page.next.cursor)}
			/>
		</>
	)
}
