import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { ALL_PAGES, publishTags } from '../../../platform/page-tags.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff, type StaffCtx } from '../../accounts/staff.ts'
import type { Plan } from '../../plans/entitlements.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { keysetPage } from '../../shared/keyset.ts'
import type { Page } from '../../shared/paging.ts'
import type { AnnouncementAudience, AnnouncementChannel } from './announcement-input.ts'
import type { AnnouncementInput } from './announcement-schemas.ts'

const PAGE = 30

export type Announcement = {
	id: number
	title: string
	body: string
	linkPath: string | null
	channels: AnnouncementChannel[]
	audience: AnnouncementAudience
	plans: Plan[]
	prefectureIds: number[]
	professionIds: number[]
	startsAt: Date
	endsAt: Date
	version: number
	publishedAt: Date | null
	withdrawnAt: Date | null
	deliveredAt: Date | null
	recipientCount: number
}

export const announcementColumns = [
	'id',
	'title',
	'body',
	'link_path as linkPath',
	'channels',
	'audience',
	'plans',
	'prefecture_ids as prefectureIds',
	'profession_ids as professionIds',
	'starts_at as startsAt',
	'ends_at as endsAt',
	'version',
	'published_at as publishedAt',
	'withdrawn_at as withdrawnAt',
	'delivered_at as deliveredAt',
	'recipient_count as recipientCount',
] as const

/** Arrays of a closed set arrive as arrays of text; the constraints of the table hold what is in them. */
export const toAnnouncement = (row: Omit<Announcement, 'channels' | 'plans'> & { channels: string[]; plans: string[] }): Announcement =>
	row as Announcement

/** Drafts, running and past announcements, the newest first. */
export async function listAnnouncements(ctx: StaffCtx, cursor: string | null): Promise<{ items: Announcement[]; page: Page }> {
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('announcements')
		.select(announcementColumns)
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return { items: cut.rows.map(toAnnouncement), page: cut.page }
}

export type AnnouncementCounts = {
	/** Members of the audience as of now. */
	audience: number
	/** Of those who were notified: how many have read it, were mailed, and closed the banner. */
	read: number
	mailed: number
	closed: number
}

/** An announcement in any state with its counts. Throws not-found. */
export async function getAnnouncementForStaff(ctx: StaffCtx, id: number): Promise<Announcement & { counts: AnnouncementCounts }> {
	const row = await ctx.db.selectFrom('announcements').select(announcementColumns).where('id', '=', id).executeTakeFirst()
	if (!row) throw notFound('announcement')
	const { rows } = await checkedSql({ audience: int4, read: int4, mailed: int4, closed: int4 })`
		select
			(select count(*)::integer from announcements a, users u where a.id = ${id}::integer and ${isAddressed(ctx.now())}) as audience,
			(select count(*)::integer from notifications where kind = 'announcement' and subject = ${subjectOf(id)} and read_at is not null) as read,
			(select count(*)::integer from notifications where kind = 'announcement' and subject = ${subjectOf(id)} and mailed_at is not null) as mailed,
			(select count(*)::integer from announcement_closings where announcement_id = ${id}::integer) as closed
	`.execute(ctx.db)
	return { ...toAnnouncement(row), counts: rows[0]! }
}

export const subjectOf = (id: number): string => `announcement:${id}`

/** Condition on an announcement `a` and a user `u`: whether it is for them. */
export const isAddressed = (now: Date): RawBuilder<boolean> => sql<boolean>`(
	u.deleted_at is null
	and case a.audience
		when 'clients' then not u.is_expert
		when 'experts' then exists (
			select from experts e
			where e.user_id = u.id and e.state = 'verified'
				and (a.profession_ids = '{}' or exists (
					select from expert_credentials c where c.expert_id = e.id and c.profession_id = any (a.profession_ids)
				))
				and (a.prefecture_ids = '{}' or exists (
					select from office_members m join offices o on o.id = m.office_id and o.state = 'published'
					where m.expert_id = e.id and o.prefecture_id = any (a.prefecture_ids)
				))
		)
		else true
	end
	and (a.plans = '{}' or coalesce((
		select p.plan from account_plans p where p.user_id = u.id and (p.until is null or p.until > ${now}::timestamptz)
	), 'free') = any (a.plans))
)`

const columnsOf = (input: AnnouncementInput) => ({
	title: input.title,
	body: input.body,
	link_path: input.linkPath,
	channels: input.channels,
	audience: input.audience,
	plans: input.plans,
	prefecture_ids: input.prefectureIds,
	profession_ids: input.professionIds,
	starts_at: input.startsAt,
	ends_at: input.endsAt,
})

