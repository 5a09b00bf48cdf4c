import { Link, redirect } from 'react-router'
import type { Route } from './+types/search.page'
import { areasOf } from '../../domain/listings/area-lookup.ts'
import { findScope } from '../../domain/taxonomy/categories.ts'
import { parseSearchText } from '../../domain/listings/list-query.ts'
import { type SearchAnswer, searchWithOffices } from '../../domain/listings/search.ts'
import type { SearchResult } from '../../domain/listings/types.ts'
import { searchArticles } from '../../domain/articles/article-search.ts'
import { parseQuestionQuery } from '../../domain/questions/input.ts'
import { listQuestions } from '../../domain/questions/question-list.ts'
import { areaName, japan } from '../../domain/geography/areas.ts'
import { categoryIndexPath, prefectureOfficesPath, searchPath, taskIndexPath, writePath } from '../../domain/shared/links.ts'
import { listPath } from '../../domain/listings/list-path.ts'
import { cacheable, cacheHeaders, withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useFrame } from '../layout/site.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Empty } from '../ui/empty.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Results, Subjects } from './results.tsx'
import { parseSearchId } from './input.ts'
import { countMissed } from './missed.server.ts'
import stack from '../ui/stack.module.css'
import styles from './search.module.css'
import { officeTag } from '../../domain/listings/listing-tags.ts'
import { type FoundTexts, SHOWN, Texts, viewTexts } from './texts.tsx'

export const handle = { plain: true }

export const headers = cacheHeaders

type Found = { answer: SearchAnswer | null; texts: FoundTexts | null }

/** No result is kept; its tags say which offices were shown. */
const found = (value: Found) =>
	cacheable(
		value,
		[...(value.answer?.first?.offices ?? []), ...(value.answer?.named ?? [])].map(({ id }) => officeTag(id)),
	)

/**
 * `q` are words, and `place` those of the top page's second field; `area` says which of several places of one name is meant. Without words, `task` and `area` are the
 * choices of the top page's form and lead straight to their list.
 */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const text = parseSearchText([searchParams.get('q'), searchParams.get('place')].filter(Boolean).join(' '))
	const pinned = parseSearchId(searchParams.get('area'))
	if (text !== '') {
		const [answer, questions, articles] = await Promise.all([
			searchWithOffices(ctx, text, pinned),
			listQuestions(ctx, parseQuestionQuery(new URLSearchParams({ q: text }))),
			searchArticles(ctx, text, { limit: SHOWN }),
		])
		const texts = viewTexts(questions, articles)
		if (!isFound(answer.result) && !isInTexts(texts)) await countMissed(ctx, request, text)
		return found({ answer, texts })
	}

	const scopeId = parseSearchId(searchParams.get('task'))
	const [scope, areas] = await Promise.all([
		scopeId === null ? null : findScope(ctx, scopeId),
		pinned === null ? null : areasOf(ctx, [pinned]),
	])
	const area = pinned === null ? null : (areas?.get(pinned) ?? null)
	if (scope) throw redirect(listPath({ scopeId: scope.id, area: area ?? japan }))
	if (area?.kind === 'prefecture') throw redirect(prefectureOfficesPath(area.slug))
	if (area && area.kind !== 'japan') throw redirect(searchPath(areaName(area), pinned))
	return found({ answer: null, texts: null })
})

const isFound = ({ unlisted, directLinks, tasks, areas, offices, experts }: SearchResult) =>
	[unlisted, directLinks, tasks, areas, offices, experts].some(({ length }) => length > 0)
const isInTexts = ({ questions, articles }: FoundTexts) => questions.items.length + articles.items.length > 0

const crumbs = [{ label: '検索', path: '/search' }]

