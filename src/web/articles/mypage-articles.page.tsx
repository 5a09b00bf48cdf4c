import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { articleEditorPath, articlePath, articlesPath } from '../../domain/shared/links.ts'
import { beginArticle, listMyArticles } from '../../domain/articles/article-writing.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Moment } from '../ui/day.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { momentOf } from '../format/moment.ts'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/mypage-articles.page'
import stack from '../ui/stack.module.css'
import { stageLabel, stageTone } from './article-outcome.ts'

import styles from './article-editor.module.css'

const HERE = '/mypage/articles'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const { items, page, write } = await listMyArticles(ctx, new URL(request.url).searchParams.get('page'))
	return {
		items: items.map(({ savedAt, publishedAt: _publishedAt, author: _author, ...item }) => ({
			...item,
			saved: momentOf(savedAt, ctx.now()),
		})),
		page,
		write,
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	begin: {
		input: noFields,
		async run(ctx) {
			const { id } = await beginArticle(ctx)
			return redirect(articleEditorPath(id), 303)
		},
	},
})

export default function MypageArticles({ loaderData: { items, page, write, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const pathOf = (cursor: string | null) => (cursor === null ? HERE : `${HERE}?page=${cursor}`)
	return (
		<div className={stack.column}>
			<Head title="記事" description="あなたが書いた記事です。" path={HERE} noindex />
			<h2>記事</h2>
			<ErrorSummary formState={formState} />
			<p className={styles.quiet}>
				実務の知識を記事にして公開できます。提出した記事は、編集部が出典と内容を確かめてから、あなたの名前で公開します。
				<Link to={articlesPath()}>公開中の記事を見る</Link>
			</p>
			{write.allowed ? (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} />
					<button type="submit" name="intent" value="begin" className="button">
						新しい記事を書く
					</button>
				</form>
			) : (
				<p className={styles.empty}>{write.message}</p>
			)}
			{items.length === 0
				? write.allowed && (
						<p className={styles.empty}>記事はまだありません。書きかけの内容は自動で保存され、提出するまでだれにも見えません。</p>
					)
				: items.length > 0 && (
						<ul className={`${stack.rows} ${styles.list}`}>
							{items.map((item) => (
								<li key={item.id}>
									<p>
										<Link to={articleEditorPath(item.id)}>{item.title}</Link>
									</p>
									<p className={styles.state}>
										<Tag tone={stageTone(stageLabel(item))}>{stageLabel(item)}</Tag>
										<span className={styles.quiet}>
											<Moment moment={item.saved} />
											に保存
										</span>
										{item.slug !== null && !item.isUnlisted && (
											<Link to={articlePath(item.slug)}>
												公開ページ<span className="visually-hidden">{`（${item.title}）`}</span>
											</Link>
										)}
									</p>
									{item.returnedReason !== null && <p className={styles.quiet}>{`編集部から：${item.returnedReason}`}</p>}
								</li>
							))}
						</ul>
					)}
			<Pager
				label="記事のページ"
				number={page.number}
				previous={page.previous && pathOf(page.previous.cursor)}
				next={page.next && pathOf(page.next.cursor)}
			/>
		</div>
	)
}
