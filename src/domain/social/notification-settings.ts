import type { Kysely } from 'kysely'
import type { Encryptor } from '../../platform/token.ts'
import { type Ctx, type Database, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { channels, type Channels, isKind, kindNames, type NotificationKind, notificationKinds } from './notification-kinds.ts'

export type NotificationSettings = {
	/** When off, stops every mail except security mails, whatever the settings by kind. */
	receiveEmail: boolean
	kinds: Readonly<Record<NotificationKind, Channels>>
}

const same = (a: Channels, b: Channels): boolean => channels.every((channel) => a[channel] === b[channel])

const defaultsOf = (kind: NotificationKind): Channels => notificationKinds[kind].defaults

/** The channels of a kind for each of these people. */
export async function readChannels(
	db: Kysely<Database>,
	kind: NotificationKind,
	userIds: readonly string[],
): Promise<(userId: string) => Channels> {
	const rows =
		userIds.length === 0
			? []
			: await db
					.selectFrom('notification_settings')
					.select(['user_id', ...channels])
					.where('kind', '=', kind)
					.where('user_id', 'in', userIds)
					.execute()
	const chosen = new Map(rows.map(({ user_id: userId, ...row }) => [userId, row]))
	return (userId) => chosen.get(userId) ?? defaultsOf(kind)
}

/** The viewer's own settings of every kind. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
	const { userId } = requireMember(ctx)
	const user = await ctx.db.selectFrom('users').select('receive_email').where('id', '=', userId).executeTakeFirstOrThrow()
	const rows = await ctx.db
		.selectFrom('notification_settings')
		.select(['kind', ...channels])
		.where('user_id', '=', userId)
		.execute()
	const kinds = Object.fromEntries(kindNames.map((kind) => [kind, defaultsOf(kind)])) as Record<NotificationKind, Channels>
	for (const { kind, ...row } of rows) if (isKind(kind)) kinds[kind] = row
	return { receiveEmail: user.receive_email, kinds }
}

export type SettingsChange = { receiveEmail?: boolean; kinds?: Partial<Record<NotificationKind, Partial<Channels>>> }

/** Changes the given settings, channel by channel, and leaves the rest. */
export async function saveNotificationSettings(ctx: Ctx, change: SettingsChange): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		if (change.receiveEmail !== undefined) await setReceiveEmail(trx, userId, change.receiveEmail)
		if (change.kinds === undefined) return
		const { kinds: stored } = await getNotificationSettings(trx)
		for (const kind of kindNames) {
			const wanted = change.kinds[kind]
			if (wanted) await setChannels(trx, userId, kind, merged(stored[kind], wanted))
		}
	})
}

const merged = (stored: Channels, wanted: Partial<Channels>): Channels =>
	Object.fromEntries(channels.map((channel) => [channel, wanted[channel] ?? stored[channel]])) as Channels

async function setReceiveEmail({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string, receiveEmail: boolean): Promise<void> {
	await db
		.updateTable('users')
		.set({ receive_email: receiveEmail, updated_at: now() })
		.where('id', '=', userId)
		.where('receive_email', '!=', receiveEmail)
		.where('deleted_at', 'is', null)
		.execute()
}

/** Stored only if different from the default, so that a changed default applies to everybody who never chose. */
async function setChannels({ db }: Pick<Ctx, 'db'>, userId: string, kind: NotificationKind, wanted: Channels): Promise<void> {
	if (same(wanted, defaultsOf(kind))) {
		await db.deleteFrom('notification_settings').where('user_id', '=', userId).where('kind', '=', kind).execute()
		return
	}
	await db
		.insertInto('notification_settings')
		.values({ user_id: userId, kind, ...wanted })
		.onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(wanted))
		.execute()
}

/** Follows with a digest become follows without notifications, and what waits for the next digest is dropped. */
async function stopDigests({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
	await db.updateTable('follows').set({ notify: 'none' }).where('user_id', '=', userId).where('notify', '=', 'digest').execute()
	const waiting = db.deleteFrom('notifications').where('user_id', '=', userId).where('mail', '=', 'digest').where('mailed_at', 'is', null)
	await waiting.where('in_site', '=', false).execute()
	await db
		.updateTable('notifications')
		.set({ mail: 'none' })
		.where('user_id', '=', userId)
		.where('mail', '=', 'digest')
		.where('mailed_at', 'is', null)
		.execute()
}

/** What one click in a mail stops: the mails of one kind, the digest, or all of them. */
export type UnsubscribeScope = NotificationKind | 'digest' | 'all'

const PURPOSE = 'unsubscribe'

/** Never expires and serves only this purpose: the holder may stop such mails and learns nothing from the token. */
export const unsubscribeToken = (encryptor: Encryptor, userId: string, scope: UnsubscribeScope): string =>
	encryptor.encrypt(PURPOSE, JSON.stringify([userId, scope]))

/** Throws not-found for an invalid token. */
export function readUnsubscribeToken(encryptor: Encryptor, token: string): { userId: string; scope: UnsubscribeScope } {
	const text = token.length > 500 ? null : encryptor.decrypt(PURPOSE, token)
	const read: unknown = text === null ? null : JSON.parse(text)
	const [userId, scope] = Array.isArray(read) ? (read as unknown[]) : []
	if (typeof userId !== 'string' || typeof scope !== 'string' || !(isKind(scope) || scope === 'digest' || scope === 'all'))
		throw new DomainError('not-found', 'no such subscription')
	return { userId, scope }
}

/** Stops mails without a login, by the token of a mail. `all` stops all mails, whatever the token is for. */
export async function unsubscribe(ctx: Ctx, token: string, options: { all?: boolean } = {}): Promise<UnsubscribeScope> {
	const { userId, scope: given } = readUnsubscribeToken(ctx.encryptor, token)
	const scope = options.all ? 'all' : given
	await inTransaction(ctx, async (trx) => {
		const user = await trx.db
			.selectFrom('users')
			.select('id')
			.where('id', '=', userId)
			.where('deleted_at', 'is', null)
			.forNoKeyUpdate()
			.executeTakeFirst()
		// Deleted accounts get no mail anyway.
		if (!user) return
		if (scope === 'all') return setReceiveEmail(trx, userId, false)
		if (scope === 'digest') await stopDigests(trx, userId)
		for (const kind of kindNames) {
			if (scope !== 'digest' && scope !== kind) continue
			const now = (await readChannels(trx.db, kind, [userId]))(userId)
			await setChannels(trx, userId, kind, scope === 'digest' ? { ...now, digest: false } : { ...now, mail: false })
		}
	})
	return scope
}
