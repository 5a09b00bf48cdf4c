import { sql } from 'kysely'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { addDays, startOfDay } from '../shared/japan-time.ts'
import type { RecentStaffCtx } from './staff.ts'
import type { JsonObject } from './tables.ts'

const PAGE = 50

/** An action's room (`question`) or full name, a subject, the address of the actor, and days of Japan's calendar. */
export type AuditQuery = {
	action: string
	subject: string
	email: string
	/** 'YYYY-MM-DD' or ''. */
	from: string
	to: string
	cursor: string | null
}

export type AuditEntry = {
	id: string
	at: number
	/** Null for the staff command. */
	who: { name: string; email: string | null } | null
	action: string
	subject: string
	reason: string | null
	detail: JsonObject | null
}

/** Returns a page of audit events, newest first. */
export async function listAuditEvents(ctx: RecentStaffCtx, query: AuditQuery): Promise<{ entries: AuditEntry[]; page: Page }> {
	const page = keysetPage<{ id: string }>(query.cursor, { by: [sql`a.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [Number(id)] })
	const cut = page.cut(await selectEvents(ctx, query).where(page.beyond).orderBy(page.order).limit(page.limit).execute())
	return { page: cut.page, entries: cut.rows.map(entryOf) }
}

export type SealedEntry = AuditEntry & { seal: { seq: number; hash: string } | null }

/** Returns up to `size` events of a query with their seals, newest first, from those before the event `before`. */
export async function readSealedEvents(
	ctx: RecentStaffCtx,
	query: AuditQuery,
	{ before, size }: { before: string | null; size: number },
): Promise<SealedEntry[]> {
	let rows = selectEvents(ctx, query).leftJoin('audit_chain as c', 'c.audit_id', 'a.id').select(['c.seq', 'c.hash'])
	if (before !== null) rows = rows.where('a.id', '<', before)
	return (await rows.orderBy('a.id', 'desc').limit(size).execute()).map((row) => ({
		...entryOf(row),
		seal: row.seq === null || row.hash === null ? null : { seq: Number(row.seq), hash: row.hash.toString('hex') },
	}))
}

function selectEvents(ctx: RecentStaffCtx, query: AuditQuery) {
	let rows = ctx.db
		.selectFrom('audit_log as a')
		.leftJoin('users as u', 'u.id', 'a.user_id')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['a.id', 'a.at', 'a.user_id', 'a.action', 'a.subject', 'a.reason', 'a.detail', 'i.email', 'u.first_name', 'u.last_name'])
	if (query.action !== '')
		rows = rows.where((eb) => eb.or([eb('a.action', '=', query.action), sql<boolean>`starts_with(a.action, ${`${query.action}.`})`]))
	if (query.subject !== '') rows = rows.where('a.subject', '=', query.subject)
	if (query.email !== '') rows = rows.where('i.email', '=', query.email.toLowerCase())
	if (query.from !== '') rows = rows.where('a.at', '>=', startOfDay(query.from))
	if (query.to !== '') rows = rows.where('a.at', '<', startOfDay(addDays(query.to, 1)))
	return rows
}

type EventRow = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number]

const entryOf = (row: EventRow): AuditEntry => ({
	id: row.id,
	at: row.at.getTime(),
	who: row.user_id === null ? null : { name: `${row.last_name ?? ''} ${row.first_name ?? ''}`.trim(), email: row.email },
	action: row.action,
	subject: row.subject,
	reason: row.reason,
	detail: row.detail,
})
