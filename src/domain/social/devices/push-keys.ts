import { makeVapidKeys, type VapidKeys } from '../../../platform/push-message.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'

const PURPOSE = 'push-key'

/**
 * The keys that sign pushes: those of the settings, or a pair that is made once and kept encrypted. When the site's key was lost
 * a new pair takes its place, and the devices, which are bound to the former one, are forgotten.
 */
export async function getPushKeys(ctx: Ctx): Promise<VapidKeys> {
	if (ctx.vapidKeys !== null) return ctx.vapidKeys
	const kept = await findKept(ctx)
	if (kept) return kept
	const made = await makeVapidKeys()
	return inTransaction(ctx, async (trx) => {
		const row = {
			public_key: made.publicKey,
			sealed_private: ctx.encryptor.encrypt(PURPOSE, made.privateKey),
			created_at: ctx.now(),
		}
		const added = await trx.db
			.insertInto('push_keys')
			.values(row)
			.onConflict((conflict) => conflict.column('id').doNothing())
			.executeTakeFirst()
		if (added.numInsertedOrUpdatedRows === 1n) return made
		// Another process was first, or the row cannot be read any more.
		await trx.db.selectFrom('push_keys').select('id').forUpdate().execute()
		const theirs = await findKept(trx)
		if (theirs) return theirs
		await trx.db.updateTable('push_keys').set(row).execute()
		await trx.db.deleteFrom('push_subscriptions').execute()
		return made
	})
}

async function findKept({ db, encryptor }: Pick<Ctx, 'db' | 'encryptor'>): Promise<VapidKeys | null> {
	const row = await db.selectFrom('push_keys').select(['public_key', 'sealed_private']).executeTakeFirst()
	const privateKey = row && encryptor.decrypt(PURPOSE, row.sealed_private)
	return row && privateKey ? { publicKey: row.public_key, privateKey } : null
}
