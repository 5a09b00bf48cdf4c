import { sql } from 'kysely'
import { type CalendarNotice, calendarText } from '../shared/icalendar.ts'
import { type MailText, writeMail } from '../accounts/mails.ts'
import type { Ctx, Site } from '../shared/context.ts'
import { caseRefOf, readCaseKeys } from './case-keys.ts'
import { isKind, notificationKinds, unknownKind } from './notification-kinds.ts'
import { digestWords, eventOf, noticeWords } from './notice-words.ts'
import { notificationSettingsPath, notificationsPath, unsubscribePath } from '../shared/links.ts'
import { hours, startOfDay } from '../shared/japan-time.ts'
import type { AnswerableCase } from '../shared/outbox.ts'
import { type NotificationRow, readNotifications, toNotification } from './notifications.ts'
import { readChannels, type UnsubscribeScope } from './notification-settings.ts'

/** A notification mail: unlike a security mail it can be stopped by one click. */
export type NoticeMail = MailText & {
	to: string
	/** For List-Unsubscribe (RFC 8058). */
	unsubscribeUrl: string
	calendar?: { method: CalendarNotice['method']; content: string }
	/** Adds an answer to the case that the mail is about. */
	replyTo?: string
	/** Joins the mails of one case to this person. */
	thread?: string
	/** Names the mail for ever; begins with the time, as the ids of other mails do. */
	id: string
	/** The notifications in the mail. */
	notificationIds: readonly number[]
}

/** Where this person's answer to a notice of a case goes; null while answers by mail are off. */
export type MakeReplyAddress = (ctx: Ctx, userId: string, answers: AnswerableCase) => Promise<string | null>

/** The token that stops such mails for this person. */
export type MakeToken = (userId: string, scope: UnsubscribeScope) => string

const DIGEST_ITEMS = 30

/** The mail of one notification, or null when there is none to send any more. */
export async function readNotificationMail(
	ctx: Ctx,
	notificationId: number,
	{ tokenOf, replyAddressOf }: { tokenOf: MakeToken; replyAddressOf: MakeReplyAddress },
): Promise<NoticeMail | null> {
	const [row] = await readNotifications(ctx, {
		where: sql`n.id = ${notificationId}::integer and n.mail = 'now' and n.mailed_at is null`,
		limit: 1,
	})
	if (row && !isKind(row.kind)) throw unknownKind(row.kind)
	const notification = row && toNotification(ctx.site, row)
	if (!notification) return null
	const to = await readAddress(ctx, row.user_id)
	const wanted = (await readChannels(ctx.db, notification.kind, [row.user_id]))(row.user_id)
	if (to === null || !wanted.mail) return null
	const { publicUrl } = ctx.site
	const unsubscribeUrl = `${publicUrl}${unsubscribePath(tokenOf(row.user_id, notification.kind))}`
	const answers = row.content?.answers
	const replyTo = answers === undefined ? null : await replyAddressOf(ctx, row.user_id, answers)
	const written = writeMail(
		ctx.site,
		noticeWords[notification.kind],
		{ お知らせの文: notification.text, できごと: eventOf(notification.text, row.content?.facts ?? []) },
		{
			url: `${publicUrl}${notification.path}`,
			facts: row.content?.facts ?? [],
			takesReplies: replyTo !== null,
			footLinks: footLinks(ctx.site, notificationKinds[notification.kind].label, unsubscribeUrl, tokenOf(row.user_id, 'all')),
		},
	)
	const calendar = row.content?.calendar
	const about = caseRefOf(notification.path, answers)
	const caseKey = (await readCaseKeys(ctx, [about]))(about)
	return {
		...written,
		to,
		unsubscribeUrl,
		id: `${timeOf(row.created_at)}-n${row.id}`,
		notificationIds: [row.id],
		...(replyTo === null ? {} : { replyTo }),
		...(caseKey === null ? {} : { thread: `case-${caseKey}-${row.user_id}` }),
		...(calendar === undefined ? {} : { calendar: calendarOf(ctx.site, calendar, { to, at: row.created_at }) }),
	}
}

/** The calendar file of a notice as its recipient gets it: calendar programs take an invitation only in the recipient's own name. */
function calendarOf({ name, publicUrl }: Site, { method, event }: CalendarNotice, { to, at }: { to: string; at: Date }) {
	const organizer = { name, mail: `no-reply@${new URL(publicUrl).hostname}` }
	return { method, content: calendarText({ product: name, method, stamp: at, events: [{ ...event, organizer, attendee: to }] }) }
}

