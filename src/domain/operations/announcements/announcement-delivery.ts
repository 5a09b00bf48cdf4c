import { sql } from 'kysely'
import { checkedSql, int4, int8 } from '../../../platform/checked-sql.ts'
import { ALL_PAGES, publishTags } from '../../../platform/page-tags.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { announcementPath } from '../../shared/links.ts'
import { publishEvent } from '../../shared/outbox.ts'
import { isAddressed, subjectOf } from './announcements.ts'

/** Members notified in one transaction; a killed job goes on after the last of them. */
const AT_ONCE = 200

/**
 * Shows and ends banners on kept pages when their time has come, and notifies the next members of an announcement through the
 * outbox. Returns how many rows it changed: repeat until it returns 0. Safe to repeat.
 */
export async function maintainAnnouncements(ctx: Ctx): Promise<number> {
	return (await turnBanners(ctx)) + (await deliverSome(ctx))
}

async function turnBanners(ctx: Ctx): Promise<number> {
	const now = ctx.now()
	return inTransaction(ctx, async (trx) => {
		const { rows } = await checkedSql({ id: int4 })`
			update announcements a set
				banner_shown_at = coalesce(a.banner_shown_at, ${now}::timestamptz),
				banner_ended_at = case when a.withdrawn_at is not null or a.ends_at <= ${now}::timestamptz then ${now}::timestamptz end
			where a.published_at is not null and a.banner_ended_at is null and 'banner' = any (a.channels) and a.starts_at <= ${now}::timestamptz
				and (a.banner_shown_at is null or a.withdrawn_at is not null or a.ends_at <= ${now}::timestamptz)
			returning a.id
		`.execute(trx.db)
		if (rows.length > 0) await publishTags(trx.db, [ALL_PAGES])
		return rows.length
	})
}

async function deliverSome(ctx: Ctx): Promise<number> {
	const now = ctx.now()
	return inTransaction(ctx, async (trx) => {
		const announcement = await trx.db
			.selectFrom('announcements')
			.select(['id', 'title', 'body', 'link_path', 'channels', 'last_user_id'])
			.where('published_at', 'is not', null)
			.where('withdrawn_at', 'is', null)
			.where('delivered_at', 'is', null)
			.where(sql<boolean>`channels && array['site', 'mail']`)
			.where('starts_at', '<=', now)
			// A site that was down all the while must not tell of what is over.
			.where('ends_at', '>', now)
			.orderBy('starts_at')
			.limit(1)
			.forUpdate()
			.skipLocked()
			.executeTakeFirst()
		if (!announcement) return 0
		const { id, title, body, link_path: link, channels, last_user_id: last } = announcement
		const { rows } = await checkedSql({ id: int8 })`
			select u.id from users u join announcements a on a.id = ${id}::integer
			where u.id > ${last}::bigint and ${isAddressed(now)}
			order by u.id limit ${AT_ONCE}
		`.execute(trx.db)
		for (const { id: userId } of rows)
			await publishEvent(trx, {
				event: 'notice',
				kind: 'announcement',
				userId,
				subject: subjectOf(id),
				text: title,
				path: link ?? announcementPath(id),
				only: (['site', 'mail'] as const).filter((channel) => channels.includes(channel)),
				facts: [{ label: '内容', value: body }],
			})
		await trx.db
			.updateTable('announcements')
			.set({
				recipient_count: sql<number>`recipient_count + ${rows.length}`,
				...(rows.length < AT_ONCE ? { delivered_at: now } : { last_user_id: rows.at(-1)?.id ?? last }),
			})
			.where('id', '=', id)
			.execute()
		return 1
	})
}
