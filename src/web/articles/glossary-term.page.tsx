import type { Route } from './+types/glossary-term.page'
import { japan } from '../../domain/geography/areas.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { emptyQuestionQuery, questionSearch, withQuestionQuery } from '../../domain/questions/input.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { dateText } from '../../domain/shared/japan-time.ts'
import { glossaryPath, questionsPath, taskFeesPath, taskToolsPath, termPath } from '../../domain/shared/links.ts'
import { findTerm } from '../../domain/taxonomy/glossary.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/site.ts'
import { breadcrumbJsonLd, Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import { ArticleLinks } from './article-links.tsx'
import { ARTICLES_TAG, newestArticleLinks } from './newest-articles.server.ts'
import styles from './glossary.module.css'

export const handle = { plain: true }

export const headers = cacheHeaders

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => {
	const term = await findTerm(ctx, params.slug)
	if (!term) throw notFound('term')
	const first = term.tasks[0]
	return cacheable({ term, articles: first ? await newestArticleLinks(ctx, { taskId: first.id }) : [] }, ['taxonomy', ARTICLES_TAG])
})

export default function GlossaryTermPage({ loaderData: { term, articles } }: Route.ComponentProps) {
	const { publicUrl } = useSite()
	const path = termPath(term.slug)
	const crumbs = [
		{ label: '用語集', path: glossaryPath() },
		{ label: term.term, path },
	]
	const defined = {
		'@type': 'DefinedTerm',
		name: term.term,
		...(term.also.length > 0 && { alternateName: term.also }),
		description: term.definition,
		url: `${publicUrl}${path}`,
		inDefinedTermSet: `${publicUrl}${glossaryPath()}`,
	}
	const first = term.tasks[0]
	return (
		<>
			<Head
				title={`${term.term}とは`}
				description={`${term.definition}${term.detail}`}
				path={path}
				jsonLd={[breadcrumbJsonLd(publicUrl, crumbs), defined]}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<article className={`content ${stack.column} ${styles.page}`}>
				<header>
					<h1>{`${term.term}とは`}</h1>
					<p className={styles.reading}>
						{`読み：${term.kana}`}
						{term.also.length > 0 && `　別の言い方：${term.also.join('、')}`}
						{`　分野：${term.categoryName}`}
					</p>
				</header>
				<div className="prose">
					<p>
						<strong>{term.definition}</strong>
					</p>
					<p>{term.detail}</p>
					<p
						className={styles.reading}
					>{`${dateText(term.checkedOn)}時点の法令をもとに書いています。個別の判断は専門家に確かめてください。`}</p>
				</div>
				<RelatedTasks tasks={term.tasks} />
				{first && (
					<ArticleLinks
						articles={articles}
						id="articles"
						title={`${first.name}の記事`}
						more={{ search: `?task=${first.id}`, label: `${first.name}の記事を見る` }}
					/>
				)}
				<p>
					<Link
						className="tap"
						to={questionsPath(questionSearch(withQuestionQuery(emptyQuestionQuery, { text: plainWord(term.term), order: 'relevance' })))}
					>{`「${plainWord(term.term)}」の質問と専門家の回答を探す`}</Link>
				</p>
				<section aria-labelledby="others">
					<h2 id="others">{`${term.categoryName}のほかの言葉`}</h2>
					<ul className={stack.chips}>
						{term.others.map((one) => (
							<li key={one.slug}>
								<Link to={termPath(one.slug)}>{one.term}</Link>
							</li>
						))}
					</ul>
				</section>
			</article>
		</>
	)
}

/** A term as people would type it: 「適格請求書」 of 「適格請求書（インボイス）」. */
const plainWord = (term: string) => term.replace(/（.*）$/, '')

function RelatedTasks({ tasks }: { tasks: { id: number; name: string }[] }) {
	if (tasks.length === 0) return null
	return (
		<section aria-labelledby="tasks">
			<h2 id="tasks">この言葉に関わる業務</h2>
			<ul className={stack.ruled}>
				{tasks.map(({ id, name }) => (
					<li key={id} className={stack.entry}>
						<Link to={listPath({ scopeId: id, area: japan })}>{`${name}を頼める事務所を探す`}</Link>
						<span className={stack.line}>
							<Link to={taskFeesPath(id)}>{`${name}の料金相場`}</Link>
							<Link to={taskToolsPath(id)}>{`${name}に役立つ道具`}</Link>
						</span>
					</li>
				))}
			</ul>
		</section>
	)
}
