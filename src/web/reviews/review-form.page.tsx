import { data, redirect } from 'react-router'
import { fieldsOf } from '../forms/read-form.ts'
import { REVIEW_EDIT_DAYS, reviewLengths } from '../../domain/reviews/review-input.ts'
import { reviewSchema } from '../../domain/reviews/review-schemas.ts'
import { getReviewForm, type ReviewBar, saveReview } from '../../domain/reviews/review-writing.ts'
import { askOfficePath, estimatesPath, inquiriesPath, myReviewsPath, officePath, reviewFormPath } from '../../domain/shared/links.ts'
import { dayText } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { AgreementNote } from '../ui/agreement-note.tsx'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { textIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { FieldGroup, InputField } from '../forms/field.tsx'
import type { Route } from './+types/review-form.page'

import formStyles from '../forms/form.module.css'
import styles from './review.module.css'

export const handle = { plain: true }

/** Only for clients of the office; anyone else is shown why not. */
export const loader = withCtx(async (ctx, { params, context, request }: Route.LoaderArgs) => {
	const { office, bar, review } = await getReviewForm(ctx, parseId(params.id))
	return data(
		{
			office,
			bar,
			review: review && { ...review, editableUntil: dayText(review.editableUntil) },
			csrfToken: formToken(context, request),
		},
		bar === null ? {} : { status: 403 },
	)
})

export const action = formAction({
	input: reviewSchema,
	read: (form) => ({ body: '', persona: '', received: '', ...fieldsOf(form) }),
	async run(ctx, review, { params }: Route.ActionArgs) {
		await saveReview(ctx, parseId(params.id), review)
		return redirect(`${myReviewsPath()}?saved=1`, 303)
	},
})

const starLabels: Record<number, string> = { 5: 'とても良い', 4: '良い', 3: 'ふつう', 2: 'やや不満', 1: '不満' }

export default function ReviewFormPage({ loaderData: { office, bar, review, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const path = reviewFormPath(office.id)
	const errors = formState?.fields ?? {}
	const stars = textIn(formState?.values, 'stars') ?? (review ? `${review.stars}` : '')
	return (
		<>
			<Head title={`${office.name}の口コミを書く`} description="依頼した事務所の口コミを書きます。" path={path} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: office.name, path: officePath(office.id) },
					{ label: '口コミを書く', path },
				]}
			/>
			<div className={formStyles.page}>
				<h1>{`${office.name}の口コミ`}</h1>
				{bar !== null ? (
					<NoForm bar={bar} officeId={office.id} />
				) : review && !review.canEdit ? (
					<>
						<p className={formStyles.note}>
							{review.hiddenReason === null
								? `口コミを変更できるのは、投稿から${REVIEW_EDIT_DAYS}日間です。`
								: `運営がこの口コミを非公開にしました。理由：${review.hiddenReason}`}
						</p>
						<p className={styles.body}>{review.body}</p>
						<p>
							<Link to={myReviewsPath()}>口コミの一覧へ</Link>
						</p>
					</>
				) : (
					<form method="post" className={formStyles.form} noValidate>
						<p className={formStyles.lead}>
							{review
								? `${review.editableUntil}まで変更できます。変更前の内容は、運営だけが確認できます。`
								: `依頼した仕事が終わった方だけが書けます。お名前は公開されません。投稿から${REVIEW_EDIT_DAYS}日間は変更できます。`}
						</p>
						<ErrorSummary formState={formState} />
						<HiddenFields csrfToken={csrfToken} />
						<FieldGroup id="stars" legend="評価" error={errors['stars']}>
							<ul className={styles.choices}>
								{[5, 4, 3, 2, 1].map((value) => (
									<li key={value}>
										<label>
											<input type="radio" name="stars" value={value} defaultChecked={stars === `${value}`} />
											<span className={styles.stars} aria-hidden="true">
												{'★'.repeat(value)}
												<span>{'★'.repeat(5 - value)}</span>
											</span>
											<span className="visually-hidden">{`星${value}つ、`}</span>
											{starLabels[value]}
										</label>
									</li>
								))}
							</ul>
						</FieldGroup>
						<TextArea
							id="body"
							name="body"
							label="口コミ"
							hint={`${reviewLengths.body.min}〜${reviewLengths.body.max.toLocaleString('ja-JP')}文字。頼んだこと、対応で良かった点、気になった点を、体験したままに書いてください。個人名や金額の詳細は避けてください。`}
							rows={8}
							formState={formState}
							defaultValue={review?.body}
						/>
						<InputField
							id="persona"
							label="あなたの立場"
							optional
							hint="公開されます。例：個人事業主・飲食店"
							error={errors['persona']}
							maxLength={reviewLengths.persona.max}
							autoComplete="off"
							defaultValue={textIn(formState?.values, 'persona') ?? review?.persona}
						/>
						<InputField
							id="received"
							label="事務所から受け取ったもの"
							optional
							hint="紹介の謝礼や値引きなどを受け取ったときは、書いてください。口コミと一緒に公開されます。例：次回の相談料の割引"
							error={errors['received']}
							maxLength={reviewLengths.received.max}
							autoComplete="off"
							defaultValue={textIn(formState?.values, 'received') ?? review?.received}
						/>
						<p className={formStyles.note}>
							口コミを書くこと、良い評価を付けることと引き換えに、金品、割引などのお礼を受け取ることはできません。事務所がお礼を約束したときは、書かずに運営へお知らせください。
						</p>
						<AgreementNote action="公開する" room="reviews" />
						<div>
							<button type="submit" className="button">
								{review ? '変更を公開する' : '口コミを公開する'}
							</button>
						</div>
					</form>
				)}
			</div>
		</>
	)
}

/** Who may write a review, and why only they may. */
function NoForm({ bar, officeId }: { bar: ReviewBar; officeId: number }) {
	return (
		<>
			{bar === 'of-the-office' ? (
				<div className={formStyles.note}>
					<p>ご自身が所属する事務所の口コミは書けません。口コミは、依頼した方の評価だけを集めるためのものです。</p>
				</div>
			) : (
				<>
					<div className={formStyles.note}>
						<p>口コミを書けるのは、この事務所に依頼した仕事が終わった方だけです。終わったという報告は、まだありません。</p>
					</div>
					<p>
						体験にもとづかない評価が混ざると、これから選ぶ方の役に立たなくなるためです。次のどちらかで依頼が確認され、あなたか事務所が「仕事が終わった」と報告すると書けます。
					</p>
					<ul className={styles.reasons}>
						<li>
							<Link to={estimatesPath()}>見積もり依頼</Link>
							で、この事務所を依頼先に決めた
						</li>
						<li>
							<Link to={inquiriesPath()}>問い合わせ</Link>
							で、あなたと事務所の双方が「依頼することになった」と登録した
						</li>
					</ul>
				</>
			)}
			<p className={formStyles.buttons}>
				<Link className="button" to={officePath(officeId)}>
					事務所のページに戻る
				</Link>
				{bar === 'not-a-client' && <Link to={askOfficePath(officeId)}>この事務所に問い合わせる</Link>}
			</p>
		</>
	)
}