export default function SearchPage({ loaderData: { answer, texts } }: Route.ComponentProps) {
	const result = answer?.result ?? null
	const text = result?.text ?? ''
	const inTexts = texts !== null && isInTexts(texts)
	const isHit = result !== null && isFound(result)
	return (
		<>
			<Head
				title={text ? `「${text}」の検索結果` : '専門家・事務所を検索'}
				description="業務、都道府県・市区町村・駅、事務所や専門家の名前から探せます。"
				path={searchPath(text)}
				noindex={text !== ''}
			/>
			<Breadcrumbs crumbs={crumbs} />
			<div className={`content ${styles.page}`}>
				<Heading text={text} />
				<div className={styles.box}>
					<SearchBox
						id="search"
						defaultValue={text}
						compact={text !== ''}
						{...(text === '' ? { hint: '漢字・ひらがな・ローマ字のどれでも探せます。業務と地域は空白で区切ってください。' } : {})}
					/>
				</div>
				{result && <Facets facets={result.facets} />}
				{texts?.corrected && (
					<p className={styles.corrected}>
						もしかして：
						<Link to={searchPath(texts.corrected)}>{texts.corrected}</Link>
					</p>
				)}
				{answer && isHit && <Results answer={answer} />}
				{texts && inTexts && <Texts text={text} texts={texts} />}
				{answer && isHit && <Subjects result={answer.result} />}
				{!isHit && !inTexts && <Help text={text} />}
			</div>
		</>
	)
}

/** Broken within the words, if at all, and not before the bracket that closes them or the particle after it. */
function Heading({ text }: { text: string }) {
	const letters = Array.from(text)
	return (
		<h1 className="name">
			{text ? `「${letters.slice(0, -1).join('')}` : '専門家・事務所を'}
			{text && <span className={styles.end}>{`${letters.at(-1)}」の`}</span>}
			<span className={styles.end}>{text ? '検索結果' : '検索'}</span>
		</h1>
	)
}

/** Facets understood from the words, each as a removable chip. */
function Facets({ facets }: Pick<SearchResult, 'facets'>) {
	if (facets.length === 0) return null
	const notes = facets.flatMap(({ label, note }) => (note === null ? [] : `「${label}」：${note}`))
	return (
		<section className={styles.facets} aria-labelledby="search-facets">
			<h2 id="search-facets">読み取った条件</h2>
			<ul className={stack.chips}>
				{facets.map(({ label, path }) => (
					<li key={label}>
						<Link to={path} className="button" data-kind="quiet" aria-label={`${label}の条件を外す`}>
							{label}
							<span aria-hidden="true"> ×</span>
						</Link>
					</li>
				))}
			</ul>
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
		</section>
	)
}

function Help({ text }: { text: string }) {
	const { categories } = useFrame()
	return (
		<div className={styles.help}>
			{text && (
				<Empty scene="signpost" title={`「${text}」に当てはまる業務・地域・事務所・専門家、質問、記事は見つかりませんでした。`}>
					<p>
						困りごとの種類から選ぶか、
						<Link to={writePath()}>専門家に質問する</Link>
						こともできます。
					</p>
				</Empty>
			)}
			<section className={styles.group} aria-labelledby="search-tips">
				<h2 id="search-tips">{text ? '見つからないときは' : '探し方'}</h2>
				<ul>
					<li>「確定申告」「就業規則」のような業務の名前や、「税理士」「社労士」のような資格の名前で探せます。</li>
					<li>
						<Link to={searchPath('相続登記 三鷹駅')}>相続登記 三鷹駅</Link>
						のように、業務と地域を空白で区切ると、その地域の一覧へ進めます。
					</li>
					<li>事務所や専門家の名前は、はじめの2文字から探せます。</li>
					<li>言葉が長いときは、短く分けてお試しください。</li>
				</ul>
			</section>
			<section className={styles.group} aria-labelledby="search-categories">
				<h2 id="search-categories">業務カテゴリーから選ぶ</h2>
				<ul className={`${stack.chips} ${styles.categories}`}>
					{categories.map((category) => (
						<li key={category.id}>
							<Link to={`/category/${category.id}`}>{category.name}</Link>
						</li>
					))}
				</ul>
				<p className={styles.more}>
					<Link to={categoryIndexPath()}>業務カテゴリーの一覧</Link>
					<Link to={taskIndexPath()}>業務の一覧</Link>
					<Link to="/lp/introduction">困りごとから探す</Link>
					<Link to={writePath()}>専門家に質問する</Link>
				</p>
			</section>
		</div>
	)
}
