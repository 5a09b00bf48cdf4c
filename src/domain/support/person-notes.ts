import { recordAuditEvent } from '../accounts/audit.ts'
import { type RecentStaffCtx, requireStaff } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'

export type PersonNote = { id: number; body: string; by: string | null; isPinned: boolean; at: Date }

/** Notes on an account, pinned ones first, then the newest. */
export async function listPersonNotes(ctx: RecentStaffCtx, userId: string): Promise<PersonNote[]> {
	requireStaff(ctx, 'support')
	const rows = await ctx.db
		.selectFrom('person_notes as n')
		.leftJoin('users as u', 'u.id', 'n.author_id')
		.select(['n.id', 'n.body', 'n.is_pinned as isPinned', 'n.at', 'u.last_name', 'u.first_name'])
		.where('n.user_id', '=', userId)
		.orderBy('n.is_pinned', 'desc')
		.orderBy('n.id', 'desc')
		.limit(50)
		.execute()
	return rows.map(({ last_name, first_name, ...row }) => ({ ...row, by: `${last_name ?? ''} ${first_name ?? ''}`.trim() || null }))
}

/** Adds a note on an account. Only staff read it, and the person in the export of their data. Throws not-found for an unknown uid. */
export async function addPersonNote(ctx: RecentStaffCtx, uid: string, note: { body: string; isPinned: boolean }): Promise<void> {
	requireStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const user = await trx.db.selectFrom('users').select('id').where('uid', '=', uid).where('deleted_at', 'is', null).executeTakeFirst()
		if (!user) throw notFound('user')
		await trx.db
			.insertInto('person_notes')
			.values({ user_id: user.id, author_id: trx.viewer.userId, body: note.body, is_pinned: note.isPinned, at: trx.now() })
			.execute()
		await recordAuditEvent(trx, { action: 'user.note', subject: `user:${user.id}` })
	})
}

/** Deletes a note. Deleted twice it is the same as once. */
export async function removePersonNote(ctx: RecentStaffCtx, uid: string, id: number): Promise<void> {
	requireStaff(ctx, 'support')
	await inTransaction(ctx, async (trx) => {
		const removed = await trx.db
			.deleteFrom('person_notes')
			.using('users')
			.whereRef('users.id', '=', 'person_notes.user_id')
			.where('users.uid', '=', uid)
			.where('person_notes.id', '=', id)
			.returning('person_notes.user_id')
			.executeTakeFirst()
		if (removed) await recordAuditEvent(trx, { action: 'user.note-remove', subject: `user:${removed.user_id}`, detail: { note: id } })
	})
}
