import { redirect } from 'react-router'
import { decideMerge, findOpenMerge, type OpenMerge, requestMerge } from '../../../domain/operations/people/account-merges.ts'
import { mergeReason } from '../../../domain/operations/people/merge-input.ts'
import { lostByMerging } from '../../../domain/operations/people/merge-rules.ts'
import { mergeDecisionSchema, mergeRequestSchema } from '../../../domain/operations/people/merge-schemas.ts'
import { readPersonHead } from '../../../domain/operations/people/person-head.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffMergePath, staffPersonPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { DoneNote } from '../done-note.tsx'
import type { Route } from './+types/merge.page'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

/** An account that shall go up in another one of the same person: one of the staff asks, another one decides. The look is recorded. */
export const loader = staffLoader(['support'], 'personal-data', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const head = await readPersonHead(ctx, params.uid, 'user.merge-preview')
	const open = await findOpenMerge(ctx, params.uid)
	return {
		uid: params.uid,
		...head,
		open: open && view(open),
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

const view = ({ at, ...open }: OpenMerge) => ({ ...open, at: momentText(at) })

export const action = staffAction(['support'], 'verdict', {
	request: {
		input: mergeRequestSchema,
		async run(ctx, input, { params }: Route.ActionArgs) {
			await requestMerge(ctx, params.uid, input)
			return redirect(staffMergePath(params.uid, { done: 'person-merge-requested' }), 303)
		},
	},
	decide: {
		input: mergeDecisionSchema,
		async run(ctx, { verdict, reason }, { params }: Route.ActionArgs) {
			const kept = await decideMerge(ctx, params.uid, { grants: verdict === 'grant', reason })
			return redirect(
				verdict === 'grant'
					? staffPersonPath(kept, { done: 'person-merged' })
					: staffMergePath(params.uid, { done: 'person-merge-refused' }),
				303,
			)
		},
	},
})

const hint = `${mergeReason.min}〜${mergeReason.max}文字。操作の記録に残ります。`

export default function MergePage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { uid, name, canAct, open, done } = loaderData
	const title = name === '' ? '名前のない会員' : name
	const isElsewhere = formState !== undefined && formState.intent !== (open ? 'decide' : 'request')
	return (
		<div className={styles.body}>
			<Head title={`${title}のアカウントの統合`} description="アカウントを統合します。" path={staffMergePath(uid)} noindex />
			<p>
				<Link to={staffPersonPath(uid)}>{`${title}の情報`}</Link>
			</p>
			<h1>{`${title}のアカウントの統合`}</h1>
			<p className={styles.warn} role="note">
				この閲覧は操作の記録に残りました。
			</p>
			{formState ? (isElsewhere || !canAct) && <ErrorSummary formState={formState} /> : <DoneNote done={done} />}
			{!canAct && (
				<p className={styles.quiet}>
					退会した会員、ご自身、スタッフのアカウントと、まだだれもログインできないアカウントは、ここでは統合できません。
				</p>
			)}
			{canAct && open === null && <Request data={loaderData} formState={formStateFor(formState, 'request')} />}
			{open !== null && (
				<Waiting open={open} canAct={canAct} csrfToken={loaderData.csrfToken} formState={formStateFor(formState, 'decide')} />
			)}
			<section className={styles.section} aria-labelledby="lost">
				<h2 id="lost">統合すると消えるもの</h2>
				<ul>
					{lostByMerging.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</section>
		</div>
	)
}

type Data = Route.ComponentProps['loaderData']

function Request({ data: { uid, csrfToken }, formState }: { data: Data; formState: FormState | undefined }) {
	return (
		<section className={styles.section} aria-labelledby="ask">
			<h2 id="ask">統合を依頼する</h2>
			<p className={styles.quiet}>
				{`このページのアカウント（ID ${uid}）の投稿や案件を、残すアカウントに移します。別の担当者が承認すると1つになり、元に戻せません。依頼したことは、両方のアカウントにメールで届きます。`}
			</p>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="request" />
				<InputField
					id="into"
					label="残すアカウント"
					hint="会員のID、または登録されているメールアドレス"
					error={formState?.fields['into']}
					defaultValue={textIn(formState?.values, 'into')}
					autoComplete="off"
				/>
				<TextArea id="merge-reason" name="reason" label="同じ人と確認した方法と理由" hint={hint} rows={2} formState={formState} />
				<div className={formStyles.buttons}>
					<button type="submit" className="button">
						統合を依頼する
					</button>
				</div>
			</form>
		</section>
	)
}

function Waiting({
	open: { to, reason, by, at, isOwn, preview },
	canAct,
	csrfToken,
	formState,
}: {
	open: NonNullable<Data['open']>
	canAct: boolean
	csrfToken: string
	formState: FormState | undefined
}) {
	return (
		<section className={styles.section} aria-labelledby="waiting">
			<h2 id="waiting">承認を待つ統合</h2>
			<p>
				残すアカウント：<Link to={staffPersonPath(to.uid)}>{to.name === '' ? to.uid : `${to.name}（ID ${to.uid}）`}</Link>
			</p>
			<p className={styles.quiet}>{`${at} ${by}が依頼`}</p>
			<p className={styles.reason}>{reason}</p>
			<Preview preview={preview} />
			{isOwn ? (
				<>
					<ErrorSummary formState={formState} />
					<p>別の担当者の承認を待っています。</p>
				</>
			) : (
				canAct && (
					<form method="post" className={formStyles.form} noValidate>
						<ErrorSummary formState={formState} />
						<HiddenFields csrfToken={csrfToken} intent="decide" />
						<TextArea id="merge-decision" name="reason" label="判断の理由" hint={hint} rows={2} formState={formState} />
						<div className={formStyles.buttons}>
							<button type="submit" name="verdict" value="grant" className="button" data-kind="danger">
								承認して統合する
							</button>
							<button type="submit" name="verdict" value="refuse" className="button" data-kind="quiet">
								見送る
							</button>
						</div>
					</form>
				)
			)}
		</section>
	)
}

function Preview({ preview: { moves, obstacles } }: { preview: NonNullable<Data['open']>['preview'] }) {
	return (
		<>
			<h3>移るもの</h3>
			{moves.length === 0 ? (
				<p className={styles.quiet}>移るものはありません。</p>
			) : (
				<ul>
					{moves.map(({ label, count }) => (
						<li key={label}>{`${label} ${count.toLocaleString('ja-JP')}件`}</li>
					))}
				</ul>
			)}
			{obstacles.length > 0 && (
				<ul className={styles.warn} role="note" aria-label="統合できない理由">
					{obstacles.map((sentence) => (
						<li key={sentence}>{sentence}</li>
					))}
				</ul>
			)}
		</>
	)
}
