import { redirect } from 'react-router'
import { isStaffWith, requireRecentStaff } from '../../../domain/accounts/staff.ts'
import { accessLengths, groundLabel, threadLabel } from '../../../domain/moderation/message-access-input.ts'
import { closeMessageAccess, decideMessageAccess, getMessageAccess, mayOpen } from '../../../domain/moderation/message-access.ts'
import { accessDecisionSchema } from '../../../domain/moderation/message-access-schemas.ts'
import { parseId } from '../../../domain/shared/ids.ts'
import { dateText, momentText } from '../../../domain/shared/japan-time.ts'
import { openedMessagesPath, staffAccessesPath, staffAccessPath } from '../../../domain/shared/links.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { noFields } from '../../forms/form-fields.server.ts'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { staffAction } from '../../forms/page-action.server.ts'
import { TextArea } from '../../forms/text-area.tsx'
import { Head } from '../../layout/head.tsx'
import { formToken } from '../../session/form-token.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { DoneNote, LateDecision } from '../done-note.tsx'
import type { Route } from './+types/access.page'
import { accessState } from './access-state.ts'
import formStyles from '../../forms/form.module.css'
import styles from '../admin.module.css'

export const loader = staffLoader(['moderator'], 'routine', async (ctx, { params, request, context }: Route.LoaderArgs) => {
	const access = await getMessageAccess(ctx, parseId(params.id))
	const isOwn = access.requesterId === ctx.viewer.userId
	const moment = (at: Date | null) => (at === null ? null : momentText(at))
	return {
		id: access.id,
		thread: threadLabel(access.kind, access.subjectId),
		state: accessState(access, ctx.now()),
		isWaiting: access.decision === null,
		isOwn,
		mayDecide: access.decision === null && !isOwn && isStaffWith(ctx.viewer, 'admin'),
		mayOpen: mayOpen(access, ctx),
		rows: [
			{ label: '法律の根拠', value: groundLabel(access.ground) },
			{ label: '発した機関・同意した方', value: access.authority },
			{ label: '文書の番号', value: access.reference },
			{ label: '文書の日付', value: dateText(access.issuedOn) },
			{ label: '開く範囲と理由', value: access.explanation },
			{ label: '申請', value: `${momentText(access.requestedAt)}、${access.requestedBy}` },
			{
				label: '判断',
				value:
					access.decidedAt === null ? 'まだ' : `${momentText(access.decidedAt)}、${access.decidedBy ?? ''}：${access.decisionReason ?? ''}`,
			},
			{ label: '閲覧の期限', value: moment(access.expiresAt) ?? 'なし' },
			{
				label: '双方への通知',
				value:
					moment(access.notifiedAt) ??
					(access.noticeDelayedUntil === null ? '承認と同時' : `${dateText(access.noticeDelayedUntil)}まで遅らせる`),
			},
		],
		done: new URL(request.url).searchParams.get('done'),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['moderator'], 'verdict', {
	decide: {
		input: accessDecisionSchema,
		read: (form) => ({ verdict: form.get('verdict') ?? '', reason: form.get('reason') ?? '' }),
		async run(ctx, input, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await decideMessageAccess(requireRecentStaff(ctx, 'admin'), id, input)
			return redirect(staffAccessPath(id, { done: `access-${input.verdict}` }), 303)
		},
	},
	close: {
		input: noFields,
		async run(ctx, _input, { params }: Route.ActionArgs) {
			const id = parseId(params.id)
			await closeMessageAccess(ctx, id)
			return redirect(staffAccessPath(id, { done: 'access-closed' }), 303)
		},
	},
})

export default function AccessPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { id, thread, state, isWaiting, isOwn, mayDecide, mayOpen: isOpen, rows, done, csrfToken } = loaderData
	return (
		<>
			<Head title={`やり取りの開示 申請${id}`} description="やり取りの閲覧の申請です。" path={staffAccessPath(id)} noindex />
			<p>
				<Link to={staffAccessesPath()}>やり取りの開示の一覧へ</Link>
			</p>
			<h1>{`申請${id} ${thread}`}</h1>
			<LateDecision formState={formState} forms={[...(mayDecide ? ['decide:'] : []), ...(isOpen ? ['close:'] : [])]} />
			{!formState && <DoneNote done={done} />}
			<p className={styles.line}>
				<strong>{state}</strong>
			</p>
			<FactList rows={rows} />
			{isWaiting && !mayDecide && (
				<p className={styles.quiet}>
					{isOwn
						? 'ご自身の申請です。管理者の権限を持つ別の担当者が判断します。'
						: '管理者の権限を持つ、申請した方とは別の担当者が判断します。'}
				</p>
			)}
			{mayDecide && <DecisionForm csrfToken={csrfToken} formState={formStateFor(formState, 'decide')} />}
			{isOpen && (
				<section className={styles.section} aria-labelledby="open">
					<h2 id="open">閲覧</h2>
					<ErrorSummary formState={formStateFor(formState, 'close')} />
					<p>開くたびに、操作の記録に残ります。</p>
					<p>
						<Link className="button" to={openedMessagesPath(id)}>
							やり取りを開く
						</Link>
					</p>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="close" />
						<button type="submit" className="button" data-kind="quiet">
							閲覧を終える
						</button>
					</form>
				</section>
			)}
		</>
	)
}

function DecisionForm({ csrfToken, formState }: { csrfToken: string; formState: FormState | undefined }) {
	return (
		<section className={styles.section} aria-labelledby="decide">
			<h2 id="decide">判断する</h2>
			<form method="post" className={formStyles.form} noValidate>
				<ErrorSummary formState={formState} />
				<HiddenFields csrfToken={csrfToken} intent="decide" />
				<TextArea
					id="reason"
					name="reason"
					label="判断の理由"
					hint={`文書の原本を確かめた方法など。${accessLengths.reason.min}〜${accessLengths.reason.max}文字`}
					rows={3}
					formState={formState}
				/>
				<div className={formStyles.buttons}>
					<button type="submit" name="verdict" value="approved" className="button">
						72時間の閲覧を承認する
					</button>
					<button type="submit" name="verdict" value="refused" className="button" data-kind="quiet">
						承認しない
					</button>
				</div>
			</form>
		</section>
	)
}
