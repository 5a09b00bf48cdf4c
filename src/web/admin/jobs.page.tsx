import { z } from 'zod'
import { redirect } from 'react-router'
import { textField } from '../forms/form-fields.server.ts'
import { getJobOverview, retryJob, runScheduledJob } from '../../domain/operations/queue-admin.ts'
import { enqueueContext } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { formToken } from '../session/form-token.server.ts'
import { Link } from '../ui/link.tsx'
import { WideTable } from '../ui/wide-table.tsx'
import { momentText } from '../../domain/shared/japan-time.ts'
import { DoneNote } from './done-note.tsx'
import type { Route } from './+types/jobs.page'
import stack from '../ui/stack.module.css'
import { queueLabel } from './queue-labels.ts'
import { staffAction } from '../forms/page-action.server.ts'
import { staffLoader } from '../session/staff-page.server.ts'

import styles from './admin.module.css'

export const loader = staffLoader(['support'], 'routine', async (ctx, { context, request }: Route.LoaderArgs) => {
	const { scheduled, queues, failed } = await getJobOverview(ctx)
	const search = new URL(request.url).searchParams
	const asked = search.get('asked')
	return {
		done: search.get('done'),
		asked: scheduled.some(({ name }) => name === asked) ? queueLabel(asked ?? '') : null,
		scheduled: scheduled.map(({ name, isWaiting, lastRun, nextRunAt }) => ({
			name,
			label: queueLabel(name),
			last: lastRun === null ? 'まだ実行していません' : `前回 ${momentText(lastRun.startedAt.getTime())}`,
			next: `次回 ${momentText(nextRunAt.getTime())}`,
			outcome: isWaiting ? '順番待ち' : lastRun === null ? '' : outcomeText(lastRun),
			reason: lastRun?.state === 'completed' ? '' : (lastRun?.reason ?? ''),
		})),
		queues: queues.map(({ oldestReadyAt, ...queue }) => ({
			...queue,
			label: queueLabel(queue.name),
			oldest: oldestReadyAt === null ? '' : momentText(oldestReadyAt.getTime()),
		})),
		failed: failed.map(({ id, name, createdAt, failedAt, tries, reason }) => ({
			id,
			label: queueLabel(name),
			made: momentText(createdAt.getTime()),
			gaveUp: momentText(failedAt.getTime()),
			tries,
			reason,
		})),
		csrfToken: formToken(context, request),
	}
})

const outcomes = { active: '実行中', retry: '失敗（やり直し待ち）', completed: '完了', failed: '失敗', cancelled: '中止' }

function outcomeText({ state, startedAt, endedAt }: { state: keyof typeof outcomes; startedAt: Date; endedAt: Date | null }): string {
	if (state !== 'completed' || endedAt === null) return outcomes[state]
	const seconds = (endedAt.getTime() - startedAt.getTime()) / 1_000
	return `${outcomes.completed}（${seconds < 1 ? '1秒未満' : `${Math.round(seconds).toLocaleString('ja-JP')}秒`}）`
}

export const action = staffAction(['support'], 'routine', {
	retry: {
		input: z.object({ id: textField }),
		async run(ctx, { id }) {
			await retryJob(ctx, id)
			return redirect('/admin/jobs?done=job-retried', 303)
		},
	},
	run: {
		input: z.object({ job: textField }),
		async run(ctx, { job }, { context }) {
			await runScheduledJob(ctx, job, context.get(enqueueContext))
			return redirect(`/admin/jobs?asked=${encodeURIComponent(job)}`, 303)
		},
	},
})

