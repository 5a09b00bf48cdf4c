import { sql } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import type { IncidentKind, IncidentState } from './incident-input.ts'
import type { IncidentNoticeInput, IncidentUpdateInput } from './incident-schemas.ts'

const PAGE = 20

/** Cached pages that show notices. */
export const NOTICES_TAG = 'notices'

export type IncidentItem = {
	id: number
	kind: IncidentKind
	title: string
	scope: string
	body: string
	beganAt: Date
	publishedAt: Date | null
	resolvedAt: Date | null
}

export type IncidentNotice = IncidentItem & { updates: { id: number; body: string; postedAt: Date }[] }

const columns = [
	'id',
	'kind',
	'title',
	'scope',
	'body',
	'began_at as beganAt',
	'published_at as publishedAt',
	'resolved_at as resolvedAt',
] as const

export const incidentState = ({ publishedAt, resolvedAt }: Pick<IncidentItem, 'publishedAt' | 'resolvedAt'>): IncidentState =>
	publishedAt === null ? 'draft' : resolvedAt === null ? 'open' : 'resolved'

/** A page of the published notices, the newest first. */
export async function listNotices(ctx: Pick<Ctx, 'db'>, cursor: string | null): Promise<{ items: IncidentItem[]; page: Page }> {
	const page = keysetPage<IncidentItem>(cursor, {
		...byMoment({ moment: sql`published_at`, id: sql`id` }, ({ publishedAt, id }: IncidentItem) => ({ moment: publishedAt, id })),
		direction: 'desc',
		size: PAGE,
	})
	const rows = await ctx.db
		.selectFrom('incident_notices')
		.select(columns)
		.where('published_at', 'is not', null)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { items: cut.rows, page: cut.page }
}

/** Notices that nobody but staff has seen, the newest first. */
export const listNoticeDrafts = (ctx: StaffCtx): Promise<IncidentItem[]> =>
	ctx.db
		.selectFrom('incident_notices')
		.select(columns)
		.where('published_at', 'is', null)
		.orderBy('id', 'desc')
		.limit(PAGE * 5)
		.execute()

/** A published notice with its progress, the oldest report first. Throws not-found for a draft. */
export async function getNotice(ctx: Pick<Ctx, 'db'>, id: number): Promise<IncidentNotice> {
	const notice = await read(ctx, id)
	if (notice.publishedAt === null) throw notFound('notice')
	return notice
}

/** A notice in any state, for staff. */
export const getNoticeForStaff = (ctx: StaffCtx, id: number): Promise<IncidentNotice> => read(ctx, id)

async function read(ctx: Pick<Ctx, 'db'>, id: number): Promise<IncidentNotice> {
	const notice = await ctx.db.selectFrom('incident_notices').select(columns).where('id', '=', id).executeTakeFirst()
	if (!notice) throw notFound('notice')
	const updates = await ctx.db
		.selectFrom('incident_updates')
		.select(['id', 'body', 'posted_at as postedAt'])
		.where('notice_id', '=', id)
		.orderBy('id')
		.execute()
	return { ...notice, updates }
}

/** Begins a notice as a draft. The same form sent twice gives the same draft. */
export async function createNotice(ctx: RecentStaffCtx, input: IncidentNoticeInput): Promise<{ id: number }> {
	const staff = requireRecentStaff(ctx, 'support')
	return inTransaction(staff, async (trx) => {
		const made = await trx.db
			.insertInto('incident_notices')
			.values({ ...columnsOf(input), created_at: trx.now(), client_key: input.clientKey })
			.onConflict((conflict) => conflict.column('client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) return trx.db.selectFrom('incident_notices').select('id').where('client_key', '=', input.clientKey).executeTakeFirstOrThrow()
		await recordAuditEvent(trx, { action: 'notice.begin', subject: `notice:${made.id}` })
		return made
	})
}

const columnsOf = ({ kind, title, scope, body, beganAt }: IncidentNoticeInput) => ({ kind, title, scope, body, began_at: beganAt })

const PUBLISHED = '公開したお知らせは書き換えられません。変わったことは、経過として加えてください。'

/** Changes a draft. Throws conflict for what is published: readers must be able to rely on what they have read. */
export async function editNotice(ctx: RecentStaffCtx, id: number, input: IncidentNoticeInput): Promise<void> {
	await change(ctx, id, 'notice.edit', async (trx, notice) => {
		if (notice.published_at !== null) throw conflict(PUBLISHED)
		await trx.db.updateTable('incident_notices').set(columnsOf(input)).where('id', '=', id).execute()
		return true
	})
}

/** Deletes a draft. Throws conflict for what is published. */
export async function discardNotice(ctx: RecentStaffCtx, id: number): Promise<void> {
	await change(ctx, id, 'notice.discard', async (trx, notice) => {
		if (notice.published_at !== null) throw conflict('公開したお知らせは削除できません。')
		await trx.db.deleteFrom('incident_notices').where('id', '=', id).execute()
		return true
	})
}

/** Publishes a draft. Said again it changes nothing. */
export async function publishNotice(ctx: RecentStaffCtx, id: number): Promise<void> {
	await change(ctx, id, 'notice.publish', async (trx, notice) => {
		if (notice.published_at !== null) return false
		await trx.db.updateTable('incident_notices').set({ published_at: trx.now() }).where('id', '=', id).execute()
		return true
	})
}

/**
 * Adds a report to a published notice, and with `resolves` ends the incident. The same form sent twice adds one. Throws conflict
 * for a draft, and for an end of what has ended.
 */
export async function addNoticeUpdate(
	ctx: RecentStaffCtx,
	id: number,
	{ body, clientKey }: IncidentUpdateInput,
	{ resolves }: { resolves: boolean },
): Promise<void> {
	await change(ctx, id, resolves ? 'notice.resolve' : 'notice.update', async (trx, notice) => {
		if (notice.published_at === null) throw conflict('先にお知らせを公開してください。')
		const known = await trx.db.selectFrom('incident_updates').select('id').where('client_key', '=', clientKey).executeTakeFirst()
		if (known) return false
		if (resolves && notice.resolved_at !== null)
			throw conflict('このお知らせは、すでに解決済みです。続きがあるときは、経過として加えてください。')
		await trx.db.insertInto('incident_updates').values({ notice_id: id, body, posted_at: trx.now(), client_key: clientKey }).execute()
		if (resolves) await trx.db.updateTable('incident_notices').set({ resolved_at: trx.now() }).where('id', '=', id).execute()
		return true
	})
}

const conflict = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

/** Runs `handler` with the notice locked; what changed is recorded, and pages that show notices are dropped. */
async function change(
	ctx: RecentStaffCtx,
	id: number,
	action: string,
	handler: (trx: RecentStaffCtx, notice: { published_at: Date | null; resolved_at: Date | null }) => Promise<boolean>,
): Promise<void> {
	const staff = requireRecentStaff(ctx, 'support')
	await inTransaction(staff, async (trx) => {
		const notice = await trx.db
			.selectFrom('incident_notices')
			.select(['published_at', 'resolved_at'])
			.where('id', '=', id)
			.forUpdate()
			.executeTakeFirst()
		if (!notice) throw notFound('notice')
		if (!(await handler(trx, notice))) return
		await recordAuditEvent(trx, { action, subject: `notice:${id}` })
		// The page of a draft may be kept as one that is missing.
		await publishTags(trx.db, [NOTICES_TAG, `notice:${id}`])
	})
}
