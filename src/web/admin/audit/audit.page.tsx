import { listAuditEvents } from '../../../domain/accounts/audit-log.ts'
import { findChainHead } from '../../../domain/operations/audit-chain.ts'
import { Head } from '../../layout/head.tsx'
import { Link } from '../../ui/link.tsx'
import { controlProps, FieldError } from '../../forms/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { staffAuditFilePath } from '../../../domain/shared/links.ts'
import { momentText } from '../../../domain/shared/japan-time.ts'
import type { Route } from './+types/audit.page'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { actionChoices, actionLabel, subjectLabel } from './audit-labels.ts'
import { auditQueryOf } from './audit-query.server.ts'
import { staffLoader } from '../../session/staff-page.server.ts'

export const loader = staffLoader(['admin'], 'personal-data', async (ctx, { request }: Route.LoaderArgs) => {
	const { query, typedBlock, blockError } = auditQueryOf(request.url)
	const head = await findChainHead(ctx.db)
	const { entries, page } = blockError === undefined ? await listAuditEvents(ctx, query) : { entries: [], page: null }
	return {
		query: { ...query, block: typedBlock },
		blockError,
		head,
		page,
		entries: entries.map(({ at, detail, ...entry }) => ({
			...entry,
			at: momentText(at),
			detail: detail === null ? null : JSON.stringify(detail),
		})),
	}
})

export default function AuditPage({ loaderData: { query, blockError, head, entries, page } }: Route.ComponentProps) {
	const { cursor: _cursor, ...filter } = query
	const pathOf = (cursor: string | null) => {
		const kept = Object.entries({ ...query, cursor: '', page: cursor ?? '' }).filter(([, value]) => value !== '')
		return `/admin/audit${kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`}`
	}
	return (
		<>
			<Head title="操作の記録" description="スタッフの操作の記録です。" path="/admin/audit" noindex />
			<h1>操作の記録</h1>
			<AuditFilter query={query} blockError={blockError} />
			<p className={styles.line}>
				{blockError === undefined && (
					<a href={staffAuditFilePath({ ...filter })} download>
						この条件の記録をCSVで書き出す
					</a>
				)}
				{head && (
					<span className={styles.quiet}>
						{`改ざん検知の連鎖：${head.count.toLocaleString('ja-JP')}件・末尾 `}
						<code className={styles.detail}>{head.hash}</code>
					</span>
				)}
			</p>
			{entries.length === 0 ? (
				<p className={styles.empty}>
					{blockError === undefined ? 'この条件に当てはまる記録はありません。' : '接続元を直してから、もう一度絞り込んでください。'}
				</p>
			) : (
				<Entries entries={entries} />
			)}
			{page && (
				<Pager
					label="記録のページ"
					number={page.number}
					previous={page.previous && pathOf(page.previous.cursor)}
					next={page.next && pathOf(page.next.cursor)}
				/>
			)}
		</>
	)
}

function AuditFilter({ query, blockError }: Pick<Route.ComponentProps['loaderData'], 'query' | 'blockError'>) {
	return (
		<form method="get" className={styles.filter}>
			<label>
				操作
				<select name="action" defaultValue={query.action}>
					<option value="">すべて</option>
					{actionChoices(query.action).map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
				</select>
			</label>
			<label>
				対象（例：専門家12）
				<input name="subject" defaultValue={subjectLabel(query.subject)} autoComplete="off" />
			</label>
			<label>
				行った人のメールアドレス
				<input name="email" defaultValue={query.email} autoComplete="off" />
			</label>
			<label>
				接続元（例：203.0.113.0/24）
				<input {...controlProps('block', { error: blockError })} name="block" defaultValue={query.block} autoComplete="off" />
				<FieldError id="block" error={blockError} />
			</label>
			<label>
				この日から
				<input type="date" name="from" defaultValue={query.from} />
			</label>
			<label>
				この日まで
				<input type="date" name="to" defaultValue={query.to} />
			</label>
			<button type="submit" className="button">
				絞り込む
			</button>
		</form>
	)
}

function Entries({ entries }: Pick<Route.ComponentProps['loaderData'], 'entries'>) {
	return (
		<ul className={`${stack.rows} ${styles.list}`}>
			{entries.map(({ id, at, who, action, subject, reason, detail, block }) => (
				<li key={id}>
					<div className={styles.line}>
						<strong>{actionLabel(action)}</strong>
						<Link to={`/admin/audit?${new URLSearchParams({ subject }).toString()}`}>{subjectLabel(subject)}</Link>
						<span className={styles.quiet}>{at}</span>
						<span className={styles.quiet}>{who === null ? 'サーバーのコマンド' : [who.name, who.email].filter(Boolean).join(' ')}</span>
						{block !== null && (
							<Link className={styles.quiet} to={`/admin/audit?${new URLSearchParams({ block }).toString()}`}>
								{`接続元 ${block}`}
							</Link>
						)}
						<code className={`${styles.quiet} ${styles.detail}`}>{action}</code>
					</div>
					{reason !== null && <p>{`理由：${reason}`}</p>}
					{detail !== null && <p className={styles.detail}>{detail}</p>}
				</li>
			))}
		</ul>
	)
}
