import type { Ctx } from '../shared/context.ts'
import { isoDay } from '../shared/japan-time.ts'
import { isPrivacyKind } from './privacy-input.ts'

/** Stores what came by /contact, in the transaction of the message. A complaint is not a request. */
export async function takeInFromContact(ctx: Ctx, supportId: number): Promise<void> {
	const row = await ctx.db.selectFrom('support_requests').selectAll().where('id', '=', supportId).executeTakeFirstOrThrow()
	if (row.category !== 'privacy' || row.claimant === null || !isPrivacyKind(row.topic)) return
	await ctx.db
		.insertInto('privacy_requests')
		.values({
			...untouched,
			support_id: row.id,
			user_id: row.user_id,
			kind: row.topic,
			channel: 'contact',
			claimant: row.claimant,
			requester_name: row.sender_name,
			email: row.email,
			body: row.body,
			received_on: isoDay(row.created_at),
			due_on: row.due_on,
			created_by: null,
			created_at: row.created_at,
			client_key: `support:${row.id}`,
		})
		.execute()
}

/** A request before anybody has worked on it. */
export const untouched = {
	identity_method: null,
	identity_note: null,
	identity_by: null,
	identity_at: null,
	outlook: null,
	exported_at: null,
	erased_at: null,
	outcome: null,
	decision: null,
	decided_by: null,
	closed_at: null,
} as const