export default function JobsPage({ loaderData, actionData: formState }: Route.ComponentProps) {
	const { asked, done, scheduled, queues, failed, csrfToken } = loaderData
	return (
		<>
			<Head title="メールと定期作業" description="順番を待つ作業と、終わらなかった作業です。" path="/admin/jobs" noindex />
			<h1>メールと定期作業</h1>
			<ErrorSummary formState={formState} />
			{!formState && <DoneNote done={done} />}
			<p className={styles.quiet}>
				メールとお知らせの作成は、失敗しても間隔を広げながら約1日のあいだやり直します。それでも終わらなかったものを、7日のあいだ下に残します。
			</p>
			<h2>定期作業</h2>
			{asked !== null && (
				<p className={styles.done} role="status">
					{`「${asked}」の実行を頼みました。数秒たってから`}
					<Link to="/admin/jobs">結果を見る</Link>
					ことができます。
				</p>
			)}
			<p className={styles.quiet}>
				決まった間隔で自動で実行します。待たずに実行することもでき、操作の記録に残ります。何度実行しても結果は変わりません。
			</p>
			<ScheduledJobs scheduled={scheduled} csrfToken={csrfToken} />
			<h2>待ち行列</h2>
			<QueueTable queues={queues} />
			<h2>終わらなかったもの</h2>
			<FailedJobs failed={failed} csrfToken={csrfToken} />
		</>
	)
}

type Jobs = Route.ComponentProps['loaderData']

function ScheduledJobs({ scheduled, csrfToken }: Pick<Jobs, 'scheduled' | 'csrfToken'>) {
	return (
		<ul className={`${stack.rows} ${styles.list}`}>
			{scheduled.map(({ name, label, last, next, outcome, reason }) => (
				<li key={name}>
					<form method="post" className={styles.scheduled}>
						<div className={styles.line}>
							<strong>{label}</strong>
							<span className={styles.quiet}>{last}</span>
							<span>{outcome}</span>
							<span className={styles.quiet}>{next}</span>
						</div>
						<HiddenFields csrfToken={csrfToken} intent="run" />
						<input type="hidden" name="job" value={name} />
						<button type="submit" className={styles.small}>
							いま実行する<span className="visually-hidden">{`（${label}）`}</span>
						</button>
					</form>
					{reason !== '' && <p className={styles.detail}>{reason}</p>}
				</li>
			))}
		</ul>
	)
}

function QueueTable({ queues }: Pick<Jobs, 'queues'>) {
	if (queues.length === 0) return <p className={styles.empty}>待ち行列はまだありません。</p>
	return (
		<WideTable label="待ち行列">
			<thead>
				<tr>
					<th scope="col">種類</th>
					<th scope="col">処理待ち</th>
					<th scope="col">あとで</th>
					<th scope="col">処理中</th>
					<th scope="col">失敗</th>
					<th scope="col">いちばん古い待ち</th>
				</tr>
			</thead>
			<tbody>
				{queues.map(({ name, label, ready, later, active, failed: given, oldest }) => (
					<tr key={name}>
						<th scope="row">{label}</th>
						{[ready, later, active, given].map((count, place) => (
							// The four columns never move.
							// oxlint-disable-next-line react/no-array-index-key
							<td key={place}>{count.toLocaleString('ja-JP')}</td>
						))}
						<td>{oldest}</td>
					</tr>
				))}
			</tbody>
		</WideTable>
	)
}

function FailedJobs({ failed, csrfToken }: Pick<Jobs, 'failed' | 'csrfToken'>) {
	if (failed.length === 0) return <p className={styles.empty}>終わらなかったものはありません。</p>
	return (
		<ul className={`${stack.rows} ${styles.list}`}>
			{failed.map(({ id, label, made, gaveUp, tries, reason }) => (
				<li key={id}>
					<div className={styles.line}>
						<strong>{label}</strong>
						<span className={styles.quiet}>{`${made} に受け付け、${gaveUp} に中止（${tries}回試行）`}</span>
					</div>
					<p className={styles.detail}>{reason}</p>
					<form method="post">
						<HiddenFields csrfToken={csrfToken} intent="retry" />
						<input type="hidden" name="id" value={id} />
						<button type="submit" className={styles.small}>
							もう一度試す<span className="visually-hidden">{`（${label}、${gaveUp}）`}</span>
						</button>
					</form>
				</li>
			))}
		</ul>
	)
}
