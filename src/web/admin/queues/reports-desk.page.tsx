import { isStaffWith } from '../../../domain/accounts/staff.ts'
import { findOpenReport } from '../../../domain/moderation/reports.ts'
import { isHideable, reasonLabel, reportLengths, reportReasons, subjectLabels } from '../../../domain/moderation/input.ts'
import { readSubjectPreview } from '../../../domain/moderation/subject-previews.ts'
import { decisionSchema } from '../../../domain/moderation/schemas.ts'
import { deskVerdicts, skipReasons } from '../../../domain/operations/desk-input.ts'
import {
	decidedReportsPath,
	deskPath,
	staffExpertPath,
	staffOfficePath,
	staffReportPath,
	staffStandingPath,
} from '../../../domain/shared/links.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffAction } from '../../forms/page-action.server.ts'
import { formStateFor } from '../../forms/form-state.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { formKey, LateDecision } from '../done-note.tsx'
import { viewPreview } from '../posts/subject-preview.tsx'
import { SubjectQuote } from '../posts/subject-quote.tsx'
import type { Route } from './+types/reports-desk.page'
import { Desk, SkipForm } from './desk.tsx'
import { deskForms } from './desk-action.server.ts'
import { openDesk } from './desk-data.server.ts'
import { VerdictForm } from './verdict-form.tsx'
import adminStyles from '../admin.module.css'
import styles from './desk.module.css'

export const loader = staffLoader(['moderator'], 'routine', async (ctx, args: Route.LoaderArgs) => {
	const { desk, filter, showsSkipped, openId, csrfToken } = await openDesk(ctx, 'reports', args)
	const entry = openId > 0 ? await findOpenReport(ctx, openId) : null
	const preview = entry && viewPreview(await readSubjectPreview(ctx, entry.subject))
	return {
		reason: reportReasons.find(({ value }) => value === filter)?.value ?? null,
		showsSkipped,
		isReviewer: isStaffWith(ctx.viewer, 'reviewer'),
		desk,
		entry: entry && {
			...entry,
			preview,
			reasons: entry.reasons.map(({ at, ...one }) => ({ ...one, label: reasonLabel(one.reason), at: momentText(at) })),
			before: entry.before && { ...entry.before, at: momentText(entry.before.at) },
		},
		csrfToken,
	}
})

export const action = staffAction(['moderator'], 'verdict', deskForms('reports', decisionSchema))

export default function ReportsDeskPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { desk, entry, isReviewer, csrfToken } = loaderData
	return (
		<>
			<Head title="報告の対応" description="報告を確認します。" path={deskPath('reports')} noindex />
			<LateDecision
				formState={formState}
				forms={['saveView:', ...(entry ? ['decide', 'assign'].map((intent) => formKey(intent, entry.id)) : [])]}
			/>
			<Desk
				title="報告"
				tabs={tabsOf(loaderData)}
				desk={desk}
				csrfToken={csrfToken}
				formState={formState}
				lead={<Link to={decidedReportsPath()}>対応済みの報告</Link>}
			>
				{entry && (
					<div className={styles.split}>
						<Report entry={entry} isReviewer={isReviewer} />
						<div className={styles.rail}>
							<VerdictForm
								key={entry.id}
								itemId={entry.id}
								nextId={desk.nextId}
								verdicts={verdictsFor(entry.subject.kind)}
								templates={desk.reasons}
								facts={{}}
								hint={hintFor(entry.subject.kind)}
								csrfToken={csrfToken}
								formState={formStateFor(formState, 'decide', entry.id)}
							/>
							<SkipForm itemId={entry.id} nextId={desk.nextId} csrfToken={csrfToken} reasons={skipReasons} />
						</div>
					</div>
				)}
			</Desk>
		</>
	)
}

type Data = Route.ComponentProps['loaderData']
type Kind = NonNullable<Data['entry']>['subject']['kind']

