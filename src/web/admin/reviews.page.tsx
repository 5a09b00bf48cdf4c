import { redirect } from 'react-router'
import { idField } from '../forms/form-fields.server.ts'
import { listReviewsForStaff } from '../../domain/reviews/review-lists.ts'
import { officePath, staffReviewsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { hideSubject, showSubject } from '../../domain/moderation/hiding.ts'
import { decisionSchema } from '../../domain/moderation/schemas.ts'
import { reportLengths } from '../../domain/moderation/input.ts'
import { Head } from '../layout/head.tsx'
import { parseId } from '../../domain/shared/ids.ts'
import { shortLine } from '../../domain/shared/text-input.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextChange } from '../ui/changes/text-change.tsx'
import type { Route } from './+types/reviews.page'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import formStyles from '../forms/form.module.css'
import { DoneNote, formKey, LateDecision, withDone } from './done-note.tsx'
import { SubjectPreviewBox } from './posts/subject-preview.tsx'
import { viewReview } from '../ui/posts/review-view.ts'
import { TextFilter } from './text-filter.tsx'
import styles from './admin.module.css'

/** Reviews of all offices, the newest first; moderators take them off their pages and put them back. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const hidden = searchParams.has('hidden')
	const officeId = parseId(searchParams.get('office') ?? '') || null
	const id = parseId(searchParams.get('id') ?? '') || null
	const words = shortLine(searchParams.get('q') ?? '', 60)
	const { items, page } = await listReviewsForStaff(ctx, { hidden, officeId, id, words, cursor: searchParams.get('page') })
	return {
		done: new URL(request.url).searchParams.get('done'),
		hidden,
		officeId,
		words,
		page,
		reviews: items.map(({ editedAt, hidden: off, earlier, ...review }) => ({
			id: review.id,
			officeId: review.officeId,
			officeName: review.officeName,
			body: review.body,
			shown: viewReview(review),
			at: momentText(review.createdAt.getTime()),
			editedAt: editedAt && momentText(editedAt.getTime()),
			earlier: earlier.map(({ replacedAt, ...one }) => ({ ...one, until: momentText(replacedAt.getTime()) })),
			hidden: off && { at: momentText(off.at.getTime()), reason: off.reason },
		})),
		csrfToken: formToken(context, request),
	}
})

const decision = decisionSchema.extend({ targetId: idField })

export const action = staffAction(['moderator'], 'verdict', {
	hide: {
		input: decision,
		async run(ctx, { targetId: id, reason }, { request }) {
			await hideSubject(ctx, { kind: 'review', id }, reason)
			return redirect(staffReviewsPath(withDone(request.url, 'hide-review')), 303)
		},
	},
	show: {
		input: decision,
		async run(ctx, { targetId: id, reason }, { request }) {
			await showSubject(ctx, { kind: 'review', id }, reason)
			return redirect(staffReviewsPath(withDone(request.url, 'show-review')), 303)
		},
	},
})

type Review = Route.ComponentProps['loaderData']['reviews'][number]

export default function ReviewsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { done, hidden, officeId, words, reviews, page, csrfToken } = loaderData
	const address = (cursor: string | null) => {
		const search = new URLSearchParams()
		if (hidden) search.set('hidden', '1')
		if (officeId !== null) search.set('office', `${officeId}`)
		if (words !== '') search.set('q', words)
		if (cursor !== null) search.set('page', cursor)
		return staffReviewsPath(search.size > 0 ? `?${search.toString()}` : '')
	}
	return (
		<div className={styles.body}>
			<Head title="口コミの管理" description="口コミを確認します。" path={staffReviewsPath()} noindex />
			<h1>口コミ</h1>
			<LateDecision formState={formState} forms={reviews.map((one) => formKey(intentOf(one), one.id))} />
			{!formState && <DoneNote done={done} />}
			<TextFilter label="口コミと返信の言葉（2文字から）" words={words}>
				{hidden && <input type="hidden" name="hidden" value="1" />}
				{officeId !== null && <input type="hidden" name="office" value={officeId} />}
			</TextFilter>
			<FilterTabs
				label="表示する口コミ"
				tabs={[
					{ to: staffReviewsPath(), label: 'すべて', isCurrent: !hidden },
					{ to: staffReviewsPath('?hidden=1'), label: '非公開のもの', isCurrent: hidden },
				]}
			/>
			{reviews.length === 0 && <p className={styles.empty}>該当する口コミはありません。</p>}
			{reviews.map((review) => (
				<ReviewEntry key={review.id} review={review} csrfToken={csrfToken} formState={formState} />
			))}
			<Pager
				label="口コミのページ"
				number={page.number}
				previous={page.previous && address(page.previous.cursor)}
				next={page.next && address(page.next.cursor)}
			/>
		</div>
	)
}

/** What can be done with a review. */
const intentOf = ({ hidden }: Pick<Review, 'hidden'>) => (hidden ? 'show' : 'hide')

function ReviewEntry({ review, csrfToken, formState }: { review: Review; csrfToken: string; formState: FormState | undefined }) {
	const { id, officeId, officeName, body, shown, at, editedAt, earlier, hidden } = review
	const intent = intentOf(review)
	const fault = formStateFor(formState, intent, id)
	return (
		<article className={styles.section} aria-labelledby={`review-${id}`}>
			<h2 id={`review-${id}`}>
				<Link to={`${officePath(officeId)}#reviews`}>{officeName}</Link>
			</h2>
			<p className={styles.quiet}>
				{[`番号 ${id}`, `${at}に投稿`, editedAt && `${editedAt}に変更`].filter(Boolean).join('・')}{' '}
				{hidden && <Tag tone="warn">非公開</Tag>}
			</p>
			<SubjectPreviewBox preview={{ kind: 'review', review: shown }} />
			{earlier.length > 0 && (
				<details>
					<summary>{`変更前の内容（${earlier.length}）`}</summary>
					{earlier.map((one, place) => (
						<div key={one.until} className={styles.quote}>
							<p className={styles.quiet}>{[`★${one.stars}`, one.persona, `${one.until}まで`].filter(Boolean).join('・')}</p>
							<TextChange before={one.body} after={place === 0 ? body : (earlier[place - 1]?.body ?? body)} />
						</div>
					))}
				</details>
			)}
			{hidden && <p className={formStyles.note}>{`${hidden.at}に非公開。理由：${hidden.reason}`}</p>}
			<details open={fault !== undefined}>
				<summary>{hidden ? 'もう一度公開する' : '非公開にする'}</summary>
				<form method="post" className={formStyles.form} noValidate>
					<ErrorSummary formState={fault} />
					<HiddenFields csrfToken={csrfToken} intent={intent} targetId={id} />
					<TextArea
						id={`reason-${id}`}
						name="reason"
						label="理由"
						hint={`${reportLengths.reason.min}〜${reportLengths.reason.max}文字。書いた人に届き、記録に残ります。`}
						rows={2}
						formState={fault}
					/>
					<div>
						<button type="submit" className="button" data-kind="quiet">
							{hidden ? '公開する' : '非公開にする'}
						</button>
					</div>
				</form>
			</details>
		</article>
	)
}
