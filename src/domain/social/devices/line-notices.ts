import { sql } from 'kysely'
import { hashToken } from '../../../platform/token.ts'
import type { LineEvent } from '../../../platform/line-messages.ts'
import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { notificationPath } from '../../shared/links.ts'
import { noticeSubjects } from '../notice-words.ts'
import type { Notification } from '../notifications.ts'

/** LINE takes 5,000; a notice is one sentence. */
const TEXT_LENGTH = 500

export type LineNotices = {
	/** The account to add as a friend. */
	botId: string
	/** Whether the viewer signs in with LINE, so that it is known who they are there. */
	isLinked: boolean
	/** Null until LINE has reported it. */
	isFriend: boolean | null
	/** Whether the viewer wants notices by LINE. */
	isOn: boolean
	showsContent: boolean
}

/** The viewer's notices by LINE; null on a site without them. */
export async function findLineNotices(ctx: Ctx): Promise<LineNotices | null> {
	const { userId } = requireMember(ctx)
	if (ctx.line === null) return null
	const row = await ctx.db
		.selectFrom('users as u')
		.leftJoin('identity_links as i', (join) => join.onRef('i.uid', '=', 'u.uid').on('i.provider', '=', 'line'))
		.leftJoin('line_friends as f', 'f.line_user_id', 'i.subject')
		.leftJoin('line_notices as n', 'n.user_id', 'u.id')
		.select(['i.subject', 'f.is_friend', 'n.user_id', 'n.shows_content'])
		.where('u.id', '=', userId)
		.executeTakeFirstOrThrow()
	return {
		botId: ctx.line.botId,
		isLinked: row.subject !== null,
		isFriend: row.is_friend,
		isOn: row.user_id !== null && row.subject !== null,
		showsContent: row.shows_content ?? false,
	}
}

/** Begins or changes the viewer's notices by LINE. Throws `invalid` for one who does not sign in with LINE. */
export async function setLineNotices(ctx: Ctx, { showsContent }: { showsContent: boolean }): Promise<void> {
	const { userId } = requireMember(ctx)
	const found = await findLineNotices(ctx)
	if (!found?.isLinked)
		throw new DomainError('invalid', 'LINE is not linked', {
			fields: { form: 'LINEでのお知らせには、先にアカウントのページでLINEと連携してください。' },
		})
	await ctx.db
		.insertInto('line_notices')
		.values({ user_id: userId, shows_content: showsContent, created_at: ctx.now() })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet({ shows_content: showsContent }))
		.execute()
}

/** Ends the viewer's notices by LINE; harmless where there are none. */
export async function stopLineNotices(ctx: Ctx): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db.deleteFrom('line_notices').where('user_id', '=', userId).execute()
}

/** What LINE reports of friends. A report that comes late, or again, changes nothing. */
export async function noteLineEvents(ctx: Ctx, events: readonly LineEvent[]): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		for (const { kind, lineUserId, at } of events)
			await trx.db
				.insertInto('line_friends')
				.values({ line_user_id: lineUserId, is_friend: kind === 'follow', at })
				.onConflict((conflict) =>
					conflict
						.column('line_user_id')
						.doUpdateSet({ is_friend: kind === 'follow', at })
						.where('line_friends.at', '<', at),
				)
				.execute()
	})
}

/** Those of these people who can be reached by LINE: they want it, are known there and have not blocked the account. */
export async function readLineRecipients({ db, line }: Pick<Ctx, 'db' | 'line'>, userIds: readonly string[]): Promise<Set<string>> {
	if (line === null) return new Set()
	const rows = await recipients({ db }).select('n.user_id').where('n.user_id', 'in', userIds).execute()
	return new Set(rows.map((row) => row.user_id))
}

const recipients = ({ db }: Pick<Ctx, 'db'>) =>
	db
		.selectFrom('line_notices as n')
		.innerJoin('users as u', 'u.id', 'n.user_id')
		.innerJoin('identity_links as i', (join) => join.onRef('i.uid', '=', 'u.uid').on('i.provider', '=', 'line'))
		.leftJoin('line_friends as f', 'f.line_user_id', 'i.subject')
		.where('u.deleted_at', 'is', null)
		.where((eb) => eb.fn.coalesce('f.is_friend', sql<boolean>`true`))

/** Sends a notice by LINE; null for somebody who cannot be reached there any more. */
export async function sendByLine(ctx: Ctx, userId: string, deliveryId: number, notification: Notification) {
	if (ctx.line === null) return null
	const row = await recipients(ctx).select(['i.subject', 'n.shows_content']).where('n.user_id', '=', userId).executeTakeFirst()
	if (!row) return null
	const { kind, id, text } = notification
	const said = row.shows_content ? Array.from(text).slice(0, TEXT_LENGTH).join('') : noticeSubjects[kind]
	return ctx.line.send(row.subject, `${said}\n${ctx.site.publicUrl}${notificationPath(id)}`, retryKey(ctx, deliveryId))
}

/** A UUID that a repeated attempt has again, and that no other site's delivery has. */
function retryKey({ site }: Ctx, deliveryId: number): string {
	const hex = hashToken(`line ${site.publicUrl} ${deliveryId}`).toString('hex')
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
