import { sql } from 'kysely'
import type { Ctx } from '../../shared/context.ts'

/** Returns which mails were sent to a person, for the export of personal data. */
export async function exportFromMails(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const mails = await ctx.db
		.selectFrom('mails')
		.select(['address', 'subject', 'state', 'at'])
		.where('user_id', '=', user.id)
		.orderBy('id')
		.execute()
	return { mails }
}

/** In the transaction of the leaving: no address stays. */
export async function withdrawFromMails(ctx: Ctx, user: { id: string }): Promise<void> {
	await sql`delete from mail_suppressions where address in (select address from mails where user_id = ${user.id}::bigint)`.execute(ctx.db)
	await ctx.db.deleteFrom('mails').where('user_id', '=', user.id).execute()
}
