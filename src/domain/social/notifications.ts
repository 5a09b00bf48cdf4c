import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, int8, type RowOf, storedJson, text, timestamptz } from '../../platform/checked-sql.ts'
import type { TextSite } from '../accounts/mailing/mail-words.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { NoticeFact } from '../shared/outbox.ts'
import type { Page } from '../shared/paging.ts'
import type { TableRow } from '../shared/tables.ts'
import { caseRefOf, readCaseKeys } from './case-keys.ts'
import { channels, describeNotification, isKind, type NotificationFacts, type NotificationKind } from './notification-kinds.ts'

const PAGE = 20
/** The bell says 99+ beyond. */
const COUNTED = 100
const EXPORTED = 10_000

export type Notification = {
	id: number
	kind: NotificationKind
	/** One sentence. */
	text: string
	/** What it is about. */
	path: string
	createdAt: Date
	isRead: boolean
}

/**
 * `caseKey`: the same in all notices of one case; null for what is about none. `facts`: what, where, how much and until when, as far as
 * the sentence does not say so.
 */
export type NotificationList = {
	items: (Notification & { caseKey: string | null; facts: readonly NoticeFact[] })[]
	unread: number
	page: Page
}

/** Longer ones are texts, which the page of the case shows. */
const FACT_LENGTH = 60

const selectNotifications = checkedSql({
	id: int4,
	user_id: int8,
	kind: text,
	answer_id: int4.nullable,
	content: storedJson<TableRow<'notifications'>['content']>().nullable,
	created_at: timestamptz,
	read_at: timestamptz.nullable,
	mail: text.as<TableRow<'notifications'>['mail']>(),
	mailed_at: timestamptz.nullable,
	question_id: int4.nullable,
	question_title: text.nullable,
	expert_id: int4.nullable,
	expert_name: text.nullable,
	follower_name: text.nullable,
	article_title: text.nullable,
})
export type NotificationRow = RowOf<typeof selectNotifications>

const joins = sql`
	left join questions q on q.id = n.question_id
	left join answers a on a.id = n.answer_id
	left join experts e on e.id = n.expert_id
	left join articles r on r.id = n.article_id
`

/** Excludes what was hidden, deleted or has expired since from the list, the count and the mails. */
const stands = sql`(
	(n.question_id is null or (q.hidden_at is null and q.deleted_at is null))
	and (n.answer_id is null or a.hidden_at is null)
	and (n.article_id is null or (r.published_at is not null and r.unlisted_at is null))
	and (n.kind not in ('followed-answer', 'followed-article') or e.state = 'verified')
	and (n.kind <> 'best-answer' or q.best_answer_id = n.answer_id)
	and (n.kind <> 'choose-best' or q.state = 'answered')
)`

/** Notifications that are still valid, with the data of their sentences. */
export async function readNotifications(
	ctx: Pick<Ctx, 'db'>,
	options: { where: RawBuilder<unknown>; order?: RawBuilder<unknown>; limit: number },
): Promise<NotificationRow[]> {
	const { rows } = await selectNotifications`
		select n.id, n.user_id, n.kind, n.answer_id, n.content, n.created_at, n.read_at, n.mail, n.mailed_at, n.question_id,
			q.title as question_title, n.expert_id, e.display_name as expert_name,
			case when f.anonymize then null else trim(f.last_name || ' ' || f.first_name) end as follower_name, r.title as article_title
		from notifications n ${joins} left join users f on f.id = n.follower_id
		where ${options.where} and ${stands}
		order by ${options.order ?? sql`n.id desc`}
		limit ${options.limit}
	`.execute(ctx.db)
	return rows
}

/** Null for a kind that the code no longer knows. */
export function toNotification(site: TextSite, row: NotificationRow): Notification | null {
	if (!isKind(row.kind)) return null
	const facts: NotificationFacts = {
		question: row.question_id === null ? null : { id: row.question_id, title: row.question_title ?? '' },
		answerId: row.answer_id,
		expert: row.expert_id === null ? null : { id: row.expert_id, name: row.expert_name ?? '' },
		follower: row.follower_name || null,
		content: row.content && row.article_title !== null ? { ...row.content, text: `「${row.article_title}」` } : row.content,
	}
	const { text, path } = describeNotification(site, row.kind, facts)
	return { id: row.id, kind: row.kind, text, path, createdAt: row.created_at, isRead: row.read_at !== null }
}

