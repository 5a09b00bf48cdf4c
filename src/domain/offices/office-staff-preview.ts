import { sql } from 'kysely'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { type ReviewedChange, writeReviewed } from './office-writing.ts'
import { getOffice } from './offices.ts'
import type { OfficeFacts } from './types.ts'

/**
 * An office in any state as its page shows it, with the change that waits for approval. Read in a transaction of which nothing stays.
 * Throws not-found for a deleted office.
 */
export async function previewOfficeForStaff(ctx: StaffCtx, officeId: number): Promise<{ office: OfficeFacts; hasChange: boolean }> {
	requireStaff(ctx, 'reviewer')
	return inTransaction(ctx, async (trx) => {
		const office = await trx.db
			.selectFrom('offices')
			.select('id')
			.where('id', '=', officeId)
			.where('state', '<>', 'deleted')
			.executeTakeFirst()
		if (!office) throw notFound('office')
		const change = await trx.db
			.selectFrom('office_changes')
			.select('fields')
			.where('office_id', '=', officeId)
			.where('state', '=', 'open')
			.executeTakeFirst()
		await sql`savepoint staff_preview`.execute(trx.db)
		if (change) await writeReviewed(trx, officeId, change.fields as unknown as ReviewedChange)
		await trx.db
			.updateTable('offices')
			.set((eb) => ({ state: 'published', suspended_reason: null, published_at: eb.fn.coalesce('published_at', eb.val(trx.now())) }))
			.where('id', '=', officeId)
			.execute()
		const shown = await getOffice(trx, officeId)
		await sql`rollback to savepoint staff_preview`.execute(trx.db)
		return { office: shown, hasChange: change !== undefined }
	})
}
