import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase, visitorCtx } from '../../../test/database.ts'
import { officeSite } from './offices-for-test.ts'
import { openOffice } from '../memberships/office-access.ts'

test('while an office is locked for a change, the expert who changes it cannot be deleted', async () => {
	const { db, close } = await freshDatabase()
	onTestFinished(close, 30_000)
	const making = await db.startTransaction().execute()
	const { owner, officeId } = await officeSite({ ...visitorCtx(making) })
	const caller = await owner.ctx()
	await making.commit().execute()

	const changing = await db.startTransaction().execute()
	try {
		await openOffice({ ...caller, db: changing }, officeId, 'members', true)
		const leaving = db.transaction().execute(async (trx) => {
			await sql`set local lock_timeout = '100ms'`.execute(trx)
			await trx.deleteFrom('experts').where('id', '=', owner.expertId).execute()
		})
		await expect(leaving).rejects.toMatchObject({ code: '55P03' })
	} finally {
		await changing.rollback().execute()
	}
})
