import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { webhookSecret } from '../../platform/webhook-signature.ts'
import type { AccountsCtx } from '../accounts/accounts-context.ts'
import { recordEvent } from '../accounts/events.ts'
import { requireRecentLogin } from '../accounts/sessions.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { days, hours } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import { publishEvent } from '../shared/outbox.ts'
import type { Page } from '../shared/paging.ts'
import { assertApiAccess, mayViewerUseApi } from './api-access.ts'
import type { EndpointInput } from './schemas.ts'
import { PREVIOUS_SECRET_HOURS, TEST_KIND, WEBHOOK_LOG_DAYS, type WebhookKind } from './webhook-kinds.ts'

/** Purpose of the encryption of the secrets. */
export const WEBHOOK_SECRET = 'webhook-secret'
const SECRET_BYTES = 32
/** Of the largest plan; operators have as many. */
const MAX_ENDPOINTS = entitlementsOf('pro').webhooks
const LOG_PAGE = 20

export type WebhookEndpoint = {
	id: number
	url: string
	kinds: WebhookKind[]
	createdAt: Date
	failingSince: Date | null
	disabledAt: Date | null
	/** Until when the secret before the present one signs as well. */
	previousSecretUntil: Date | null
}

const refused = (sentence: string, field = 'form') => new DomainError('conflict', 'refused', { fields: { [field]: sentence } })

const readEndpoints = (ctx: Ctx, userId: string) =>
	ctx.db
		.selectFrom('webhook_endpoints')
		.select(['id', 'url', 'event_kinds', 'created_at', 'failing_since', 'disabled_at', 'previous_secret_until'])
		.where('user_id', '=', userId)

type EndpointRow = Awaited<ReturnType<ReturnType<typeof readEndpoints>['executeTakeFirstOrThrow']>>

const present = (row: EndpointRow, now: Date): WebhookEndpoint => ({
	id: row.id,
	url: row.url,
	kinds: row.event_kinds as WebhookKind[],
	createdAt: row.created_at,
	failingSince: row.failing_since,
	disabledAt: row.disabled_at,
	previousSecretUntil: row.previous_secret_until !== null && row.previous_secret_until > now ? row.previous_secret_until : null,
})

/** The viewer's webhooks, oldest first. */
export async function listEndpoints(ctx: Ctx): Promise<WebhookEndpoint[]> {
	const { userId } = requireMember(ctx)
	return (await readEndpoints(ctx, userId).orderBy('id').execute()).map((row) => present(row, ctx.now()))
}

/** One webhook of the viewer's, and whether the viewer's plan still has webhooks. Throws not-found for one of others. */
export async function getEndpoint(ctx: Ctx, endpointId: number): Promise<WebhookEndpoint & { mayUse: boolean }> {
	const { userId } = requireMember(ctx)
	const row = await readEndpoints(ctx, userId).select(mayViewerUseApi(ctx).as('may_use')).where('id', '=', endpointId).executeTakeFirst()
	if (!row) throw notFound('webhook')
	return { ...present(row, ctx.now()), mayUse: row.may_use }
}

/**
 * Adds a webhook and returns its secret: the only time that it is readable. Takes a fresh login. Throws `forbidden` without a
 * plan that has webhooks, `invalid` for an address that nothing is sent to, `conflict` beyond their number or when the same
 * form was sent before.
 */
export async function addEndpoint(ctx: AccountsCtx, input: EndpointInput, idToken: string | null): Promise<{ id: number; secret: string }> {
	const { userId, uid } = requireMember(ctx)
	await assertApiAccess(ctx)
	if (!ctx.webhooks.accepts(input.url))
		throw new DomainError('invalid', 'nothing is sent to this address', {
			fields: { url: 'https:// で始まる、インターネットから届くURLを入力してください。社内のアドレスやIDを含むURLは使えません。' },
		})
	await requireRecentLogin(ctx, idToken)
	return inTransaction(ctx, async (trx) => {
		await sql`select id from users where id = ${userId}::bigint for no key update`.execute(trx.db)
		const { count } = await trx.db
			.selectFrom('webhook_endpoints')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.where('user_id', '=', userId)
			.executeTakeFirstOrThrow()
		if (Number(count) >= MAX_ENDPOINTS) throw refused(`Webhookの送信先は${MAX_ENDPOINTS}件まで登録できます。`)
		const secret = newSecret()
		const made = await trx.db
			.insertInto('webhook_endpoints')
			.values({
				user_id: userId,
				url: input.url,
				event_kinds: input.kinds,
				secret: trx.encryptor.encrypt(WEBHOOK_SECRET, secret),
				client_key: input.clientKey,
				created_at: trx.now(),
			})
			.onConflict((conflict) => conflict.constraint('webhook_endpoints_client_key').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (!made) throw refused('この送信先は登録済みです。署名の鍵はもう表示できません。控えていないときは、鍵を更新してください。')
		await recordEvent(trx, 'webhook-added', uid)
		return { id: made.id, secret }
	})
}

const newSecret = () => webhookSecret(randomBytes(SECRET_BYTES))

/** Changes which events are sent. */
export async function setEndpointKinds(ctx: Ctx, endpointId: number, kinds: readonly WebhookKind[]): Promise<void> {
	await changeEndpoint(ctx, endpointId, async (trx) => {
		await trx.db
			.updateTable('webhook_endpoints')
			.set({ event_kinds: [...kinds] })
			.where('id', '=', endpointId)
			.execute()
	})
}

/** Makes a new secret and returns it. The one before it signs as well for a day, so that receivers can change over. Takes a fresh login. */
export async function renewSecret(ctx: AccountsCtx, endpointId: number, idToken: string | null): Promise<string> {
	const { uid } = requireMember(ctx)
	await getEndpoint(ctx, endpointId)
	await requireRecentLogin(ctx, idToken)
	const secret = newSecret()
	await changeEndpoint(ctx, endpointId, async (trx) => {
		await trx.db
			.updateTable('webhook_endpoints')
			.set((eb) => ({
				previous_secret: eb.ref('secret'),
				previous_secret_until: new Date(trx.now().getTime() + hours(PREVIOUS_SECRET_HOURS)),
				secret: trx.encryptor.encrypt(WEBHOOK_SECRET, secret),
			}))
			.where('id', '=', endpointId)
			.execute()
		await recordEvent(trx, 'webhook-secret-renewed', uid)
	})
	return secret
}

/** Sends again to an address that was disabled for its failures. */
export async function enableEndpoint(ctx: Ctx, endpointId: number): Promise<void> {
	await assertApiAccess(ctx)
	await changeEndpoint(ctx, endpointId, async (trx) => {
		await trx.db.updateTable('webhook_endpoints').set({ disabled_at: null, failing_since: null }).where('id', '=', endpointId).execute()
	})
}

/** Removes a webhook with its log. Said again it changes nothing. */
export async function removeEndpoint(ctx: AccountsCtx, endpointId: number): Promise<void> {
	const { userId, uid } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const { numDeletedRows } = await trx.db
			.deleteFrom('webhook_endpoints')
			.where('id', '=', endpointId)
			.where('user_id', '=', userId)
			.executeTakeFirst()
		if (numDeletedRows > 0n) await recordEvent(trx, 'webhook-removed', uid)
	})
}

