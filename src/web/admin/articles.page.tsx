import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { articleReviewPath } from '../../domain/shared/links.ts'
import { type ArticleShelf, articleShelves, beginEditorial, listArticleShelf } from '../../domain/articles/article-approval.ts'
import { shortLine } from '../../domain/shared/text-input.ts'
import { Head } from '../layout/head.tsx'
import { stageLabel, stageTone } from '../articles/article-outcome.ts'
import { Day } from '../ui/day.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { dayOf } from '../format/day.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/articles.page'
import stack from '../ui/stack.module.css'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import { DoneNote } from './done-note.tsx'
import { TextFilter } from './text-filter.tsx'
import styles from './admin.module.css'

const labels: Readonly<Record<ArticleShelf, string>> = {
	submitted: '確認待ち',
	editorial: '編集部の下書き',
	returned: '差し戻し中',
	published: '公開中',
	unlisted: '公開停止中',
}

export const loader = staffLoader(['editor'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const search = new URL(request.url).searchParams
	const shelf = articleShelves.find((one) => one === search.get('shelf')) ?? 'submitted'
	const words = shortLine(search.get('q') ?? '', 60)
	const { items, page, counts } = await listArticleShelf(ctx, shelf, search.get('page'), words)
	return {
		shelf,
		words,
		shelves: articleShelves.map((one) => ({ shelf: one, label: labels[one], count: counts[one] })),
		items: items.map(({ id, title, author, stage, slug, isUnlisted, savedAt }) => ({
			id,
			title,
			authorName: author.name,
			label: stageLabel({ stage, slug, isUnlisted }),
			saved: dayOf(savedAt),
		})),
		page,
		done: search.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['editor'], 'routine', {
	begin: {
		input: noFields,
		async run(ctx) {
			const { id } = await beginEditorial(ctx)
			return redirect(articleReviewPath(id), 303)
		},
	},
})

const pathOf = (shelf: ArticleShelf, cursor: string | null = null, words = '') =>
	`/admin/articles?${new URLSearchParams({ shelf, ...(words === '' ? {} : { q: words }), ...(cursor === null ? {} : { page: cursor }) }).toString()}`

export default function AdminArticlesPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { shelf, words, shelves, items, page, done, csrfToken } = loaderData
	return (
		<>
			<Head title="記事の管理" description="記事の確認と公開です。" path="/admin/articles" noindex />
			<h1>記事</h1>
			<ErrorSummary formState={formState} />
			{!formState && <DoneNote done={done} />}
			<form method="post">
				<HiddenFields csrfToken={csrfToken} />
				<button type="submit" name="intent" value="begin" className="button">
					編集部の記事を書く
				</button>
			</form>
			<TextFilter label="題名・リード・本文の言葉（2文字から。すべての状態）" words={words} />
			<FilterTabs
				label="記事の状態"
				tabs={shelves.map((one) => ({
					to: pathOf(one.shelf),
					label: one.label,
					isCurrent: words === '' && one.shelf === shelf,
					count: one.count,
				}))}
			/>
			{items.length === 0 ? (
				<p className={styles.empty}>
					{words === '' ? `${labels[shelf]}の記事はありません。` : `「${words}」をすべて含む記事はありません。`}
				</p>
			) : (
				<ul className={`${stack.rows} ${styles.list}`}>
					{items.map(({ id, title, authorName, label, saved }) => (
						<li key={id}>
							<Link to={articleReviewPath(id)}>{title}</Link>
							<p className={styles.line}>
								<Tag tone={stageTone(label)}>{label}</Tag>
								<span className={styles.quiet}>{authorName}</span>
								<span className={styles.quiet}>
									<Day day={saved} />
									に保存
								</span>
							</p>
						</li>
					))}
				</ul>
			)}
			<Pager
				label="記事のページ"
				number={page.number}
				previous={page.previous && pathOf(shelf, page.previous.cursor, words)}
				next={page.next && pathOf(shelf, page.next.cursor, words)}
			/>
		</>
	)
}
