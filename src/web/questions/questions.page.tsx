import { ownQuestionsPath, questionsPath, writePath } from '../../domain/shared/links.ts'
import {
	defaultFilterFor,
	defaultOrderFor,
	ordersFor,
	parseQuestionQuery,
	questionFilterLabels,
	questionFilters,
	questionOrderLabels,
	questionSearch,
	withQuestionQuery,
} from '../../domain/questions/input.ts'
import { listQuestions, readAnswerers } from '../../domain/questions/question-list.ts'
import { questionListTag } from '../../domain/questions/thread.ts'
import { COUNT_CAP } from '../../domain/questions/types.ts'
import { getPrefecture } from '../../domain/geography/prefectures.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/questions.page'
import { AskBand, AskBox } from './ask-box.tsx'
import { QuestionFilterForm } from './question-filter.tsx'
import { viewAnswerer, viewItem } from './question-item.ts'
import { QuestionList } from './question-list.tsx'
import notice from '../ui/notice.module.css'
import linkRow from '../ui/link-row.module.css'
import styles from './questions.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const { query, items, page, counts, category, task, words, relaxed, corrected } = await listQuestions(
		ctx,
		parseQuestionQuery(searchParams),
	)
	const answerers = await readAnswerers(
		ctx,
		items.map(({ id }) => id),
	)
	// Of members alone: the page of visitors is one for all.
	const isDeleted = ctx.viewer.kind === 'member' && searchParams.has('deleted')
	return cacheable(
		{
			query,
			items: items.map((item) => ({ ...viewItem(item), answerers: (answerers.get(item.id) ?? []).map(viewAnswerer) })),
			page,
			counts,
			category,
			task,
			words,
			relaxed,
			corrected,
			isDeleted,
		},
		[questionListTag(query), 'taxonomy', ...new Set([...answerers.values()].flat().map(({ id }) => `expert:${id}`))],
	)
})

const countText = (count: number, more: boolean) => `${count.toLocaleString('ja-JP')}${more || count >= COUNT_CAP ? '+' : ''}`

type Data = Route.ComponentProps['loaderData']

/** Whether search engines may keep a list: searches, states, places and other orders show the same questions again. */
const isKept = ({ text, state, prefectureId, order }: Data['query']) =>
	text === '' && state === defaultFilterFor('') && prefectureId === null && order === defaultOrderFor('')

export default function QuestionsPage({ loaderData }: Route.ComponentProps) {
	const { query, items, page, words, isDeleted } = loaderData
	const { publicUrl } = useSite()
	const heading = headingOf(loaderData)
	const path = questionsPath(questionSearch(query))
	const crumbs = [{ label: 'みんなの質問', path: questionsPath() }, ...(heading === 'みんなの質問' ? [] : [{ label: heading, path }])]
	const pathOf = (cursor: string | null) => questionsPath(questionSearch({ ...query, cursor }))
	const previous = page.previous && pathOf(page.previous.cursor)
	const next = page.next && pathOf(page.next.cursor)
	return (
		<>
			<Head
				title={page.number > 1 ? `${heading}（${page.number}ページ目）` : heading}
				description={`${heading}の一覧です。税務、労務、許認可、資金調達など事業の疑問に、資格を確認した専門家が答えています。`}
				path={path}
				image="/ogp/page/qa.png"
				noindex={!isKept(query) || page.number > 1 || items.length === 0}
				previous={previous}
				next={next}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs)]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				{isDeleted && (
					<output className={notice.done}>
						質問を削除しました。ほかの質問は<Link to={ownQuestionsPath()}>あなたの質問</Link>で確認できます。
					</output>
				)}
				<h1>{heading}</h1>
				{/* Where nothing was found, the sentence that says so has the button. */}
				{items.length > 0 && <AskBand figures={figuresOf(loaderData)} />}
				<QuestionFilterForm query={query} />
				<div className={styles.results}>
					<States data={loaderData} />
					<Orders data={loaderData} />
					<HowFound data={loaderData} />
					{items.length > 0 ? <QuestionList items={items} heading="h2" words={words} /> : <NothingFound data={loaderData} />}
					<Pager label="質問のページ" number={page.number} previous={previous} next={next} />
					{items.length > 0 && <AskBox />}
				</div>
			</div>
		</>
	)
}