/** Runs `handler` with the viewer's webhook locked. Throws not-found for one of others. */
async function changeEndpoint<C extends Ctx>(ctx: C, endpointId: number, handler: (trx: C) => Promise<void>): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const row = await trx.db
			.selectFrom('webhook_endpoints')
			.select('id')
			.where('id', '=', endpointId)
			.where('user_id', '=', userId)
			.forUpdate()
			.executeTakeFirst()
		if (!row) throw notFound('webhook')
		await handler(trx)
	})
}

/** Sends a harmless event to try an address. The same form sent twice sends one. */
export async function sendTestEvent(ctx: Ctx, endpointId: number, clientKey: string): Promise<void> {
	await assertApiAccess(ctx)
	await changeEndpoint(ctx, endpointId, async (trx) => {
		const now = trx.now()
		const made = await trx.db
			.insertInto('webhook_deliveries')
			.values({
				endpoint_id: endpointId,
				kind: TEST_KIND,
				subject: `test:${clientKey}`,
				message_id: sql<string>`'msg_' || replace(gen_random_uuid()::text, '-', '')`,
				body: JSON.stringify({ type: TEST_KIND, timestamp: now.toISOString(), data: { endpointId } }),
				created_at: now,
				next_try_at: now,
			})
			.onConflict((conflict) => conflict.constraint('webhook_deliveries_once').doNothing())
			.returning('id')
			.executeTakeFirst()
		if (made) await publishEvent(trx, { event: 'webhook.waiting', deliveryId: made.id })
	})
}

export type WebhookDelivery = {
	id: number
	kind: WebhookKind | typeof TEST_KIND
	messageId: string
	body: string
	state: 'waiting' | 'delivered' | 'failed'
	attemptCount: number
	createdAt: Date
	nextTryAt: Date | null
	lastAttemptAt: Date | null
	/** What the receiver answered with. */
	lastStatus: number | null
	/** Why there was no answer. */
	lastError: string | null
}

/** What was sent to a webhook of the viewer's, newest first. Throws not-found for one of others. */
export async function listDeliveries(
	ctx: Ctx,
	endpointId: number,
	cursor: string | null,
): Promise<{ items: WebhookDelivery[]; page: Page }> {
	await getEndpoint(ctx, endpointId)
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`id`], direction: 'desc', size: LOG_PAGE, keyOf: ({ id }) => [id] })
	const rows = await ctx.db
		.selectFrom('webhook_deliveries')
		.selectAll()
		.where('endpoint_id', '=', endpointId)
		.where(page.beyond)
		.orderBy(sql`${page.order}`)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map((row) => ({
			id: row.id,
			kind: row.kind as WebhookDelivery['kind'],
			messageId: row.message_id,
			body: row.body,
			state: row.state,
			attemptCount: row.attempt_count,
			createdAt: row.created_at,
			nextTryAt: row.next_try_at,
			lastAttemptAt: row.last_attempt_at,
			lastStatus: row.last_status,
			lastError: row.last_error,
		})),
	}
}

/** Sends something of the log again, with the same webhook-id. What still waits is sent now. Throws not-found for another's. */
export async function replayDelivery(ctx: Ctx, endpointId: number, deliveryId: number): Promise<void> {
	await assertApiAccess(ctx)
	await changeEndpoint(ctx, endpointId, async (trx) => {
		const { numUpdatedRows } = await trx.db
			.updateTable('webhook_deliveries')
			.set({ state: 'waiting', next_try_at: trx.now(), attempt_count: 0 })
			.where('id', '=', deliveryId)
			.where('endpoint_id', '=', endpointId)
			.executeTakeFirst()
		if (numUpdatedRows === 0n) throw notFound('delivery')
		await publishEvent(trx, { event: 'webhook.waiting', deliveryId })
	})
}

/** Deletes what the log keeps no longer. */
export async function purgeWebhookLog({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
	await db
		.deleteFrom('webhook_deliveries')
		.where('created_at', '<', new Date(now().getTime() - days(WEBHOOK_LOG_DAYS)))
		.where('state', '!=', 'waiting')
		.execute()
}
