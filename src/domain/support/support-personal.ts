import type { Ctx } from '../shared/context.ts'
import { days } from '../shared/japan-time.ts'
import { privacyKinds } from './privacy-input.ts'
import { supportCategories, supportCategoryNames, supportKeptDays, topicLabel } from './support-input.ts'

/** Returns a person's support requests and their answers, for the export of personal data. */
export async function exportFromSupport(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const requests = await ctx.db.selectFrom('support_requests').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
	const replies = await ctx.db
		.selectFrom('support_replies as r')
		.innerJoin('support_requests as s', 's.id', 'r.request_id')
		.select(['r.request_id', 'r.body', 'r.created_at'])
		.where('s.user_id', '=', user.id)
		.orderBy('r.id')
		.execute()
	const privacy = await ctx.db.selectFrom('privacy_requests').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
	return {
		privacyRequests: privacy.map((row) => ({
			number: row.id,
			kind: privacyKinds[row.kind].label,
			claimant: row.claimant,
			name: row.requester_name,
			email: row.email,
			body: row.body,
			receivedOn: row.received_on,
			dueOn: row.due_on,
			identity: row.identity_method && { method: row.identity_method, note: row.identity_note, at: row.identity_at },
			outlook: row.outlook,
			outcome: row.outcome,
			decision: row.decision,
			closedAt: row.closed_at,
		})),
		supportRequests: requests.map((row) => ({
			number: row.id,
			category: supportCategories[row.category].label,
			topic: topicLabel(row.category, row.topic),
			claimant: row.claimant,
			name: row.sender_name,
			email: row.email,
			page: row.page_path,
			body: row.body,
			at: row.created_at,
			closedAt: row.closed_at,
			outcome: row.outcome,
			staffNote: row.staff_note,
			replies: replies.filter((reply) => reply.request_id === row.id).map(({ body, created_at }) => ({ body, at: created_at })),
		})),
	}
}

/** Deletes requests closed more than `supportKeptDays` ago. Returns the number. Safe to repeat. */
export async function purgeSupportRequests(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
	const privacy = await ctx.db
		.deleteFrom('privacy_requests')
		.where('closed_at', '<=', new Date(ctx.now().getTime() - days(supportKeptDays('privacy'))))
		.executeTakeFirst()
	const result = await ctx.db
		.deleteFrom('support_requests')
		.where((eb) =>
			eb.or(
				supportCategoryNames.map((category) =>
					eb.and([eb('category', '=', category), eb('closed_at', '<=', new Date(ctx.now().getTime() - days(supportKeptDays(category))))]),
				),
			),
		)
		.executeTakeFirst()
	return Number(result.numDeletedRows + privacy.numDeletedRows)
}

/** Returns the notes on a person, for the export of personal data. */
export async function exportFromNotes(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const staffNotes = await ctx.db.selectFrom('person_notes').select(['body', 'at']).where('user_id', '=', user.id).orderBy('id').execute()
	return { staffNotes }
}

/** In the transaction of the leaving. */
export async function withdrawFromNotes(ctx: Ctx, user: { id: string }): Promise<void> {
	await ctx.db.deleteFrom('person_notes').where('user_id', '=', user.id).execute()
}
