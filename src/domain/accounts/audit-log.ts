import { type RawBuilder, sql } from 'kysely'
import { checkedSql, text } from '../../platform/checked-sql.ts'
import { type KeysetPage, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { addDays, startOfDay } from '../shared/japan-time.ts'
import type { RecentStaffCtx } from './staff.ts'
import type { JsonObject } from './tables.ts'

const PAGE = 50
/** Of a network with more blocks the newest events are read until a page is full. */
const BLOCKS = 500

/** An action's room (`question`) or full name, a subject, the address of the actor, and days of Japan's calendar. */
export type AuditQuery = {
	action: string
	subject: string
	email: string
	/** A block of addresses in the notation of `readAddressBlock`, or ''. */
	block: string
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
	/** Without the block. */
	detail: JsonObject | null
	/** The address, or the /48 of an IPv6 address, from which it was done; null for jobs, commands and events before this was kept. */
	block: string | null
}

/** Returns a page of audit events, newest first. */
export async function listAuditEvents(ctx: RecentStaffCtx, query: AuditQuery): Promise<{ entries: AuditEntry[]; page: Page }> {
	const page = keysetPage<{ id: string }>(query.cursor, { by: [sql`a.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [Number(id)] })
	const rows = await selectEvents(ctx, query, page)
	const cut = page.cut(await rows.execute())
	return { page: cut.page, entries: cut.rows.map(entryOf) }
}

export type SealedEntry = AuditEntry & { seal: { seq: number; hash: string } | null }

/** Returns up to `size` events of a query with their seals, newest first, from those before the event `before`. */
export async function readSealedEvents(
	ctx: RecentStaffCtx,
	query: AuditQuery,
	{ before, size }: { before: string | null; size: number },
): Promise<SealedEntry[]> {
	const beyond = before === null ? sql<boolean>`true` : sql<boolean>`a.id < ${before}::bigint`
	const rows = await selectEvents(ctx, query, { beyond, order: sql`a.id desc`, limit: size })
	const sealed = rows.leftJoin('audit_chain as c', 'c.audit_id', 'a.id').select(['c.seq', 'c.hash'])
	return (await sealed.execute()).map((row) => ({
		...entryOf(row),
		seal: row.seq === null || row.hash === null ? null : { seq: Number(row.seq), hash: row.hash.toString('hex') },
	}))
}

type Window = Pick<KeysetPage<unknown>, 'beyond' | 'order' | 'limit'>

/** The events of a window that fit a query. */
async function selectEvents(ctx: RecentStaffCtx, query: AuditQuery, { beyond, order, limit }: Window) {
	const { action, subject, email, block, from, to } = query
	let rows = ctx.db
		.selectFrom('audit_log as a')
		.leftJoin('users as u', 'u.id', 'a.user_id')
		.leftJoin('identities as i', 'i.uid', 'u.uid')
		.select(['a.id', 'a.at', 'a.user_id', 'a.action', 'a.subject', 'a.reason', 'a.detail', 'i.email', 'u.first_name', 'u.last_name'])
	if (action !== '') rows = rows.where(ofAction(action))
	if (subject !== '') rows = rows.where('a.subject', '=', subject)
	if (email !== '') rows = rows.where('i.email', '=', email.toLowerCase())
	if (from !== '') rows = rows.where('a.at', '>=', startOfDay(from))
	if (to !== '') rows = rows.where('a.at', '<', startOfDay(addDays(to, 1)))
	if (block !== '') {
		const isAlone = [action, subject, email, from, to].every((filter) => filter === '')
		const stored = await storedBlocks(ctx, block)
		rows = rows.where(
			stored.length > BLOCKS
				? sql<boolean>`${callerBlock} <<= ${block}::inet and ${hasBlock}`
				: ofBlocks(stored, isAlone ? { beyond, order, limit } : null),
		)
	}
	return rows.where(beyond).orderBy(order).limit(limit)
}

/**
 * Every action is of a room: 「question.hide」 of `question`. A room's events have an index in order of time, and an action is sought
 * among them; what stands before the first point is written as the index has it.
 */
function ofAction(action: string): RawBuilder<boolean> {
	const [room = ''] = action.split('.')
	const isOfRoom = sql<boolean>`split_part(a.action, '.', 1) = ${room}`
	return room === action ? isOfRoom : sql<boolean>`${isOfRoom} and (a.action = ${action} or starts_with(a.action, ${`${action}.`}))`
}

const callerBlock = sql`(a.detail ->> 'callerBlock')::inet`
/** The condition of the index over the blocks. */
const hasBlock = sql`a.detail ->> 'callerBlock' is not null`

/**
 * The blocks of a network that the log has, up to one more than `BLOCKS`, each by one step in its index: how many events a network
 * has cannot be guessed, and a wrong guess reads the whole log.
 */
async function storedBlocks(ctx: RecentStaffCtx, network: string): Promise<string[]> {
	const { rows } = await checkedSql({ block: text })`
		with recursive found(block) as (
			(select ${callerBlock} from audit_log a where ${hasBlock} and ${callerBlock} >= ${network}::inet order by 1 limit 1)
			union all
			select (select ${callerBlock} from audit_log a where ${hasBlock} and ${callerBlock} > f.block order by 1 limit 1)
			from found f where f.block <<= ${network}::inet
		)
		select block::text as block from found where block <<= ${network}::inet limit ${sql.lit(BLOCKS + 1)}
	`.execute(ctx.db)
	return rows.map(({ block }) => block)
}

/** Events of some blocks; with a window, the ends of each block's own events, which is all that the window can show of them. */
function ofBlocks(blocks: readonly string[], window: Window | null): RawBuilder<boolean> {
	const [only, ...others] = blocks
	if (only === undefined) return sql<boolean>`false`
	if (others.length === 0) return sql<boolean>`${callerBlock} = ${only}::inet and ${hasBlock}`
	if (window === null) return sql<boolean>`${callerBlock} = any (${blocks}::inet[]) and ${hasBlock}`
	return sql<boolean>`a.id in (
		select e.id from unnest(${blocks}::inet[]) b(block) cross join lateral (
			select a.id from audit_log a where ${callerBlock} = b.block and ${hasBlock} and ${window.beyond} order by ${window.order} limit ${window.limit}
		) e
	)`
}

type EventRow = Awaited<ReturnType<Awaited<ReturnType<typeof selectEvents>>['execute']>>[number]

const entryOf = (row: EventRow): AuditEntry => ({
	id: row.id,
	at: row.at.getTime(),
	who: row.user_id === null ? null : { name: `${row.last_name ?? ''} ${row.first_name ?? ''}`.trim(), email: row.email },
	action: row.action,
	subject: row.subject,
	reason: row.reason,
	...splitDetail(row.detail),
})

function splitDetail(detail: JsonObject | null): Pick<AuditEntry, 'detail' | 'block'> {
	const { callerBlock, ...rest } = detail ?? {}
	return { detail: Object.keys(rest).length === 0 ? null : rest, block: typeof callerBlock === 'string' ? callerBlock : null }
}
