import { redirect } from 'react-router'
import { noFields } from '../forms/form-fields.server.ts'
import { registrationSteps } from '../../domain/experts/registration-input.ts'
import { findRegistration, isEditable, startAgain, submitRegistration } from '../../domain/experts/registration.ts'
import { registrationPath } from '../../domain/shared/links.ts'
import { dayText, momentText } from '../../domain/shared/japan-time.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { pageAction } from '../forms/page-action.server.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Link } from '../ui/link.tsx'
import { FactList } from '../ui/fact-list.tsx'
import type { Route } from './+types/register.page'
import { ApplicationState } from './application-state.tsx'
import stack from '../ui/stack.module.css'
import formPage from '../ui/form-page.module.css'
import { nothingDone } from './steps.tsx'

import styles from './registration.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { context, request }: Route.LoaderArgs) => {
	if (ctx.viewer.kind !== 'member') return { application: null, csrfToken: '', isMember: false }
	const found = await findRegistration(ctx)
	const { expertId = 0, state = 'draft', done = nothingDone, decision = null, submittedAt = null, opensAt = null } = found ?? {}
	// A draft after a rejection still says why.
	const isAgain = state === 'draft' && decision?.state === 'rejected'
	return {
		isMember: true,
		csrfToken: formToken(context, request),
		application: {
			expertId,
			state,
			done,
			isAgain,
			reason: decision && (decision.state === state || isAgain) ? decision.reason : '',
			decided: decision ? dayText(decision.decidedAt.getTime()) : '',
			opens: opensAt === null ? null : momentText(opensAt.getTime()),
			submitted: submittedAt === null ? null : dayText(submittedAt.getTime()),
			isOpen: isEditable(state),
			isComplete: Object.values(done).every(Boolean),
		},
	}
})

export const action = pageAction({
	submit: {
		input: noFields,
		async run(ctx) {
			await submitRegistration(ctx)
			return redirect(registrationPath(), 303)
		},
	},
	again: {
		input: noFields,
		async run(ctx) {
			await startAgain(ctx)
			return redirect(registrationPath(), 303)
		},
	},
})

export default function RegisterPage({ loaderData: { isMember, application, csrfToken }, actionData: formState }: Route.ComponentProps) {
	return (
		<>
			<Head
				title="専門家として登録する"
				description="税理士・社会保険労務士・行政書士など、資格をお持ちの専門家の登録のご案内です。掲載は無料です。"
				path={registrationPath()}
			/>
			<Breadcrumbs crumbs={[{ label: '専門家として登録する', path: registrationPath() }]} />
			<div className={formPage.page}>
				<h1>専門家として登録する</h1>
				{application ? (
					<>
						<ApplicationState application={application} csrfToken={csrfToken} />
						<ErrorSummary formState={formState} />
						{application.isOpen && <Overview application={application} csrfToken={csrfToken} />}
					</>
				) : (
					<Introduction />
				)}
				{(!isMember || (application?.state === 'draft' && !application.isAgain)) && <Facts />}
			</div>
		</>
	)
}

type Application = NonNullable<Route.ComponentProps['loaderData']['application']>

function Overview({ application: { done, isComplete, opens }, csrfToken }: { application: Application; csrfToken: string }) {
	const next = registrationSteps.find(({ step }) => !done[step])
	return (
		<>
			<ol className={`${stack.rows} ${styles.overview}`}>
				{registrationSteps.map(({ step, label, hint }, place) => (
					<li key={step}>
						<Link to={registrationPath(step)}>
							<strong>{`${place + 1}. ${label}`}</strong>
							<small>{hint}</small>
							<span data-done={done[step] || undefined}>{done[step] ? '✓ 入力済み' : '未入力'}</span>
						</Link>
					</li>
				))}
			</ol>
			{isComplete && opens !== null ? (
				<p className={styles.lead}>{`もう一度申請できるのは、${opens}からです。入力した内容は保存されています。`}</p>
			) : isComplete ? (
				<form method="post" className={styles.section}>
					<HiddenFields csrfToken={csrfToken} intent="submit" />
					<p>申請すると、審査が終わるまで内容を変更できません。</p>
					<button type="submit" className="button">
						申請する
					</button>
				</form>
			) : (
				<>
					<p className={styles.lead}>すべての項目が「入力済み」になると、ここに申請のボタンが出ます。</p>
					{next && (
						<p>
							<Link className="button" to={registrationPath(next.step)}>{`「${next.label}」の入力へ進む`}</Link>
						</p>
					)}
				</>
			)}
		</>
	)
}

function Introduction() {
	const back = encodeURIComponent(registrationPath())
	return (
		<>
			<p className={styles.lead}>
				資格を確認した専門家だけが、事業者の質問に答え、事務所を掲載できます。登録と掲載は無料です。紹介料や成約手数料もいただきません。
			</p>
			<div className={styles.section}>
				<h2>はじめに</h2>
				<p>申請にはアカウントが必要です。登録またはログインすると、この画面に戻ります。</p>
				<p className={styles.buttons}>
					<Link className="button" to={`/register?redirect=${back}`}>
						会員登録して申請する
					</Link>
					<Link className="button" data-kind="quiet" to={`/login?redirect=${back}`}>
						ログインして申請する
					</Link>
				</p>
			</div>
		</>
	)
}

function Facts() {
	return (
		<section className={styles.section} aria-labelledby="facts">
			<h2 id="facts">登録の流れと用意するもの</h2>
			<FactList
				rows={[
					{
						label: '対象の資格',
						value: '税理士、社会保険労務士、行政書士、司法書士、弁護士、弁理士、中小企業診断士、公認会計士、ITコーディネータ',
					},
					{ label: '用意するもの', value: '登録番号と、資格を確かめられる書類（会員証や登録証の写真、またはPDF）' },
					{ label: '審査', value: '運営の担当者が、登録番号を各会の名簿と照らし合わせ、書類を確認します。結果はメールでお知らせします。' },
					{
						label: '書類の扱い',
						value: '書類は公開しません。見られるのはご本人と審査の担当者だけで、閲覧は記録されます。結果が出てから30日後に削除します。',
					},
				]}
			/>
		</section>
	)
}
