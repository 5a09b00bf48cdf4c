import { getArticleForReview } from '../../../domain/articles/article-approval.ts'
import { articleReasonSchema } from '../../../domain/articles/article-schemas.ts'
import { dayText, momentText } from '../../../domain/shared/japan-time.ts'
import { articlePath, articleReviewPath, expertPath } from '../../../domain/shared/links.ts'
import { InputField } from '../../forms/field.tsx'
import { formStateFor, textIn } from '../../forms/form-state.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Preview } from '../../articles/article-messages.tsx'
import { previewOf } from '../article-actions.server.ts'
import type { Route } from './+types/articles-desk.page'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { PlainDesk } from './plain-desk.tsx'
import adminStyles from '../admin.module.css'

/** Articles that experts have submitted, as readers will see them. */
export const loader = staffLoader(['editor'], 'routine', async (ctx, args: Route.LoaderArgs) => {
	const data = await openDesk(ctx, 'articles', args)
	const article = data.openId > 0 ? await getArticleForReview(ctx, data.openId) : null
	return {
		...data,
		item:
			article?.stage === 'submitted'
				? {
						id: article.id,
						title: article.title,
						author: article.author,
						version: article.version,
						slug: article.slug,
						submitted: article.submittedAt && momentText(article.submittedAt),
						published: article.publishedAt && dayText(article.publishedAt),
						lawAsOf: article.manuscript.lawAsOf,
						sources: article.manuscript.sources,
						preview: previewOf(article.manuscript),
					}
				: null,
	}
})

export const action = staffAction(['editor'], 'verdict', deskForms('articles', articleReasonSchema))

const filters = [
	{ value: 'new', label: 'はじめての公開' },
	{ value: 'revision', label: '公開中の記事の改訂' },
]

export default function ArticlesDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { item } = loaderData
	const decided = formStateFor(formState, 'decide', item?.id ?? 0)
	return (
		<PlainDesk
			queue="articles"
			title="記事の確認"
			data={loaderData}
			filters={filters}
			lead={<Link to="/admin/articles">編集部の記事・公開中などの一覧</Link>}
			formState={formState}
			decision={{
				version: item?.version,
				hint: '差し戻すときは、そのまま執筆者に届きます。公開するときは要りません。',
				fields: item?.slug === null && (
					<InputField
						id="desk-slug"
						name="slug"
						label="URLの末尾"
						hint="公開するときに必要です（例：first-tax-return）。"
						error={decided?.fields['slug']}
						autoComplete="off"
						autoCapitalize="none"
						spellCheck={false}
						defaultValue={textIn(decided?.values, 'slug')}
					/>
				),
			}}
		>
			{item && (
				<>
					<p className={adminStyles.line}>
						<span>執筆：</span>
						{item.author.expertId === null ? item.author.name : <Link to={expertPath(item.author.expertId)}>{item.author.name}</Link>}
						{item.submitted !== null && <span className={adminStyles.quiet}>{`${item.submitted}に提出`}</span>}
						{item.slug !== null && <Link to={articlePath(item.slug)}>{`公開中の記事（${item.published ?? ''}）`}</Link>}
						<Link to={articleReviewPath(item.id)}>書き直す・以前の版</Link>
					</p>
					<Preview preview={item.preview} />
					<h3>出典</h3>
					<ul>
						{item.sources.map(({ title, url }) => (
							<li key={url}>
								{title} <span className={adminStyles.quiet}>{url}</span>
							</li>
						))}
					</ul>
					<p className={adminStyles.quiet}>{item.lawAsOf === null ? '法令の時点：入力なし' : `法令の時点：${item.lawAsOf}`}</p>
				</>
			)}
		</PlainDesk>
	)
}
