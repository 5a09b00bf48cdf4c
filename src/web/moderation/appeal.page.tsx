import { redirect } from 'react-router'
import { notFound } from '../../domain/shared/errors.ts'
import { appealPath, notificationsPath } from '../../domain/shared/links.ts'
import { appeal, getAppealForm } from '../../domain/moderation/appeals.ts'
import { appealSchema } from '../../domain/moderation/schemas.ts'
import { parseSubject, reportLengths, subjectLabels } from '../../domain/moderation/input.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import type { Route } from './+types/appeal.page'
import { Quote } from './quote.tsx'

import formStyles from '../forms/form.module.css'
import styles from './moderation.module.css'

const subjectOf = ({ kind, id }: { kind: string; id: string }) => {
	const subject = parseSubject(kind, id)
	if (!subject) throw notFound('appeal')
	return subject
}

export const handle = { plain: true }

/** Why staff hid a subject, for its author, who may appeal once. */
export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const subject = subjectOf(params)
	return { subject, about: await getAppealForm(ctx, subject), csrfToken: formToken(context, request) }
})

export const action = formAction({
	input: appealSchema,
	async run(ctx, { body }, { params }: Route.ActionArgs) {
		const subject = subjectOf(params)
		await appeal(ctx, subject, body)
		return redirect(appealPath(subject.kind, subject.id), 303)
	},
})

export default function AppealPage({ loaderData: { subject, about, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const label = subjectLabels[subject.kind]
	const { title, text, hiddenReason, appeal: made } = about
	const heading = hiddenReason === null ? `もう一度公開された${label}` : `非公開になった${label}`
	const path = appealPath(subject.kind, subject.id)
	return (
		<>
			<Head title={heading} description="運営の判断とその理由" path={path} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: 'お知らせ', path: notificationsPath() },
					{ label: heading, path },
				]}
			/>
			<div className={`content ${styles.page}`}>
				<h1>{heading}</h1>
				<Quote title={title} text={text} />
				{hiddenReason !== null && <p>{`運営が非公開にしました。理由：${hiddenReason}`}</p>}
				{made ? (
					<section className={styles.made} aria-labelledby="made">
						<h2 id="made">異議の申し立て</h2>
						<p className={styles.text}>{made.body}</p>
						<p role="status">
							{made.state === 'open'
								? '運営が確認しています。結果はお知らせに届きます。'
								: made.state === 'granted'
									? `認められました。理由：${made.decisionReason ?? ''}`
									: `判断は変わりませんでした。理由：${made.decisionReason ?? ''}`}
						</p>
					</section>
				) : (
					hiddenReason !== null && (
						<form method="post" className={formStyles.form} noValidate>
							<ErrorSummary formState={formState} />
							<HiddenFields csrfToken={csrfToken} />
							<TextArea
								id="body"
								name="body"
								label="異議の申し立て"
								hint={`判断に納得できないときは、その理由を書いてください。${reportLengths.appeal.min}〜${reportLengths.appeal.max.toLocaleString('ja-JP')}文字。申し立ては一度だけです。`}
								rows={6}
								formState={formState}
							/>
							<div>
								<button type="submit" className="button">
									申し立てる
								</button>
							</div>
						</form>
					)
				)}
			</div>
		</>
	)
}
