import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { sql } from 'kysely'
import { bool, checkedSql, int4, int8, text, timestamptz } from '../../platform/checked-sql.ts'
import type { SendResult } from '../../platform/webhook-sender.ts'
import { signWebhook } from '../../platform/webhook-signature.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import { webhookPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { mayUseApi } from './api-access.ts'
import { DISABLE_AFTER_DAYS, RETRY_PAUSES } from './webhook-kinds.ts'
import { WEBHOOK_SECRET } from './webhooks.ts'

export const webhookTexts = defineTexts('webhook', {
	disabled: [
		'Webhookの送信を止めた',
		'Webhookの送信先（{送信先}）に届かない状態が続いたため、送信を止めました。原因を直してから、再開してください。',
		{ 送信先: 'hooks.example.com' },
	],
})

/** The queue goes by the database's clock, which may be ahead of this machine's. */
const CLOCK_SKEW_MS = 10_000

/** Enqueues the next attempt in the transaction of `ctx`. */
export type EnqueueAttempt = (ctx: Ctx, deliveryId: number, at: Date) => Promise<void>

const selectDelivery = checkedSql({
	id: int4,
	message_id: text,
	body: text,
	state: text,
	attempt_count: int4,
	next_try_at: timestamptz.nullable,
	endpoint_id: int4,
	user_id: int8,
	url: text,
	secret: text,
	previous_secret: text.nullable,
	previous_secret_until: timestamptz.nullable,
	disabled_at: timestamptz.nullable,
	may_use: bool,
})

const readDelivery = async (ctx: Ctx, deliveryId: number) =>
	(
		await selectDelivery`
			select d.id, d.message_id, d.body, d.state, d.attempt_count, d.next_try_at, w.id as endpoint_id, w.user_id, w.url, w.secret,
				w.previous_secret, w.previous_secret_until, w.disabled_at, ${mayUseApi(ctx.now(), sql`w.user_id`)} as may_use
			from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
			where d.id = ${deliveryId}::integer
		`.execute(ctx.db)
	).rows[0]

type Delivery = NonNullable<Awaited<ReturnType<typeof readDelivery>>>

/**
 * Makes one attempt to send a webhook, and plans the next one after a failure, with growing pauses. A webhook may be sent more
 * than once (a process may die between answer and commit): its `webhook-id` is the same then. Nothing happens for one that
 * was delivered, or whose time has not come.
 */
export async function sendWebhook(ctx: Ctx, deliveryId: number, enqueue: EnqueueAttempt): Promise<void> {
	const delivery = await readDelivery(ctx, deliveryId)
	if (!delivery || delivery.state !== 'waiting' || delivery.next_try_at === null) return
	if (delivery.next_try_at.getTime() > ctx.now().getTime() + CLOCK_SKEW_MS) return
	if (delivery.disabled_at !== null) return giveUp(ctx, delivery, 'disabled')
	if (!delivery.may_use) return giveUp(ctx, delivery, 'asleep')
	const secrets = secretsOf(ctx, delivery)
	if (secrets.length === 0) return giveUp(ctx, delivery, 'secret')
	const { body, message_id: id } = delivery
	const headers = {
		'content-type': 'application/json',
		'user-agent': `${ctx.site.publicUrl} webhooks`,
		...signWebhook({ id, body, at: ctx.now() }, secrets),
	}
	const result = await ctx.webhooks.send(delivery.url, { headers, body })
	await inTransaction(ctx, (trx) =>
		'status' in result && result.status >= 200 && result.status < 300
			? noteSuccess(trx, delivery, result.status)
			: noteFailure(trx, delivery, result, enqueue),
	)
}

/** Empty where the site's key is another one since. */
function secretsOf(ctx: Ctx, { secret, previous_secret: previous, previous_secret_until: until }: Delivery): string[] {
	const stored = [secret, ...(previous !== null && until !== null && until > ctx.now() ? [previous] : [])]
	return stored.flatMap((one) => ctx.encryptor.decrypt(WEBHOOK_SECRET, one) ?? [])
}

/** The row of an attempt, unless another process has recorded one since this one began. */
const ofAttempt = (ctx: Ctx, { id, attempt_count }: Delivery) =>
	ctx.db.updateTable('webhook_deliveries').where('id', '=', id).where('state', '=', 'waiting').where('attempt_count', '=', attempt_count)

async function giveUp(ctx: Ctx, delivery: Delivery, reason: string): Promise<void> {
	await ofAttempt(ctx, delivery).set({ state: 'failed', next_try_at: null, last_error: reason }).execute()
}

async function noteSuccess(ctx: Ctx, delivery: Delivery, status: number): Promise<void> {
	await ofAttempt(ctx, delivery)
		.set({
			state: 'delivered',
			next_try_at: null,
			attempt_count: delivery.attempt_count + 1,
			last_attempt_at: ctx.now(),
			last_status: status,
			last_error: null,
		})
		.execute()
	await ctx.db
		.updateTable('webhook_endpoints')
		.set({ failing_since: null })
		.where('id', '=', delivery.endpoint_id)
		.where('failing_since', 'is not', null)
		.execute()
}

async function noteFailure(ctx: Ctx, delivery: Delivery, result: SendResult, enqueue: EnqueueAttempt): Promise<void> {
	const now = ctx.now()
	const isGone = 'status' in result && result.status === 410
	const pause = isGone ? undefined : RETRY_PAUSES[delivery.attempt_count]
	const next = pause === undefined ? null : new Date(now.getTime() + pause * 1_000)
	const { numUpdatedRows } = await ofAttempt(ctx, delivery)
		.set({
			state: next === null ? 'failed' : 'waiting',
			next_try_at: next,
			attempt_count: delivery.attempt_count + 1,
			last_attempt_at: now,
			last_status: 'status' in result ? result.status : null,
			last_error: 'failure' in result ? result.failure : null,
		})
		.executeTakeFirst()
	if (numUpdatedRows === 0n) return
	if (next !== null) await enqueue(ctx, delivery.id, next)
	const endpoint = await ctx.db
		.updateTable('webhook_endpoints')
		.set((eb) => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(now)) }))
		.where('id', '=', delivery.endpoint_id)
		.where('disabled_at', 'is', null)
		.returning('failing_since')
		.executeTakeFirst()
	if (!endpoint?.failing_since) return
	if (isGone || now.getTime() - endpoint.failing_since.getTime() >= days(DISABLE_AFTER_DAYS)) await disable(ctx, delivery)
}

async function disable(ctx: Ctx, { endpoint_id: endpointId, user_id: userId, url }: Delivery): Promise<void> {
	const now = ctx.now()
	await ctx.db.updateTable('webhook_endpoints').set({ disabled_at: now }).where('id', '=', endpointId).execute()
	await publishEvent(ctx, {
		event: 'notice',
		kind: 'webhook',
		userId,
		subject: `webhook:${endpointId}:disabled:${now.getTime()}`,
		text: writeText(ctx.site, webhookTexts.disabled, { 送信先: new URL(url).hostname }),
		path: webhookPath(endpointId),
	})
}
