import { readDatabaseHealth } from '../../../domain/operations/health/health.ts'
import { databaseChecks, type HealthCheck, processChecks } from '../../../domain/operations/health/health-checks.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import { staffHealthPath } from '../../../domain/shared/links.ts'
import { processHealthContext } from '../../context.ts'
import { Head } from '../../layout/head.tsx'
import { staffLoader } from '../../session/staff-page.server.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import type { Route } from './+types/health.page'
import styles from '../admin.module.css'

/** What works and what does not, of the database that all processes share and of the process that answers. */
export const loader = staffLoader(['support'], 'routine', async (ctx, { context }: Route.LoaderArgs) => {
	const [database, own] = await Promise.all([readDatabaseHealth(ctx), context.get(processHealthContext)?.() ?? null])
	const now = ctx.now()
	return {
		at: momentText(now),
		database: databaseChecks(database, now),
		process: own && processChecks(own, now),
		release: own && [
			{ label: 'バージョン', value: own.version },
			{ label: 'ビルド', value: own.build },
			{ label: 'プロセスの名前', value: own.instance ?? '（なし）' },
			{ label: '役割', value: roles[own.role] },
			{ label: '起動', value: momentText(own.startedAt) },
			{ label: 'Node', value: own.node },
		],
	}
})

const roles = { both: 'ページと作業', web: 'ページだけ', worker: '作業だけ' } as const
const states = {
	good: { tone: 'good', label: '正常' },
	watch: { tone: 'plain', label: '注意' },
	bad: { tone: 'warn', label: '異常' },
} as const

export default function HealthPage({ loaderData: { at, database, process, release } }: Route.ComponentProps) {
	const all = [...database, ...(process ?? [])]
	const bad = all.filter(({ state }) => state === 'bad').length
	const watched = all.filter(({ state }) => state === 'watch').length
	return (
		<div className={styles.body}>
			<Head
				title="サイトの状態"
				description="データベース、作業、メール、ディスク、バックアップの状態です。"
				path={staffHealthPath()}
				noindex
			/>
			<h1>サイトの状態</h1>
			<p className={bad > 0 ? styles.failure : styles.done} role="status">
				{bad > 0 ? `異常が${bad}件あります。` : '異常はありません。'}
				{watched > 0 && `注意が${watched}件あります。`}
			</p>
			<p className={styles.line}>
				<span className={styles.quiet}>{`${at}の状態です。`}</span>
				<Link to={staffHealthPath()}>もう一度調べる</Link>
				<Link to="/admin/jobs">メールと定期作業</Link>
				<Link to="/admin/queues/mail">届かないメール</Link>
			</p>
			<Checks id="database" title="データベース・作業・メール" checks={database} />
			{process && <Checks id="process" title="このプロセス" checks={process} />}
			{release && (
				<section className={styles.section} aria-labelledby="release">
					<h2 id="release">バージョン</h2>
					<FactList rows={release} />
				</section>
			)}
		</div>
	)
}

/** What is broken first. */
function Checks({ id, title, checks }: { id: string; title: string; checks: readonly HealthCheck[] }) {
	const order = ['bad', 'watch', 'good'] as const
	return (
		<section className={styles.section} aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			<ul className={`${stack.rows} ${styles.list}`}>
				{checks
					.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
					.map(({ label, state, value, advice, runbook }) => (
						<li key={label}>
							<div className={styles.line}>
								<Tag tone={states[state].tone}>{states[state].label}</Tag>
								<strong>{label}</strong>
								<span>{value}</span>
							</div>
							{advice !== undefined && (
								<p>
									{advice}
									<span className={styles.quiet}>{`（手順書：docs/runbooks/${runbook ?? ''}）`}</span>
								</p>
							)}
						</li>
					))}
			</ul>
		</section>
	)
}
