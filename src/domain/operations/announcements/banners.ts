import { sql } from 'kysely'
import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember, type Viewer } from '../../shared/context.ts'
import { notFound } from '../../shared/errors.ts'
import { announcementColumns, type Announcement, isAddressed, toAnnouncement } from './announcements.ts'

/** At most so many banners show at once: the newest. */
const SHOWN = 2

export type Banner = { id: number; title: string; body: string; linkPath: string | null; isForEveryone: boolean }

const isRunning = (now: Date) =>
	sql<boolean>`a.published_at is not null and a.withdrawn_at is null and a.starts_at <= ${now}::timestamptz and a.ends_at > ${now}::timestamptz`

/** The banners of this moment, whoever they are for, the newest first. The caller keeps them; ALL_PAGES drops what was kept. */
export async function listRunningBanners(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Banner[]> {
	const rows = await ctx.db
		.selectFrom('announcements as a')
		.select(['a.id', 'a.title', 'a.body', 'a.link_path as linkPath', 'a.audience'])
		.where(isRunning(ctx.now()))
		.where(sql<boolean>`'banner' = any (a.channels)`)
		.where('a.banner_ended_at', 'is', null)
		.orderBy('a.id', 'desc')
		.limit(20)
		.execute()
	return rows.map(({ audience, ...banner }) => ({ ...banner, isForEveryone: audience === 'everyone' }))
}

/**
 * Of the running banners those that the viewer sees: a visitor those for everyone, a member those that address them and that they
 * have not closed. Asks the database only for a member while a banner runs.
 */
export async function readBanners(ctx: Ctx, running: readonly Banner[]): Promise<Banner[]> {
	if (running.length === 0) return []
	if (ctx.viewer.kind !== 'member') return running.filter(({ isForEveryone }) => isForEveryone).slice(0, SHOWN)
	const { rows } = await checkedSql({ id: int4 })`
		select a.id from announcements a join users u on u.id = ${ctx.viewer.userId}::bigint
		where a.id = any (${running.map(({ id }) => id)}::integer[]) and ${isAddressed(ctx.now())}
			and not exists (select from announcement_closings c where c.announcement_id = a.id and c.user_id = u.id)
	`.execute(ctx.db)
	const own = new Set(rows.map(({ id }) => id))
	return running.filter(({ id }) => own.has(id)).slice(0, SHOWN)
}

/** Closes a banner for the member, on every device. Said again it changes nothing. Throws not-found for what was never published. */
export async function closeBanner(ctx: Ctx, id: number): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ id: int4 })`
			select a.id from announcements a join users u on u.id = ${userId}::bigint
			where a.id = ${id}::integer and a.published_at is not null and 'banner' = any (a.channels) and ${isAddressed(trx.now())}
		`.execute(trx.db)
		if (rows.length === 0) throw notFound('announcement')
		await trx.db
			.insertInto('announcement_closings')
			.values({ announcement_id: id, user_id: userId, closed_at: trx.now() })
			.onConflict((known) => known.doNothing())
			.execute()
	})
}

/** A published announcement that addresses the viewer, as its own page shows it. Throws not-found. */
export async function getAnnouncement(ctx: Ctx, id: number): Promise<Announcement> {
	const row = await ctx.db
		.selectFrom('announcements as a')
		.select(announcementColumns)
		.where('a.id', '=', id)
		.where('a.published_at', 'is not', null)
		.where('a.withdrawn_at', 'is', null)
		.where('a.starts_at', '<=', ctx.now())
		.where(isForViewer(ctx.viewer, ctx.now()))
		.executeTakeFirst()
	if (!row) throw notFound('announcement')
	return toAnnouncement(row)
}

const isForViewer = (viewer: Viewer, now: Date) =>
	viewer.kind === 'member'
		? sql<boolean>`exists (select from users u where u.id = ${viewer.userId}::bigint and ${isAddressed(now)})`
		: sql<boolean>`a.audience = 'everyone'`
