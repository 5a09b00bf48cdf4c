import { redirect } from 'react-router'
import { getQueueDesk, retryJob } from '../../domain/accounts/queue-desk.ts'
import { momentText } from '../accounts/day-text.server.ts'
import { Head } from '../layout/head.tsx'
import { textOf } from '../qa/qa-action.server.ts'
import { FormMessage } from '../qa/qa-form.tsx'
import { formToken } from '../session/form-token.server.ts'
import { WideTable } from '../ui/wide-table.tsx'
import type { Route } from './+types/jobs.page'
import styles from './admin.module.css'
import { queueLabel } from './queue-labels.ts'
import { staffAction, staffLoader } from './staff-page.server.ts'

export const loader = staffLoader(['support'], async (ctx, { context, request }: Route.LoaderArgs) => {
	const { queues, failed } = await getQueueDesk(ctx)
	return {
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

export const action = staffAction(['support'], async (ctx, form) => {
	await retryJob(ctx, textOf(form, 'id'))
	return redirect('/admin/jobs', 303)
})

export default function JobsPage({ loaderData: { queues, failed, csrfToken }, actionData: refusal }: Route.ComponentProps) {
	return (
		<>
			<Head title="メールと定期作業" description="順番を待つ作業と、終わらなかった作業です。" path="/admin/jobs" noindex />
			<h1>メールと定期作業</h1>
			<FormMessage refusal={refusal} />
			<p className={styles.quiet}>
				メールとお知らせの作成は、失敗しても間隔を広げながら約1日のあいだやり直します。それでも終わらなかったものを、7日のあいだ下に残します。
			</p>
			<h2>待ち行列</h2>
			{queues.length === 0 ? (
				<p className={styles.empty}>待ち行列はまだありません。</p>
			) : (
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
			)}
			<h2>終わらなかったもの</h2>
			{failed.length === 0 ? (
				<p className={styles.empty}>終わらなかったものはありません。</p>
			) : (
				<ul className={styles.list}>
					{failed.map(({ id, label, made, gaveUp, tries, reason }) => (
						<li key={id}>
							<div className={styles.line}>
								<strong>{label}</strong>
								<span className={styles.quiet}>{`${made} に受け付け、${gaveUp} に中止（${tries}回試行）`}</span>
							</div>
							<p className={styles.detail}>{reason}</p>
							<form method="post">
								<input type="hidden" name="csrfToken" value={csrfToken} />
								<input type="hidden" name="id" value={id} />
								<button type="submit" className={styles.small}>
									もう一度試す<span className="visually-hidden">{`（${label}、${gaveUp}）`}</span>
								</button>
							</form>
						</li>
					))}
				</ul>
			)}
		</>
	)
}
