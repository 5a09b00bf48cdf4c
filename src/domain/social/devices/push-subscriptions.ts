import { sql } from 'kysely'
import type { PushTarget } from '../../../platform/push-message.ts'
import type { AccountsCtx } from '../../accounts/accounts-context.ts'
import { requireSession } from '../../accounts/sessions.ts'
import { deviceName } from '../../accounts/sign-in/device-name.ts'
import { type Ctx, inTransaction, requireMember } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import type { PushSubscriptionInput } from './push-schemas.ts'

const PURPOSE = 'push-subscription'
/** The oldest device gives way to the next. */
const DEVICES_LIMIT = 10

export type PushDevice = {
	id: number
	/** A browser and its system in everyday words. */
	name: string
	/** Signed in with the session of this request. */
	isCurrent: boolean
	showsContent: boolean
	createdAt: Date
	lastSentAt: Date | null
}

/** The viewer's devices that get pushes, the newest first. */
export async function listPushDevices(ctx: AccountsCtx): Promise<PushDevice[]> {
	const { userId } = requireMember(ctx)
	const sessionId = ctx.caller.session?.id
	const rows = await ctx.db
		.selectFrom('push_subscriptions as s')
		.innerJoin('sessions as t', 't.id', 's.session_id')
		.select(['s.id', 's.device', 's.session_id', 's.shows_content', 's.created_at', 's.last_sent_at'])
		.where('s.user_id', '=', userId)
		.where('t.expires_at', '>', ctx.now())
		.orderBy('s.id', 'desc')
		.execute()
	return rows.map((row) => ({
		id: row.id,
		name: row.device,
		isCurrent: row.session_id === sessionId,
		showsContent: row.shows_content,
		createdAt: row.created_at,
		lastSentAt: row.last_sent_at,
	}))
}

/**
 * Sends the viewer's pushes to this browser from now on, until its session ends. Safe to repeat: what the device shows stays as it was.
 * Throws `invalid` for an address that pushes must not go to.
 */
export async function subscribeDevice(ctx: AccountsCtx, { endpoint, ...keys }: PushSubscriptionInput): Promise<void> {
	const { userId } = requireMember(ctx)
	const session = requireSession(ctx)
	if (!ctx.webhooks.accepts(endpoint))
		throw new DomainError('invalid', 'forbidden endpoint', { fields: { form: 'このブラウザーのプッシュ通知の送り先は、使えません。' } })
	const row = {
		user_id: userId,
		session_id: session.id,
		sealed_keys: ctx.encryptor.encrypt(PURPOSE, JSON.stringify(keys)),
		device: deviceName(ctx.caller.userAgent),
	}
	await inTransaction(ctx, async (trx) => {
		// One device at a time for each person, so that the limit holds.
		await trx.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
		await trx.db
			.insertInto('push_subscriptions')
			.values({ ...row, endpoint, created_at: ctx.now() })
			.onConflict((conflict) =>
				conflict.constraint('push_subscriptions_endpoint').doUpdateSet((eb) => ({
					...row,
					// Another person of the same browser begins without content.
					shows_content: sql<boolean>`${eb.ref('push_subscriptions.shows_content')} and ${eb.ref('push_subscriptions.user_id')} = ${userId}::bigint`,
				})),
			)
			.execute()
		await trx.db
			.deleteFrom('push_subscriptions')
			.where('user_id', '=', userId)
			.where('id', 'not in', (eb) =>
				eb.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).orderBy('id', 'desc').limit(DEVICES_LIMIT),
			)
			.execute()
	})
}

/** Stops the pushes to one of the viewer's devices; does nothing for any other. */
export async function removePushDevice(ctx: Ctx, id: number): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db.deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', userId).execute()
}

/** Chooses whether the pushes to one of the viewer's devices say more than their kind; does nothing for any other. */
export async function setPushContent(ctx: Ctx, id: number, showsContent: boolean): Promise<void> {
	const { userId } = requireMember(ctx)
	await ctx.db
		.updateTable('push_subscriptions')
		.set({ shows_content: showsContent })
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.execute()
}

/** Where the pushes of a subscription go; null when the site's key is another one since. */
export function openPushTarget({ encryptor }: Pick<Ctx, 'encryptor'>, row: { endpoint: string; sealed_keys: string }): PushTarget | null {
	const keys = encryptor.decrypt(PURPOSE, row.sealed_keys)
	return keys === null ? null : { endpoint: row.endpoint, ...(JSON.parse(keys) as Omit<PushTarget, 'endpoint'>) }
}

/** A person's devices, for the export of personal data. */
export async function exportPushDevices({ db }: Pick<Ctx, 'db'>, userId: string) {
	return db
		.selectFrom('push_subscriptions')
		.select(['device', 'shows_content as showsContent', 'created_at as createdAt', 'last_sent_at as lastSentAt'])
		.where('user_id', '=', userId)
		.orderBy('id')
		.execute()
}