/** A person's digest of what was pending at 8:00 on `day` ('YYYY-MM-DD' in Japan); null when nothing is left. */
export async function readDigestMail(ctx: Ctx, userId: string, day: string, tokenOf: MakeToken): Promise<NoticeMail | null> {
	const until = digestMoment(day)
	const rows = await readNotifications(ctx, {
		where: sql`n.user_id = ${userId}::bigint and n.mail = 'digest' and n.mailed_at is null and n.read_at is null and n.created_at < ${until}`,
		order: sql`n.id`,
		limit: 1_000,
	})
	const to = await readAddress(ctx, userId)
	const wanted = new Set<string>()
	for (const kind of new Set(rows.map((row) => row.kind))) if (await isWantedInDigest(ctx, userId, kind)) wanted.add(kind)
	const items = to === null ? [] : rows.flatMap((row) => (wanted.has(row.kind) ? toItem(ctx.site, row) : []))
	if (to === null || items.length === 0) return null
	const unsubscribeUrl = `${ctx.site.publicUrl}${unsubscribePath(tokenOf(userId, 'digest'))}`
	const rest = items.length - DIGEST_ITEMS
	const written = writeMail(
		ctx.site,
		digestWords,
		{ 件数: `${items.length}` },
		{
			items: items.slice(0, DIGEST_ITEMS),
			more: rest > 0 ? [`ほか${rest}件は、サイトのお知らせのページでご覧ください。`] : [],
			footLinks: [
				{ label: 'お知らせをすべて見る', url: `${ctx.site.publicUrl}${notificationsPath()}` },
				...footLinks(ctx.site, '1日1回のまとめ', unsubscribeUrl, tokenOf(userId, 'all')),
			],
		},
	)
	return {
		...written,
		to,
		unsubscribeUrl,
		id: `${timeOf(until)}-d${userId}`,
		notificationIds: rows.filter(({ kind }) => isKind(kind)).map(({ id }) => id),
	}
}

/** Eight in the morning in Japan. */
export const DIGEST_AFTER_MIDNIGHT_MS = hours(8)
export const digestMoment = (day: string): Date => new Date(startOfDay(day).getTime() + DIGEST_AFTER_MIDNIGHT_MS)

/** Records that a mail is queued, so that nothing in it is mailed again. */
export async function noteMailed(ctx: Pick<Ctx, 'db' | 'now'>, notificationIds: readonly number[]): Promise<void> {
	await ctx.db.updateTable('notifications').set({ mailed_at: ctx.now() }).where('id', 'in', notificationIds).execute()
}

/** Where a person's mail goes: the address that they have proved to be theirs, unless they want no mail. */
async function readAddress({ db }: Pick<Ctx, 'db'>, userId: string): Promise<string | null> {
	const row = await db
		.selectFrom('users as u')
		.innerJoin('identities as i', 'i.uid', 'u.uid')
		.select('i.email')
		.where('u.id', '=', userId)
		.where('u.receive_email', '=', true)
		.where('u.deleted_at', 'is', null)
		.where('i.email_verified_at', 'is not', null)
		.executeTakeFirst()
	return row?.email ?? null
}

function toItem(site: Site, row: NotificationRow): { label: string; url: string }[] {
	const notification = toNotification(site, row)
	return notification ? [{ label: notification.text, url: `${site.publicUrl}${notification.path}` }] : []
}

/** The setting may have changed since; for an expert followed by digest it is enough that mails of the kind are on. */
async function isWantedInDigest({ db }: Pick<Ctx, 'db'>, userId: string, kind: string): Promise<boolean> {
	if (!isKind(kind)) return false
	const { mail: byMail, digest } = (await readChannels(db, kind, [userId]))(userId)
	return digest || (byMail && (kind === 'followed-answer' || kind === 'followed-article'))
}

const timeOf = (moment: Date): string => moment.getTime().toString(36).padStart(9, '0')

const footLinks = ({ publicUrl }: Site, what: string, unsubscribeUrl: string, tokenForAll: string) => [
	{ label: `「${what}」のメールを停止する`, url: unsubscribeUrl },
	{ label: 'お知らせのメールをすべて停止する', url: `${publicUrl}${unsubscribePath(tokenForAll)}` },
	{ label: '通知の設定を変える', url: `${publicUrl}${notificationSettingsPath()}` },
]
