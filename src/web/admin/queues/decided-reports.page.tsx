import { reasonLabel, subjectLabels } from '../../../domain/moderation/input.ts'
import { listDecidedReports } from '../../../domain/moderation/reports.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { decidedReportsPath, deskPath } from '../../../domain/shared/links.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { Link } from '../../ui/link.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Tag } from '../../ui/tag.tsx'
import { SubjectQuote } from '../posts/subject-quote.tsx'
import type { Route } from './+types/decided-reports.page'
import styles from '../admin.module.css'

/** Reports that were decided, the newest first. */
export const loader = staffLoader(['moderator'], 'routine', async (ctx, { request }: Route.LoaderArgs) => {
	const { entries, page } = await listDecidedReports(ctx, new URL(request.url).searchParams.get('page'))
	return {
		page,
		entries: entries.map(({ reasons, decision, ...entry }) => ({
			...entry,
			reasons: reasons.map(({ reason, at, ...one }) => ({ ...one, label: reasonLabel(reason), at: momentText(at) })),
			decision: decision && { ...decision, at: momentText(decision.at) },
		})),
	}
})

export default function DecidedReportsPage({ loaderData: { entries, page } }: Route.ComponentProps) {
	return (
		<>
			<Head title="対応済みの報告" description="対応が済んだ報告です。" path={decidedReportsPath()} noindex />
			<p>
				<Link to={deskPath('reports')}>確認待ちの報告</Link>
			</p>
			<h1>対応済みの報告</h1>
			{entries.length === 0 && <p className={styles.empty}>対応した報告はまだありません。</p>}
			{entries.map((entry) => (
				<Decided key={entry.id} entry={entry} />
			))}
			<Pager
				label="報告のページ"
				number={page.number}
				previous={page.previous && decidedReportsPath(page.previous.cursor)}
				next={page.next && decidedReportsPath(page.next.cursor)}
			/>
		</>
	)
}

type Entry = Route.ComponentProps['loaderData']['entries'][number]

function Decided({ entry: { id, subject, about, reasons, decision } }: { entry: Entry }) {
	const isThread = subject.kind === 'inquiry'
	return (
		<article className={styles.section} aria-labelledby={`report-${id}`}>
			<h2 id={`report-${id}`}>{`${subjectLabels[subject.kind]}への報告`}</h2>
			{isThread ? (
				<p className={about ? undefined : styles.quiet}>
					{about ? `「${about.title}」への問い合わせ。` : '事務所が削除されたため、やり取りはもうありません。'}
				</p>
			) : (
				<SubjectQuote about={about} />
			)}
			{reasons.map(({ id: reportId, label, body, at }) => (
				<div key={reportId}>
					<strong>{label}</strong> <span className={styles.quiet}>{at}</span>
					{body !== '' && <p className={styles.text}>{body}</p>}
				</div>
			))}
			{decision && (
				<p>
					<Tag tone={decision.state === 'upheld' ? 'good' : 'plain'}>
						{decision.state === 'upheld' ? '対応した' : isThread ? '見送った' : '公開を続けた'}
					</Tag>{' '}
					<span className={styles.quiet}>{decision.at}</span> {decision.reason}
				</p>
			)}
		</article>
	)
}