const dismissLabel = (kind: Kind) => (kind === 'inquiry' ? '対応を見送る' : '公開を続ける')

/** Only what somebody posted can be hidden; of a thread between two sides nothing is public. */
const verdictsFor = (kind: Kind) =>
	deskVerdicts.reports
		.filter(({ verdict }) => verdict !== 'hide' || isHideable(kind))
		.map((one) => {
			if (one.verdict === 'dismiss') return { ...one, label: dismissLabel(kind) }
			return one.verdict === 'uphold' && !isHideable(kind) ? { ...one, label: '対応した' } : one
		})

function hintFor(kind: Kind): string {
	const length = `${reportLengths.reason.min}〜${reportLengths.reason.max}文字。`
	return isHideable(kind)
		? `${length}非公開にするときは書いた人に、公開を続けるときは報告した人に届きます。`
		: `${length}「${dismissLabel(kind)}」を選ぶと、報告した人に届きます。`
}

function tabsOf({ reason, showsSkipped }: Data) {
	return [
		{ to: deskPath('reports'), label: 'すべて', isCurrent: reason === null && !showsSkipped },
		...(['personal', 'advertising', 'abuse', 'false', 'rights', 'other'] as const).map((value) => ({
			to: deskPath('reports', { reason: value }),
			label: shortReasons[value],
			isCurrent: reason === value,
		})),
		{ to: deskPath('reports', { skipped: '1' }), label: 'あとに回したものも', isCurrent: showsSkipped && reason === null },
	]
}

const shortReasons = { personal: '個人の情報', advertising: '宣伝', abuse: '中傷', false: '誤り', rights: '権利', other: 'そのほか' }

function Report({
	entry: { id, subject, about, preview, reasons, before, authorUid },
	isReviewer,
}: {
	entry: NonNullable<Data['entry']>
	isReviewer: boolean
}) {
	return (
		<article className={styles.content} aria-labelledby="report">
			<h2 id="report">{`${subjectLabels[subject.kind]}への報告（${reasons.length}件）`}</h2>
			{subject.kind === 'inquiry' ? (
				<p>
					{about ? `「${about.title}」への問い合わせ。` : '事務所が削除されたため、やり取りはもうありません。'}
					{about && <Link to={staffReportPath(id)}>やり取りを読む（閲覧は操作の記録に残ります）</Link>}
				</p>
			) : (
				<SubjectQuote about={about} preview={preview} />
			)}
			{authorUid !== null && (
				<p>
					<Link to={staffStandingPath(authorUid)}>書いた人の投稿と処分</Link>
				</p>
			)}
			<ul>
				{reasons.map(({ id: reportId, label, body, at }) => (
					<li key={reportId}>
						<strong>{label}</strong> <span className={adminStyles.quiet}>{at}</span>
						{body !== '' && <p className={adminStyles.text}>{body}</p>}
					</li>
				))}
			</ul>
			{(subject.kind === 'expert' || subject.kind === 'office') && <OwnRoom kind={subject.kind} id={subject.id} isReviewer={isReviewer} />}
			{before && (
				<p className={adminStyles.quiet}>
					{`前の報告への判断（${before.at}）：${before.state === 'upheld' ? '対応した' : subject.kind === 'inquiry' ? '見送った' : '公開を続けた'}。${before.reason}`}
				</p>
			)}
		</article>
	)
}

/** An office or an expert is suspended in the room of its own, by staff with the role. */
function OwnRoom({ kind, id, isReviewer }: { kind: 'expert' | 'office'; id: number; isReviewer: boolean }) {
	const room = kind === 'expert' ? '専門家の審査' : '事務所'
	const to = kind === 'expert' ? staffExpertPath(id) : staffOfficePath(id)
	return (
		<p className={adminStyles.quiet}>
			公開を止めるときは、「{isReviewer ? <Link to={to}>{room}</Link> : room}」で行います。
			{!isReviewer && '審査の担当者に伝えてください。'}
		</p>
	)
}
