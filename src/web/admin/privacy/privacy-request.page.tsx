import { redirect } from 'react-router'
import { eraseForRequest } from '../../../domain/operations/people/privacy-acts.ts'
import { erasureSchema, identityCheckSchema, outlookSchema, privacyDecisionSchema } from '../../../domain/support/privacy-schemas.ts'
import { privacyKinds } from '../../../domain/support/privacy-input.ts'
import { decidePrivacyRequest, readPrivacyRequest, recordIdentityCheck, tellOutlook } from '../../../domain/support/privacy-requests.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { isoDay } from '../../../domain/shared/japan-time.ts'
import { privacyRequestPath, privacyRequestsPath, staffPersonPath, staffSupportPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/privacy-request.page'
import { Acts, Decision, IdentityCheck, Outlook } from './privacy-forms.tsx'
import { viewRequest } from './view-request.server.ts'
import styles from '../admin.module.css'

/** One request: who asks, until when, and what was done. The look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params, request, context }: Route.LoaderArgs) => ({
	...viewRequest(await readPrivacyRequest(ctx, parseId(params.id)), isoDay(ctx.now())),
	done: new URL(request.url).searchParams.get('done'),
	csrfToken: formToken(context, request),
}))

const done = (params: { id: string }, what: string) => redirect(privacyRequestPath(parseId(params.id), { done: what }), 303)

export const action = staffAction(['support'], 'personal-data', {
	identify: {
		input: identityCheckSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await recordIdentityCheck(ctx, parseId(params.id), input)
			return done(params, 'privacy-identified')
		},
	},
	outlook: {
		input: outlookSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await tellOutlook(ctx, parseId(params.id), input)
			return done(params, 'privacy-outlook')
		},
	},
	erase: {
		input: erasureSchema,
		async run(ctx, { reason }, { params }: Route.ActionArgs) {
			await eraseForRequest(ctx, parseId(params.id), reason)
			return done(params, 'privacy-erased')
		},
	},
	decide: {
		input: privacyDecisionSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await decidePrivacyRequest(ctx, parseId(params.id), input)
			return done(params, 'privacy-decided')
		},
	},
})

export default function PrivacyRequestPage({ loaderData: request, actionData: formState }: Route.ComponentProps) {
	const { id, kind, supportId, uid, hasLeft, isClosed, isLate, due } = request
	return (
		<div className={styles.body}>
			<Head title={`個人情報の請求 ${id}`} description="個人情報の請求です。" path={privacyRequestPath(id)} noindex />
			<p>
				<Link to={privacyRequestsPath()}>個人情報の請求の一覧</Link>
			</p>
			<h1>{`個人情報${id}：${privacyKinds[kind].label}`}</h1>
			<p className={styles.warn} role="note">
				個人情報を表示しています。この閲覧は操作の記録に残りました。
			</p>
			{formState ? isClosed && <ErrorSummary formState={formState} /> : <DoneNote done={request.done} />}
			{!isClosed && <p className={isLate ? styles.late : undefined}>{`期限：${due}`}</p>}
			<section className={styles.section} aria-labelledby="request">
				<h2 id="request">請求の内容</h2>
				<FactList rows={request.received} />
				<blockquote className={styles.quote}>
					<p>{request.body}</p>
				</blockquote>
				<p className={styles.quiet}>{privacyKinds[kind].duty}</p>
				<p className={styles.line}>
					{supportId !== null && <Link to={staffSupportPath(supportId)}>{`お問い合わせ（受付番号 ${supportId}）`}</Link>}
					{uid !== null && <Link to={staffPersonPath(uid)}>この会員の情報</Link>}
					{hasLeft && <span>アカウントは消去されています。</span>}
					{uid === null && !hasLeft && <span>会員は結び付いていません。</span>}
				</p>
			</section>
			<section className={styles.section} aria-labelledby="steps">
				<h2 id="steps">手続き</h2>
				<FactList rows={request.steps} />
				{request.outlook !== null && <p className={styles.reason}>{`知らせた見通し：${request.outlook}`}</p>}
				{request.decision !== null && <p className={styles.reason}>{`知らせた結果：${request.decision}`}</p>}
			</section>
			{!isClosed && (
				<>
					<IdentityCheck request={request} formState={formState} />
					<Acts request={request} formState={formState} />
					<Outlook request={request} formState={formState} />
					<Decision request={request} formState={formState} />
				</>
			)}
		</div>
	)
}
