import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { publishEvent } from '../shared/outbox.ts'
import { mayUseApi } from './api-access.ts'
import type { WebhookKind } from './webhook-kinds.ts'

export type WebhookEvent = {
	kind: WebhookKind
	/** Names the occasion: an event that is recorded twice is sent once. */
	subject: string
	/** Ids and amounts only, never who somebody is: a receiver reads the rest with a token. */
	data: Readonly<Record<string, string | number | null>>
	/** All verified members of an office, or one account. */
	to: { officeId: number } | { userId: string }
}

/**
 * Records an event for every webhook that wants it. Call it in the transaction of what happened: if that rolls back, nothing is
 * sent. One statement where nobody wants it. A webhook of an account whose plan has none gets nothing.
 */
export async function recordWebhookEvent(ctx: Pick<Ctx, 'db' | 'now'>, { kind, subject, data, to }: WebhookEvent): Promise<void> {
	const now = ctx.now()
	const body = JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
	const { rows } = await checkedSql({ id: int4 })`
		insert into webhook_deliveries (endpoint_id, kind, subject, message_id, body, created_at, next_try_at)
		select w.id, ${kind}, ${subject}, 'msg_' || replace(gen_random_uuid()::text, '-', ''), ${body}, ${now}, ${now}
		from webhook_endpoints w
		where w.disabled_at is null and w.event_kinds @> array[${kind}]::text[]
			and ${
				'userId' in to
					? sql`w.user_id = ${to.userId}::bigint`
					: sql`w.user_id in (
						select e.user_id from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
						where m.office_id = ${to.officeId}::integer
					)`
			}
			and ${mayUseApi(now, sql`w.user_id`)}
		on conflict on constraint webhook_deliveries_once do nothing
		returning id
	`.execute(ctx.db)
	for (const { id } of rows) await publishEvent(ctx, { event: 'webhook.waiting', deliveryId: id })
}
