import { redirect } from 'react-router'
import { idField } from '../forms/form-fields.server.ts'
import { replySchema } from '../../domain/reviews/review-schemas.ts'
import { reviewLengths } from '../../domain/reviews/review-input.ts'
import { type ReviewItem, listMyReviews } from '../../domain/reviews/review-lists.ts'
import { replyToReview } from '../../domain/reviews/review-writing.ts'
import { myReviewsPath, officePath, reviewFormPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { momentOf } from '../format/moment.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import stack from '../ui/stack.module.css'
import notice from '../ui/notice.module.css'
import { formToken } from '../session/form-token.server.ts'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import type { Route } from './+types/review-list.page'

import formStyles from '../forms/form.module.css'
import styles from './review.module.css'

const viewAt =
	(now: Date) =>
	({ createdAt, editedAt, repliedAt, ...review }: ReviewItem) => ({
		...review,
		hidden: review.hidden?.reason ?? null,
		written: momentOf(createdAt, now),
		edited: editedAt && momentOf(editedAt, now),
		replied: repliedAt && momentOf(repliedAt, now),
	})
type View = ReturnType<ReturnType<typeof viewAt>>

export const handle = { plain: true }

/** What one wrote, and for experts what clients wrote about their offices. */
export const loader = withCtx(async (ctx, { request, context }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const { own, ofOffices } = await listMyReviews(ctx, searchParams.get('page'))
	const view = viewAt(ctx.now())
	return {
		own: own.map((review) => ({ ...view(review), canEdit: review.canEdit })),
		received: ofOffices.items.map(view),
		page: ofOffices.page,
		isExpert: ctx.viewer.kind === 'member' && ctx.viewer.isExpert,
		isSaved: searchParams.has('saved'),
		csrfToken: formToken(context, request),
	}
})

export const action = pageAction({
	reply: {
		input: replySchema.extend({ targetId: idField }),
		async run(ctx, { targetId, reply }) {
			await replyToReview(ctx, targetId, reply)
			return redirect(`${myReviewsPath()}?saved=1`, 303)
		},
	},
})

export default function ReviewListPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { own, received, page, isExpert, isSaved, csrfToken } = loaderData
	return (
		<div className={styles.page}>
			<Head title="口コミ" description="あなたが書いた口コミと、事務所への口コミです。" path={myReviewsPath()} noindex />
			{isSaved && !formState && <output className={notice.done}>公開しました。事務所のページにも反映されています。</output>}
			{isExpert && (
				<section aria-labelledby="received">
					<h2 id="received">事務所への口コミ</h2>
					{received.length === 0 ? (
						<p className={formStyles.lead}>口コミはまだありません。依頼した仕事が終わった方だけが書けます。</p>
					) : (
						<ul className={`${stack.loose} ${styles.list}`}>
							{received.map((review) => (
								<li key={review.id}>
									<Review review={review} />
									{review.reply === null && (
										<ReplyForm review={review} csrfToken={csrfToken} formState={formStateFor(formState, 'reply', review.id)} />
									)}
								</li>
							))}
						</ul>
					)}
					<Pager
						label="事務所への口コミのページ"
						number={page.number}
						previous={page.previous && myReviewsPath(page.previous.cursor)}
						next={page.next && myReviewsPath(page.next.cursor)}
					/>
				</section>
			)}
			<section aria-labelledby="own">
				<h2 id="own">あなたが書いた口コミ</h2>
				{own.length === 0 ? (
					<p className={formStyles.lead}>まだありません。依頼した仕事が終わった事務所の口コミを書けます。</p>
				) : (
					<ul className={`${stack.loose} ${styles.list}`}>
						{own.map((review) => (
							<li key={review.id}>
								<Review review={review} />
								{review.canEdit && <Link to={reviewFormPath(review.officeId)}>{`${review.officeName}の口コミを変更する`}</Link>}
							</li>
						))}
					</ul>
				)}
			</section>
		</div>
	)
}

export function Review({ review }: { review: View }) {
	const { officeId, officeName, stars, body, persona, received, taskName, written, edited, reply, replied, hidden } = review
	return (
		<>
			<h3>
				<Link to={`${officePath(officeId)}#reviews`}>{officeName}</Link>
			</h3>
			<p className={styles.head}>
				<span className="visually-hidden">{`5点中${stars}点`}</span>
				<span className={styles.stars} aria-hidden="true">
					{'★'.repeat(stars)}
					<span>{'★'.repeat(5 - stars)}</span>
				</span>
				<span>
					{[taskName, persona].map((part) => (part ? `${part}・` : '')).join('')}
					<Moment moment={written} />
					{edited && (
						<>
							・<Moment moment={edited} />
							に変更
						</>
					)}
				</span>
			</p>
			{hidden !== null && <p className={formStyles.note}>{`運営が非公開にしました。理由：${hidden}`}</p>}
			<p className={styles.body}>{body}</p>
			{received !== '' && <p className={formStyles.note}>{`事務所から受け取ったもの（書いた方の申告）：${received}`}</p>}
			{reply !== null && (
				<div className={styles.reply}>
					<p>
						事務所からの返信
						{replied && (
							<>
								（<Moment moment={replied} />）
							</>
						)}
					</p>
					<p className={styles.body}>{reply}</p>
				</div>
			)}
		</>
	)
}

function ReplyForm({ review, csrfToken, formState }: { review: View; csrfToken: string; formState: FormState | undefined }) {
	return (
		<details open={formState !== undefined}>
			<summary>この口コミに返信する</summary>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="reply" targetId={review.id} />
				<p className={formStyles.note}>
					返信にも守秘義務があります。依頼を受けたかどうか、相談の内容、金額、ご家族や取引先のことなど、仕事で知ったことは、相手が口コミに書いたことでも書かないでください（弁護士法第23条、税理士法第38条、社会保険労務士法第21条、行政書士法第12条、司法書士法第24条、弁理士法第30条など）。
				</p>
				<TextArea
					id={`reply-${review.id}`}
					name="reply"
					label="返信"
					hint={`${reviewLengths.reply.min}〜${reviewLengths.reply.max.toLocaleString('ja-JP')}文字。一度だけ返信でき、公開されます。依頼の内容など、相手の事情は書かないでください。`}
					rows={4}
					formState={formState}
				/>
				<div>
					<button type="submit" className="button">
						返信を公開する
					</button>
				</div>
			</form>
		</details>
	)
}
