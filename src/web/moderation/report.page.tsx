import { redirect } from 'react-router'
import { fieldsOf } from '../forms/read-form.ts'
import { notFound } from '../../domain/shared/errors.ts'
import { reportPath, reportThanksPath } from '../../domain/shared/links.ts'
import { dayText, momentText } from '../../domain/shared/japan-time.ts'
import { reportSchema } from '../../domain/moderation/schemas.ts'
import { parseSubject, reportLengths, reportReasons, type Subject, subjectLabels } from '../../domain/moderation/input.ts'
import { getReportable, report } from '../../domain/moderation/reports.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { formAction } from '../forms/page-action.server.ts'
import { textIn, textsIn } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Quote } from './quote.tsx'
import { Link } from '../ui/link.tsx'
import { FieldError } from '../forms/field.tsx'
import type { Route } from './+types/report.page'

import formStyles from '../forms/form.module.css'
import { shorten } from '../../domain/shared/text-input.ts'
import styles from './moderation.module.css'

const subjectOf = ({ kind, id }: { kind: string; id: string }) => {
	const subject = parseSubject(kind, id)
	if (!subject) throw notFound('report')
	return subject
}

export const handle = { plain: true }

/** Reports a violation of the rules to staff. */
export const loader = withCtx(async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const subject = subjectOf(params)
	const { decided, messages, ...about } = await getReportable(ctx, subject)
	return {
		subject,
		messages: messages.map(({ id, author, body, at }) => ({ id, author, body, at: momentText(at.getTime()) })),
		about: { ...about, decided: decided && { ...decided, at: dayText(decided.at) } },
		csrfToken: formToken(context, request),
	}
})

const messageIdsOf = (form: FormData): number[] =>
	form.getAll('messages').flatMap((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? [Number(value)] : []))

export const action = formAction({
	input: reportSchema,
	read: (form) => ({ reason: '', body: '', ...fieldsOf(form) }),
	async run(ctx, input, { params }: Route.ActionArgs, form) {
		await report(ctx, subjectOf(params), input, messageIdsOf(form))
		return redirect(reportThanksPath(), 303)
	},
})

export default function ReportPage({ loaderData: { subject, about, messages, csrfToken }, actionData: formState }: Route.ComponentProps) {
	const label = subjectLabels[subject.kind]
	const path = reportPath(subject.kind, subject.id)
	const chosen = textIn(formState?.values, 'reason')
	return (
		<>
			<Head title={`${label}を報告する`} description={`問題のある${label}を運営に知らせます。`} path={path} noindex />
			<Breadcrumbs
				crumbs={[
					{ label: about.title, path: about.path },
					{ label: '報告', path },
				]}
			/>
			<div className={`content ${styles.page}`}>
				<h1>{`${label}を報告する`}</h1>
				<Quote title={about.title} text={about.text} />
				{about.isReported ? (
					<Reported label={label} path={about.path} isAgain={formState !== undefined} />
				) : (
					<form method="post" className={formStyles.form} noValidate>
						{about.decided && <Decided decided={about.decided} subject={subject} />}
						<ErrorSummary formState={formState} />
						<HiddenFields csrfToken={csrfToken} />
						{subject.kind === 'inquiry' && (
							<Messages messages={messages} chosen={textsIn(formState?.values, 'messages')} error={formState?.fields['messages']} />
						)}
						<Reasons chosen={chosen} error={formState?.fields['reason']} />
						<TextArea
							id="body"
							name="body"
							label="説明"
							hint={`どこに、どのような問題があるか。${reportLengths.report.max.toLocaleString('ja-JP')}文字まで。「そのほか」を選んだときは必ず書いてください。`}
							rows={4}
							formState={formState}
							optional
						/>
						<p className={formStyles.note}>
							{subject.kind === 'inquiry' &&
								'運営の担当者が読むのは、選んだ発言だけです。読んだことは記録に残します。ほかの発言と件名は、担当者にも見えません。'}
							報告した方の名前は、相手には伝わりません。結果はお知らせに届きます。
						</p>
						<div className={formStyles.buttons}>
							<button type="submit" className="button">
								報告する
							</button>
							<Link to={about.path}>やめて戻る</Link>
						</div>
					</form>
				)}
			</div>
		</>
	)
}

/** The viewer's report is still open; another one, sent meanwhile from an open page, was not taken. */
function Reported({ label, path, isAgain }: { label: string; path: string; isAgain: boolean }) {
	return (
		<div className={isAgain ? formStyles.warning : formStyles.note} role={isAgain ? 'alert' : 'status'}>
			<p>
				この{label}への報告は、すでに受け付けています。運営が確認し、結果をお知らせします。
				{isAgain && 'いま送った内容は、まだ届いていません。'}
			</p>
			<p>
				<Link to={path}>元のページに戻る</Link>
			</p>
		</div>
	)
}

/** The result of the viewer's last report; another report is allowed. */
function Decided({
	decided: { state, reason, at },
	subject,
}: {
	decided: { state: string; reason: string; at: string }
	subject: Subject
}) {
	const outcome = state === 'upheld' ? '対応しました' : subject.kind === 'inquiry' ? '対応を見送りました' : '公開を続けています'
	return (
		<div className={formStyles.note}>
			<p>{`前にいただいた報告は、${at}に確認し、${outcome}。`}</p>
			{state !== 'upheld' && <p>{`理由：${reason}`}</p>}
			<p>まだ問題があるときや、新しく気づいたことがあるときは、もう一度報告できます。</p>
		</div>
	)
}

/** The messages of a thread that staff may read: those that the reporter ticks; none is ticked by default. */
function Messages({
	messages,
	chosen,
	error,
}: {
	messages: Route.ComponentProps['loaderData']['messages']
	chosen: readonly string[]
	error: string | undefined
}) {
	return (
		<fieldset id="messages" tabIndex={-1} className={styles.reasons} aria-describedby={error ? 'messages-error' : undefined}>
			<legend>担当者に見せる発言</legend>
			{messages.map(({ id, author, body, at }) => (
				<label key={id}>
					<input type="checkbox" name="messages" value={id} defaultChecked={chosen.includes(`${id}`)} />
					<span>
						{`${author}（${at}）`}
						<br />
						{shorten(body, 120)}
					</span>
				</label>
			))}
			<FieldError id="messages" error={error} />
		</fieldset>
	)
}

function Reasons({ chosen, error }: { chosen: string | undefined; error: string | undefined }) {
	return (
		<fieldset className={styles.reasons} aria-describedby={error ? 'reason-error' : undefined}>
			<legend>理由</legend>
			{reportReasons.map(({ value, label: text }) => (
				<label key={value}>
					<input type="radio" name="reason" value={value} defaultChecked={chosen === value} />
					{text}
				</label>
			))}
			<FieldError id="reason" error={error} />
		</fieldset>
	)
}
