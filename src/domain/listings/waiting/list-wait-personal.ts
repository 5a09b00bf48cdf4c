import { sql } from 'kysely'
import type { Ctx } from '../../shared/context.ts'

/** Waits belong to the account whose confirmed address they have. */
const ofAccount = (userId: string) => sql<boolean>`email = (
	select i.email from users u join identities i on i.uid = u.uid
	where u.id = ${userId}::bigint and i.email_verified_at is not null
)`

/** Returns the lists that a person waits for, for the export of personal data. */
export async function exportFromWaits({ db }: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const rows = await db
		.selectFrom('list_waits')
		.select(['scope_id', 'area_id', 'email', 'created_at', 'confirmed_at'])
		.where(ofAccount(user.id))
		.orderBy('id')
		.execute()
	return {
		listWaits: rows.map((row) => ({
			scopeId: row.scope_id,
			areaId: row.area_id,
			email: row.email,
			createdAt: row.created_at,
			confirmedAt: row.confirmed_at,
		})),
	}
}

/** Deletes the lists that a person waits for. Call it in the transaction that deletes the account. */
export async function withdrawFromWaits({ db }: Ctx, user: { id: string }): Promise<void> {
	await db.deleteFrom('list_waits').where(ofAccount(user.id)).execute()
}
