import { z } from 'zod'
import { redirect } from 'react-router'
import { idField } from '../forms/form-fields.server.ts'
import { isStaffWith } from '../../domain/accounts/staff.ts'
import { isHideable, reasonLabel, reportLengths, type Subject, subjectLabels } from '../../domain/moderation/input.ts'
import { decisionSchema } from '../../domain/moderation/schemas.ts'
import { decideReport, listReports } from '../../domain/moderation/reports.ts'
import { staffReportPath, staffReportsPath } from '../../domain/shared/links.ts'
import { momentText } from '../../domain/shared/japan-time.ts'
import { Head } from '../layout/head.tsx'
import { type FormState, formStateFor } from '../forms/form-state.ts'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { TextArea } from '../forms/text-area.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Route } from './+types/reports.page'
import { DoneNote, formKey, LateDecision, withDone } from './done-note.tsx'
import { FilterTabs } from '../ui/filter-tabs.tsx'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'
import { SubjectQuote } from './subject-quote.tsx'

import formStyles from '../forms/form.module.css'
import styles from './admin.module.css'

const verdicts = ['hide', 'uphold', 'dismiss'] as const

/** What members have reported: the open ones by subject, the oldest first; or what was decided. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { request, context }: Route.LoaderArgs) => {
	const { searchParams } = new URL(request.url)
	const decided = searchParams.has('decided')
	const { entries, page } = await listReports(ctx, { decided, cursor: searchParams.get('page') })
	return {
		decided,
		done: searchParams.get('done'),
		page,
		isReviewer: isStaffWith(ctx.viewer, 'reviewer'),
		entries: entries.map(({ reasons, decision, before, ...entry }) => ({
			...entry,
			reasons: reasons.map(({ reason, at, ...one }) => ({ ...one, label: reasonLabel(reason), at: momentText(at.getTime()) })),
			decision: decision && { ...decision, at: momentText(decision.at.getTime()) },
			before: before && { ...before, at: momentText(before.at.getTime()) },
		})),
		csrfToken: formToken(context, request),
	}
})

export const action = staffAction(['moderator'], 'verdict', {
	decide: {
		input: decisionSchema.extend({ targetId: idField, verdict: z.enum(verdicts).catch('dismiss') }),
		async run(ctx, { targetId, verdict, reason }, { request }) {
			await decideReport(ctx, targetId, { verdict, reason })
			return redirect(staffReportsPath(withDone(request.url, verdict)), 303)
		},
	},
})

type Entry = Route.ComponentProps['loaderData']['entries'][number]

export default function ReportsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { decided, done, entries, page, csrfToken, isReviewer } = loaderData
	const address = (cursor: string | null) => {
		const search = new URLSearchParams(decided ? { decided: '1' } : {})
		if (cursor !== null) search.set('page', cursor)
		return staffReportsPath(search.size > 0 ? `?${search.toString()}` : '')
	}
	return (
		<>
			<Head title="報告の管理" description="報告を確認します。" path={staffReportsPath()} noindex />
			<h1>報告</h1>
			<LateDecision formState={formState} forms={decided ? [] : entries.map(({ id }) => formKey('decide', id))} />
			{!formState && <DoneNote done={done} />}
			<FilterTabs
				label="表示する報告"
				tabs={[
					{ to: staffReportsPath(), label: '確認待ち', isCurrent: !decided },
					{ to: staffReportsPath('?decided=1'), label: '対応済み', isCurrent: decided },
				]}
			/>
			{entries.length === 0 && (
				<p className={styles.empty}>{decided ? '対応した報告はまだありません。' : '確認待ちの報告はありません。'}</p>
			)}
			{entries.map((entry) => (
				<ReportSection
					key={entry.id}
					entry={entry}
					csrfToken={csrfToken}
					formState={formStateFor(formState, 'decide', entry.id)}
					isReviewer={isReviewer}
				/>
			))}
			<Pager
				label="報告のページ"
				number={page.number}
				previous={page.previous && address(page.previous.cursor)}
				next={page.next && address(page.next.cursor)}
			/>
		</>
	)
}

type SectionProps = { entry: Entry; csrfToken: string; formState: FormState | undefined; isReviewer: boolean }

function ReportSection({ entry, csrfToken, formState, isReviewer }: SectionProps) {
	const { id, subject, about, reasons, decision, before } = entry
	const isThread = subject.kind === 'inquiry'
	return (
		<article className={styles.section} aria-labelledby={`report-${id}`}>
			<h2 id={`report-${id}`}>{`${subjectLabels[subject.kind]}への報告（${reasons.length}件）`}</h2>
			{isThread ? <ReportedThread entry={entry} /> : <SubjectQuote about={about} />}
			<ul>
				{reasons.map(({ id: reportId, label, body, at }) => (
					<li key={reportId}>
						<strong>{label}</strong> <span className={styles.quiet}>{at}</span>
						{body !== '' && <p>{body}</p>}
					</li>
				))}
			</ul>
			{before && <Verdict decision={before} isThread={isThread} lead="前の報告への判断：" />}
			{decision ? (
				<Verdict decision={decision} isThread={isThread} />
			) : (
				<form method="post" className={formStyles.form} noValidate>
					<OwnRoom subject={subject} isReviewer={isReviewer} />
					<ErrorSummary formState={formState} />
					<HiddenFields csrfToken={csrfToken} intent="decide" targetId={id} />
					<TextArea
						id={`reason-${id}`}
						name="reason"
						label="判断の理由"
						hint={`${reportLengths.reason.min}〜${reportLengths.reason.max}文字。${isHideable(subject.kind) ? '非公開にするときは書いた人に、公開を続けるときは報告した人に届きます。' : `「${isThread ? '対応を見送る' : '公開を続ける'}」を選ぶと、報告した人に届きます。`}`}
						rows={2}
						formState={formState}
					/>
					<div className={formStyles.buttons}>
						{isHideable(subject.kind) && (
							<button type="submit" name="verdict" value="hide" className="button">
								非公開にする
							</button>
						)}
						<button type="submit" name="verdict" value="uphold" className="button" data-kind="quiet">
							{isHideable(subject.kind) ? '別の方法で対応した' : '対応した'}
						</button>
						<button type="submit" name="verdict" value="dismiss" className="button" data-kind="quiet">
							{isThread ? '対応を見送る' : '公開を続ける'}
						</button>
					</div>
				</form>
			)}
		</article>
	)
}

function Verdict({
	decision: { state, at, reason },
	isThread,
	lead,
}: {
	decision: NonNullable<Entry['decision']>
	isThread: boolean
	lead?: string
}) {
	return (
		<p>
			{lead}
			<Tag tone={state === 'upheld' ? 'good' : 'plain'}>
				{state === 'upheld' ? '対応した' : isThread ? '見送った' : '公開を続けた'}
			</Tag>{' '}
			<span className={styles.quiet}>{at}</span> {reason}
		</p>
	)
}

/** What the two sides wrote is read on a separate page, where the reading is audited. */
function ReportedThread({ entry: { id, about, decision } }: { entry: Entry }) {
	if (!about) return <p className={styles.quiet}>事務所が削除されたため、やり取りはもうありません。</p>
	return (
		<p>
			{`「${about.title}」への問い合わせ。`}
			{!decision && <Link to={staffReportPath(id)}>やり取りを読む（閲覧は操作の記録に残ります）</Link>}
		</p>
	)
}

/** Other subjects are handled in their own rooms, by staff with the role. */
function OwnRoom({ subject: { kind, id }, isReviewer }: { subject: Subject; isReviewer: boolean }) {
	if (kind !== 'expert' && kind !== 'office') return null
	const room = kind === 'expert' ? '専門家の審査' : '事務所'
	return (
		<p className={styles.quiet}>
			公開を止めるときは、「
			{isReviewer ? <Link to={`/admin/${kind}s/${id}`}>{room}</Link> : room}
			」で行います。{!isReviewer && '審査の担当者に伝えてください。'}
		</p>
	)
}
