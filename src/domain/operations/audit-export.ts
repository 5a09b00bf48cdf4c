import { recordAuditEvent } from '../accounts/audit.ts'
import { type AuditQuery, readSealedEvents, type SealedEntry } from '../accounts/audit-log.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { csvLine } from '../shared/csv.ts'

const BATCH = 2_000

const head = ['番号', '日時', '行った人', 'メールアドレス', '接続元', '操作', '対象', '理由', '詳細', '連鎖の番号', '連鎖のハッシュ']

/**
 * The audit events of a query as CSV with their seals, newest first, read in batches while the file is sent. The export is an
 * audit event itself, recorded before the first line.
 */
export async function exportAuditEvents(ctx: RecentStaffCtx, query: AuditQuery): Promise<AsyncGenerator<string>> {
	requireRecentStaff(ctx, 'admin')
	const { cursor: _cursor, ...conditions } = query
	const filter = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== ''))
	await inTransaction(ctx, (trx) => recordAuditEvent(trx, { action: 'audit.export', subject: 'audit:file', detail: filter }))
	return lines(ctx, query)
}

async function* lines(ctx: RecentStaffCtx, query: AuditQuery): AsyncGenerator<string> {
	// The mark makes Excel read UTF-8.
	yield `\uFEFF${csvLine(head)}\r\n`
	let before: string | null = null
	for (;;) {
		const entries: SealedEntry[] = await readSealedEvents(ctx, query, { before, size: BATCH })
		if (entries.length > 0) yield entries.map((entry) => `${csvLine(cellsOf(entry))}\r\n`).join('')
		if (entries.length < BATCH) return
		before = entries.at(-1)?.id ?? null
	}
}

const cellsOf = ({ id, at, who, block, action, subject, reason, detail, seal }: SealedEntry): (string | number)[] => [
	id,
	new Date(at).toISOString(),
	who?.name ?? 'サーバーのコマンド',
	who?.email ?? '',
	block ?? '',
	action,
	subject,
	reason ?? '',
	detail === null ? '' : JSON.stringify(detail),
	seal?.seq ?? '',
	seal?.hash ?? '',
]
