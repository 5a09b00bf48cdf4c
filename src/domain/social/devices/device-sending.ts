import { sql } from 'kysely'
import { encryptPush } from '../../../platform/push-message.ts'
import type { SendResult } from '../../../platform/webhook-sender.ts'
import { type Ctx, inTransaction, type Site } from '../../shared/context.ts'
import { hours } from '../../shared/japan-time.ts'
import { notificationPath } from '../../shared/links.ts'
import { publishEvent } from '../../shared/outbox.ts'
import type { TableRow } from '../../shared/tables.ts'
import { isKind, unknownKind } from '../notification-kinds.ts'
import { readChannels } from '../notification-settings.ts'
import { type Notification, readNotifications, toNotification } from '../notifications.ts'
import { noticeSubjects } from '../notice-words.ts'
import { readLineRecipients, sendByLine } from './line-notices.ts'
import { getPushKeys } from './push-keys.ts'
import { openPushTarget } from './push-subscriptions.ts'

/** What comes later than this is no news; it is in the list of notifications anyway. */
const DEADLINE_MS = hours(12)
/** Seconds before the next attempt. */
const RETRY_PAUSES = [15, 60, 300, 1_800, 3_600, 7_200, 14_400] as const
/** A push without its content, on a locked screen. */
const NO_CONTENT = '内容は、開いてご確認ください。'
const CONTENT_LENGTH = 200

/** Enqueues the next attempt in the transaction of `ctx`. */
export type EnqueueAttempt = (ctx: Ctx, deliveryId: number, at: Date) => Promise<void>

/** What became of an attempt; `status` is the answer's, null without one. */
export type Attempt = { outcome: 'sent' | 'gone' | 'refused' | 'again'; status: number | null }

type Delivery = Pick<TableRow<'device_deliveries'>, 'id' | 'notification_id' | 'channel' | 'target' | 'attempt_count' | 'created_at'>

/** A device, or LINE, and by which channel of the settings it is reached. */
export type DeviceTarget = Pick<Delivery, 'channel' | 'target'>

/** Where these people can be reached besides site and mail, by person. */
export async function readDeviceTargets(
	ctx: Pick<Ctx, 'db' | 'now' | 'line'>,
	userIds: readonly string[],
): Promise<Map<string, DeviceTarget[]>> {
	const devices = await ctx.db
		.selectFrom('push_subscriptions as s')
		.innerJoin('sessions as t', 't.id', 's.session_id')
		.select(['s.id', 's.user_id'])
		.where('s.user_id', 'in', userIds)
		.where('t.expires_at', '>', ctx.now())
		.execute()
	const targets = new Map<string, DeviceTarget[]>()
	const add = (userId: string, target: DeviceTarget) => targets.set(userId, [...(targets.get(userId) ?? []), target])
	for (const { id, user_id: userId } of devices) add(userId, { channel: 'push', target: `push:${id}` })
	for (const userId of await readLineRecipients(ctx, userIds)) add(userId, { channel: 'line', target: 'line' })
	return targets
}

/** Plans deliveries of notifications to devices, each once. Call it in the transaction that writes the notifications. */
export async function planDeliveries(
	trx: Ctx,
	planned: readonly Pick<Delivery, 'notification_id' | 'channel' | 'target'>[],
): Promise<void> {
	if (planned.length === 0) return
	const made = await trx.db
		.insertInto('device_deliveries')
		.values(planned.map((one) => ({ ...one, created_at: trx.now() })))
		.onConflict((conflict) => conflict.constraint('device_deliveries_once').doNothing())
		.returning('id')
		.execute()
	for (const { id } of made) await publishEvent(trx, { event: 'device.waiting', deliveryId: id })
}

/**
 * Makes one attempt at a delivery, and plans the next one after a failure, with growing pauses and until its deadline. Nothing happens
 * for one that is settled; one that was read meanwhile, or is not wanted any more, is dropped. A process that dies between answer and
 * commit sends it again under the same tag, which the device shows once.
 */
export async function sendToDevice(ctx: Ctx, deliveryId: number, enqueue: EnqueueAttempt): Promise<void> {
	const delivery = await ctx.db
		.selectFrom('device_deliveries')
		.select(['id', 'notification_id', 'channel', 'target', 'attempt_count', 'created_at'])
		.where('id', '=', deliveryId)
		.where('state', '=', 'waiting')
		.executeTakeFirst()
	if (!delivery) return
	const deadline = new Date(delivery.created_at.getTime() + DEADLINE_MS)
	if (ctx.now() >= deadline) return settle(ctx, delivery, 'expired', null)
	const due = await findDue(ctx, delivery)
	if (!due) return settle(ctx, delivery, 'dropped', null)
	const { outcome, status } = await attempt(ctx, delivery, { ...due, deadline })
	if (outcome !== 'again') return settle(ctx, delivery, outcome, status)
	const pause = RETRY_PAUSES[delivery.attempt_count] ?? RETRY_PAUSES.at(-1) ?? 0
	await inTransaction(ctx, async (trx) => {
		const { numUpdatedRows } = await ofAttempt(trx, delivery)
			.set({ attempt_count: delivery.attempt_count + 1, last_status: status })
			.executeTakeFirst()
		// The last attempt finds that the time is over, and says so.
		const next = new Date(Math.min(trx.now().getTime() + pause * 1_000, deadline.getTime()))
		if (numUpdatedRows === 1n) await enqueue(trx, delivery.id, next)
	})
}