/** The viewer's own, the newest first. */
export async function listNotifications(ctx: Ctx, cursorText: string | null): Promise<NotificationList> {
	const { userId } = requireMember(ctx)
	const page = keysetPage<{ id: number }>(cursorText, { by: [sql`n.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const rows = await readNotifications(ctx, {
		where: sql`n.user_id = ${userId}::bigint and n.in_site and ${page.beyond}`,
		order: page.order,
		limit: page.limit,
	})
	const cut = page.cut(rows)
	const listed = cut.rows.flatMap((row) => {
		const notification = toNotification(ctx.site, row)
		if (!notification) return []
		const facts = (row.content?.facts ?? []).filter(({ value }) => value.length <= FACT_LENGTH && !notification.text.includes(value))
		return [{ ...notification, facts, about: caseRefOf(notification.path, row.content?.answers) }]
	})
	const caseKeyOf = await readCaseKeys(
		ctx,
		listed.map(({ about }) => about),
	)
	return {
		items: listed.map(({ about, ...notification }) => ({ ...notification, caseKey: caseKeyOf(about) })),
		unread: await countUnreadNotifications(ctx),
		page: cut.page,
	}
}

/** How many the viewer has not read, a hundred at most; 0 for visitors. For the header of every page. */
export async function countUnreadNotifications(ctx: Ctx): Promise<number> {
	if (ctx.viewer.kind === 'visitor') return 0
	const { rows } = await checkedSql({ unread: int4 })`select ${unreadNotifications(ctx.viewer.userId)} as unread`.execute(ctx.db)
	return rows[0]?.unread ?? 0
}

/** The same number as a part of another statement, of an id or of a column of that statement. */
export const unreadNotifications = (userId: string | RawBuilder<unknown>) => sql<number>`(
	select count(*)::integer from (
		select from notifications n ${joins}
		where n.user_id = (${userId})::bigint and n.in_site and n.read_at is null and ${stands}
		limit ${sql.lit(COUNTED)}
	) n
)`

/** Marks the viewer's own as read; ignores other ids. Returns how many are unread now. */
export async function markNotificationsRead(ctx: Ctx, which: { ids: readonly number[] } | { all: true }): Promise<{ unread: number }> {
	const { userId } = requireMember(ctx)
	let marking = ctx.db.updateTable('notifications').set({ read_at: ctx.now() }).where('user_id', '=', userId).where('read_at', 'is', null)
	if ('ids' in which) marking = marking.where('id', 'in', which.ids.length === 0 ? [0] : which.ids)
	await marking.execute()
	return { unread: await countUnreadNotifications(ctx) }
}

/** Marks one of the viewer's own as read and returns its path. Throws not-found for others' and for deleted ones. */
export async function openNotification(ctx: Ctx, id: number): Promise<{ path: string }> {
	const { userId } = requireMember(ctx)
	const isId = Number.isInteger(id) && id >= 1 && id <= 0x7fffffff
	const [row] = isId
		? await readNotifications(ctx, { where: sql`n.id = ${id}::integer and n.user_id = ${userId}::bigint and n.in_site`, limit: 1 })
		: []
	const notification = row && toNotification(ctx.site, row)
	if (!notification) throw notFound('notification')
	await markNotificationsRead(ctx, { ids: [id] })
	return { path: notification.path }
}

/** A person's notifications, in current wording, and their settings, for the export of personal data. */
export async function exportNotifications(ctx: Pick<Ctx, 'db' | 'site'>, userId: string): Promise<Record<string, unknown>> {
	const rows = await readNotifications(ctx, { where: sql`n.user_id = ${userId}::bigint`, limit: EXPORTED })
	const settings = await ctx.db
		.selectFrom('notification_settings')
		.select(['kind', ...channels])
		.where('user_id', '=', userId)
		.orderBy('kind')
		.execute()
	const notifications = rows.flatMap((row) => {
		const shown = toNotification(ctx.site, row)
		if (!shown) return []
		const { kind, text, path, createdAt } = shown
		return [{ kind, text, path, createdAt, readAt: row.read_at, mail: row.mail, mailedAt: row.mailed_at }]
	})
	return { notifications, notificationSettings: settings }
}
