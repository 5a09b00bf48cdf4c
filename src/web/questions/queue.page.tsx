import { findRegistration } from '../../domain/experts/registration.ts'
import { forVerifiedExperts } from '../../domain/shared/errors.ts'
import { prefectures } from '../../domain/geography/prefectures.ts'
import { queuePath } from '../../domain/shared/links.ts'
import { listAnswerableQuestions } from '../../domain/questions/question-list.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { useFrame } from '../layout/site.ts'
import { viewItemAt } from './question-item.ts'
import { QuestionList } from './question-list.tsx'
import stack from '../ui/stack.module.css'
import formStyles from '../forms/form.module.css'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import fieldStyles from '../forms/field.module.css'
import type { Route } from './+types/queue.page'
import styles from './queue.module.css'

const within = (text: string | null, most: number): number | null =>
	text !== null && /^[1-9]\d?$/.test(text) && Number(text) <= most ? Number(text) : null

export const handle = { plain: true }

/** Questions without an answer that a verified expert may answer by law, of their own fields. */
export const loader = withCtx(async (ctx, { request }: Route.LoaderArgs) => {
	const registration = await findRegistration(ctx)
	if (registration?.state !== 'verified') throw forVerifiedExperts()
	const { searchParams } = new URL(request.url)
	const categoryId = within(searchParams.get('category'), 99)
	const prefectureId = within(searchParams.get('prefecture'), 47)
	const { items, page } = await listAnswerableQuestions(ctx, searchParams.get('page'), { categoryId, prefectureId })
	const taskIds = registration.profile.taskIds
	return {
		items: items.map(viewItemAt(ctx.now())),
		page,
		categoryId,
		prefectureId,
		/** Those of the expert's own tasks. */
		ownCategoryIds: [...new Set(taskIds.map((id) => Math.floor(id / 100)))],
		prefectures: prefectures.map(({ id, name }) => ({ id, name })),
	}
})

export default function QueuePage({ loaderData }: Route.ComponentProps) {
	const { items, page, categoryId, prefectureId, ownCategoryIds, prefectures: all } = loaderData
	const categories = useFrame().categories.filter(({ id }) => ownCategoryIds.includes(id))
	const isNarrowed = categoryId !== null || prefectureId !== null
	const pagePath = (cursor: string | null) => {
		const search = new URLSearchParams()
		if (categoryId !== null) search.set('category', `${categoryId}`)
		if (prefectureId !== null) search.set('prefecture', `${prefectureId}`)
		if (cursor !== null) search.set('page', cursor)
		return queuePath(search.size > 0 ? `?${search.toString()}` : '')
	}
	return (
		<div className={stack.narrow}>
			<Head title="回答待ちの質問" description="あなたが回答できる、まだ回答のない質問です。" path={queuePath()} noindex />
			<h2>回答待ちの質問</h2>
			<p className={formStyles.lead}>
				あなたの業務の分野で、まだ回答のない質問です。法律で資格が限られる業務は、あなたの資格で回答できるものだけを表示します。
			</p>
			<QueueFilter categories={categories} prefectures={all} categoryId={categoryId} prefectureId={prefectureId} />
			{items.length === 0 ? (
				<p className={formStyles.lead}>
					{isNarrowed ? '条件に合う質問はありません。' : 'いま回答を待っている質問はありません。'}
					{isNarrowed && <Link to={queuePath()}>条件を外す</Link>}
				</p>
			) : (
				<QuestionList items={items} heading="h3" compact />
			)}
			<Pager
				label="回答待ちの質問のページ"
				number={page.number}
				previous={page.previous && pagePath(page.previous.cursor)}
				next={page.next && pagePath(page.next.cursor)}
			/>
		</div>
	)
}

function QueueFilter({
	categories,
	prefectures: all,
	categoryId,
	prefectureId,
}: Pick<Route.ComponentProps['loaderData'], 'prefectures' | 'categoryId' | 'prefectureId'> & {
	categories: readonly { id: number; name: string }[]
}) {
	return (
		<form method="get" action={queuePath()} className={styles.filter} aria-label="絞り込み">
			<label>
				分野
				<select name="category" defaultValue={categoryId ?? ''} className={fieldStyles.input}>
					<option value="">すべて</option>
					{categories.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</label>
			<label>
				都道府県
				<select name="prefecture" defaultValue={prefectureId ?? ''} className={fieldStyles.input}>
					<option value="">すべて</option>
					{all.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</select>
			</label>
			<button type="submit" className="button" data-kind="quiet">
				絞り込む
			</button>
		</form>
	)
}