/** What has been answered, in figures; not of a search. */
function figuresOf({ query, counts: { answered, more } }: Data) {
	if (query.text !== '') return []
	return answered === 0 ? [] : [{ value: countText(answered, more), unit: '件に回答' }]
}

/** What is listed, in words: 「東京都の「創業融資」の質問」. */
function headingOf({ query, category, task }: Data): string {
	const place = query.prefectureId === null ? '' : `${getPrefecture(query.prefectureId).name}の`
	if (query.text !== '') return `「${query.text}」の質問`
	const topic = task?.name ?? category?.name
	if (topic) return `${place}${topic}の質問`
	return place === '' ? 'みんなの質問' : `${place}質問`
}

/** Where the questions answer other words than those that were typed. */
function HowFound({ data: { query, items, relaxed, corrected } }: { data: Data }) {
	if (items.length === 0) return null
	return (
		<>
			{corrected !== null && (
				<p className={styles.note}>
					{`「${query.text}」を含む質問が見つからないため、`}
					<Link to={questionsPath(questionSearch(withQuestionQuery(query, { text: corrected })))}>{corrected}</Link>
					の結果を表示しています。
				</p>
			)}
			{relaxed && <p className={styles.note}>言い回しの違う質問や、一部の語だけを含む質問も、内容の近い順に表示しています。</p>}
		</>
	)
}

/** A search looks through everything first. */
const searchFilters = ['all', 'unanswered', 'resolved'] as const

function States({ data: { query, counts } }: { data: Data }) {
	return (
		<nav aria-label="状態で絞り込む" className={styles.states}>
			<ul>
				{(query.text === '' ? questionFilters : searchFilters).map((state) => (
					<li key={state}>
						<Link
							to={questionsPath(questionSearch(withQuestionQuery(query, { state })))}
							aria-current={state === query.state ? 'true' : undefined}
							preventScrollReset
						>
							{questionFilterLabels[state]}
							{counts[state] > 0 && <span className={styles.count}>{countText(counts[state], counts.more)}</span>}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}

function Orders({ data: { query, page, items } }: { data: Data }) {
	if (items.length === 0) return null
	return (
		<div className={styles.orders}>
			<p>{`${page.from.toLocaleString('ja-JP')}〜${page.to.toLocaleString('ja-JP')}件目`}</p>
			<nav aria-label="並び順">
				<ul className={linkRow.row}>
					{ordersFor(query.text).map((order) => (
						<li key={order}>
							<Link
								to={questionsPath(questionSearch(withQuestionQuery(query, { order })))}
								rel="nofollow"
								aria-current={order === query.order ? 'true' : undefined}
								preventScrollReset
							>
								{questionOrderLabels[order]}
							</Link>
						</li>
					))}
				</ul>
			</nav>
		</div>
	)
}

function NothingFound({ data: { query, counts } }: { data: Data }) {
	const isPlain = questionSearch({ ...query, cursor: null }) === ''
	const waiting = query.state === 'answered' && counts.unanswered > 0
	return (
		<Empty
			scene="meeting"
			title={
				waiting ? '回答のある質問はまだありません。' : isPlain ? '質問はまだありません。' : 'この条件に合う質問は見つかりませんでした。'
			}
		>
			<p>
				{waiting
					? '質問が専門家に届き、回答を待っています。'
					: isPlain
						? '最初の質問を投稿できます。'
						: '言葉を短くするか、条件を外してお試しください。同じ疑問が見つからないときは、質問を投稿できます。'}
			</p>
			<p className={styles.ways}>
				{waiting && (
					<Link className="button" data-kind="quiet" to={questionsPath(questionSearch(withQuestionQuery(query, { state: 'unanswered' })))}>
						{`回答募集中の${countText(counts.unanswered, counts.more)}件を見る`}
					</Link>
				)}
				{!isPlain && (
					<Link className="button" data-kind="quiet" to={questionsPath()}>
						条件をすべて外す
					</Link>
				)}
				<Link className="button" to={writePath()}>
					質問する
				</Link>
			</p>
		</Empty>
	)
}