type Due = { userId: string; notification: Notification }

/** The notification of a delivery, unless it was read, withdrawn or switched off since. */
async function findDue(ctx: Ctx, { notification_id: id, channel }: Delivery): Promise<Due | null> {
	const [row] = await readNotifications(ctx, { where: sql`n.id = ${id}::integer and n.read_at is null`, limit: 1 })
	if (row && !isKind(row.kind)) throw unknownKind(row.kind)
	const notification = row && toNotification(ctx.site, row)
	if (!row || !notification) return null
	const wanted = (await readChannels(ctx.db, notification.kind, [row.user_id]))(row.user_id)
	return wanted[channel] ? { userId: row.user_id, notification } : null
}

type Attempted = Attempt | { outcome: 'dropped'; status: null }

async function attempt(ctx: Ctx, { id, channel, target }: Delivery, due: Due & { deadline: Date }): Promise<Attempted> {
	if (channel === 'line') {
		const result = await sendByLine(ctx, due.userId, id, due.notification)
		return result === null ? { outcome: 'dropped', status: null } : lineOutcomeOf(result)
	}
	return pushTo(ctx, Number(target.replace('push:', '')), due)
}

async function pushTo(ctx: Ctx, subscriptionId: number, { userId, notification, deadline }: Due & { deadline: Date }): Promise<Attempted> {
	const subscription = await ctx.db
		.selectFrom('push_subscriptions as s')
		.innerJoin('sessions as t', 't.id', 's.session_id')
		.select(['s.id', 's.endpoint', 's.sealed_keys', 's.shows_content'])
		.where('s.id', '=', subscriptionId)
		.where('s.user_id', '=', userId)
		.where('t.expires_at', '>', ctx.now())
		.executeTakeFirst()
	const target = subscription && openPushTarget(ctx, subscription)
	if (!subscription || !target) return { outcome: 'dropped', status: null }
	const request = await encryptPush(target, payloadOf(notification, subscription.shows_content), {
		keys: await getPushKeys(ctx),
		subject: contactOf(ctx.site),
		seconds: Math.max(1, Math.floor((deadline.getTime() - ctx.now().getTime()) / 1_000)),
	})
	const result = await ctx.webhooks.send(target.endpoint, request)
	const attempted = outcomeOf(result)
	if (attempted.outcome === 'gone') await ctx.db.deleteFrom('push_subscriptions').where('id', '=', subscription.id).execute()
	if (attempted.outcome === 'sent')
		await ctx.db.updateTable('push_subscriptions').set({ last_sent_at: ctx.now() }).where('id', '=', subscription.id).execute()
	return attempted
}

/** What a push service means (RFC 8030, sections 5 and 7.3). */
function outcomeOf(result: SendResult): Attempt {
	if ('failure' in result) return { outcome: result.failure === 'forbidden-address' ? 'gone' : 'again', status: null }
	const { status } = result
	if (status >= 200 && status < 300) return { outcome: 'sent', status }
	if (status === 404 || status === 410) return { outcome: 'gone', status }
	return { outcome: status === 408 || status === 429 || status >= 500 ? 'again' : 'refused', status }
}

/** What LINE means: 409 for a message that it has under the same key. Its own address is not the caller's, so that no answer ends anything. */
function lineOutcomeOf(result: SendResult): Attempt {
	if ('status' in result && result.status === 409) return { outcome: 'sent', status: 409 }
	const { outcome, status } = outcomeOf(result)
	return { outcome: outcome === 'gone' ? 'refused' : outcome, status }
}

/** By default only what kind of thing happened: a push is read on locked screens, by whoever sees them. */
function payloadOf({ id, kind, text, path }: Notification, showsContent: boolean): string {
	const body = showsContent ? Array.from(text).slice(0, CONTENT_LENGTH).join('') : NO_CONTENT
	// Of one case only the newest push stays.
	return JSON.stringify({ title: noticeSubjects[kind], body, path: notificationPath(id), tag: path.split('#')[0] })
}

/** Whom a push service asks about trouble. */
const contactOf = ({ publicUrl, operator }: Site): string =>
	operator ? `mailto:${operator.mail}` : publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost.example'

/** The row of an attempt, unless another process has recorded one since this one began. */
const ofAttempt = (ctx: Ctx, { id, attempt_count }: Delivery) =>
	ctx.db.updateTable('device_deliveries').where('id', '=', id).where('state', '=', 'waiting').where('attempt_count', '=', attempt_count)

async function settle(ctx: Ctx, delivery: Delivery, state: TableRow<'device_deliveries'>['state'], status: number | null): Promise<void> {
	const isAttempt = state !== 'expired' && state !== 'dropped'
	await ofAttempt(ctx, delivery)
		.set({ state, settled_at: ctx.now(), last_status: status, attempt_count: delivery.attempt_count + (isAttempt ? 1 : 0) })
		.execute()
}