/** Begins an announcement as a draft. The same form sent twice gives the same draft. */
export async function createAnnouncement(ctx: RecentStaffCtx, input: AnnouncementInput): Promise<{ id: number }> {
	const staff = requireRecentStaff(ctx, 'support')
	return inTransaction(staff, async (trx) => {
		const made = await trx.db
			.insertInto('announcements')
			.values({ ...columnsOf(input), created_at: trx.now(), created_by: trx.viewer.userId, client_key: input.clientKey })
			.onConflict((conflict) => conflict.column('client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) return trx.db.selectFrom('announcements').select('id').where('client_key', '=', input.clientKey).executeTakeFirstOrThrow()
		await recordAuditEvent(trx, { action: 'announcement.begin', subject: subjectOf(made.id) })
		return made
	})
}

const conflict = (sentence: string) => new DomainError('conflict', 'refused', { fields: { form: sentence } })

/** Changes a draft. Throws conflict for what is published and for a draft that somebody else has changed meanwhile. */
export async function editAnnouncement(ctx: RecentStaffCtx, id: number, version: number, input: AnnouncementInput): Promise<void> {
	await change(ctx, id, 'announcement.edit', async (trx, row) => {
		if (row.published_at !== null) throw conflict('公開した案内は書き換えられません。取りやめて、新しい案内を作ってください。')
		if (row.version !== version) throw conflict('ほかの担当者がこの下書きを変えました。開き直して確かめてください。')
		await trx.db
			.updateTable('announcements')
			.set({ ...columnsOf(input), version: version + 1 })
			.where('id', '=', id)
			.execute()
		return true
	})
}

/** Deletes a draft. Throws conflict for what is published. */
export async function discardAnnouncement(ctx: RecentStaffCtx, id: number): Promise<void> {
	await change(ctx, id, 'announcement.discard', async (trx, row) => {
		if (row.published_at !== null) throw conflict('公開した案内は削除できません。')
		await trx.db.deleteFrom('announcements').where('id', '=', id).execute()
		return true
	})
}

/**
 * Publishes a draft as `version` has it: from its beginning on, the banner shows and members are notified in batches. Said again it
 * changes nothing. Throws conflict for a period that is over and for another version.
 */
export async function publishAnnouncement(ctx: RecentStaffCtx, id: number, version: number): Promise<void> {
	await change(ctx, id, 'announcement.publish', async (trx, row) => {
		if (row.published_at !== null) return false
		if (row.version !== version) throw conflict('ほかの担当者がこの下書きを変えました。開き直して確かめてください。')
		if (row.ends_at <= trx.now()) throw conflict('終わりの日時が過ぎています。期間を直してから公開してください。')
		await trx.db.updateTable('announcements').set({ published_at: trx.now() }).where('id', '=', id).execute()
		return true
	})
}

/** Takes a published announcement back: the banner goes, and nobody else is notified. What was sent stays sent. */
export async function withdrawAnnouncement(ctx: RecentStaffCtx, id: number, reason: string): Promise<void> {
	await change(
		ctx,
		id,
		'announcement.withdraw',
		async (trx, row) => {
			if (row.published_at === null) throw conflict('まだ公開していません。')
			if (row.withdrawn_at !== null) return false
			await trx.db.updateTable('announcements').set({ withdrawn_at: trx.now() }).where('id', '=', id).execute()
			return true
		},
		reason,
	)
}

type Locked = { version: number; published_at: Date | null; withdrawn_at: Date | null; ends_at: Date }

/** Runs `handler` with the announcement locked; what changed is recorded, and kept pages show the banners anew. */
async function change(
	ctx: RecentStaffCtx,
	id: number,
	action: string,
	handler: (trx: RecentStaffCtx, row: Locked) => Promise<boolean>,
	reason?: string,
): Promise<void> {
	const staff = requireRecentStaff(ctx, 'support')
	await inTransaction(staff, async (trx) => {
		const row = await trx.db
			.selectFrom('announcements')
			.select(['version', 'published_at', 'withdrawn_at', 'ends_at', 'channels', 'banner_shown_at'])
			.where('id', '=', id)
			.forUpdate()
			.executeTakeFirst()
		if (!row) throw notFound('announcement')
		if (!(await handler(trx, row))) return
		await recordAuditEvent(trx, { action, subject: subjectOf(id), ...(reason === undefined ? {} : { reason }) })
		// The banner of a page that is kept is part of it. Before the beginning no page has it.
		if (action === 'announcement.withdraw' && row.banner_shown_at !== null) await publishTags(trx.db, [ALL_PAGES])
	})
}
