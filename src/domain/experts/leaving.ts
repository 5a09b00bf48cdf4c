import { sql, type Transaction } from 'kysely'
import { publishTags } from '../../platform/page-tags.ts'
import type { Ctx, Database } from '../shared/context.ts'
import { forgetPortrait } from './registration-profile.ts'
import { withListings } from '../memberships/office-access.ts'
import { dropUnheld } from '../memberships/lawful-tasks.ts'
import { reindexExpertTerms } from '../listings/suggestion-index.ts'
import type { ExpertState } from './tables.ts'

/**
 * Removes a leaving user's expert page and offices, in the transaction that deletes the account: the page and
 * credentials are deleted, an office passes to its other members (the next one owns it) or is deleted, and
 * reviews are anonymised.
 */
export async function withdrawFromDirectory(ctx: Ctx, user: { id: string }): Promise<void> {
	const trx = ctx.db as Transaction<Database>
	await trx.updateTable('reviews').set({ user_id: null }).where('user_id', '=', user.id).execute()
	await trx.deleteFrom('office_invitations').where('invited_by', '=', user.id).execute()
	const expert = await trx.selectFrom('experts').select(['id', 'portrait']).where('user_id', '=', user.id).executeTakeFirst()
	if (!expert) return
	const offices = await trx.selectFrom('office_members').select('office_id').where('expert_id', '=', expert.id).execute()
	await trx.deleteFrom('experts').where('id', '=', expert.id).execute()
	await reindexExpertTerms(trx, expert.id)
	for (const { office_id: officeId } of offices)
		await withListings(ctx, officeId, async () => {
			const next = await passOn(trx, officeId)
			// No member is left who may act for it.
			if (next !== 'verified')
				await trx.updateTable('offices').set({ state: 'unlisted' }).where('id', '=', officeId).where('state', '=', 'published').execute()
			else await dropUnheld(ctx, officeId)
			if (next === null) await deleteWithOwner(ctx, trx, officeId)
		})
	await publishTags(trx, [`expert:${expert.id}`])
	// The next purge deletes the documents, whose credential no longer exists.
	await forgetPortrait(ctx.storage, expert.portrait)
}

/** A draft goes at once, another with its photographs as if its owner had deleted it. */
async function deleteWithOwner(ctx: Ctx, trx: Transaction<Database>, officeId: number): Promise<void> {
	await trx.deleteFrom('offices').where('id', '=', officeId).where('state', '=', 'draft').execute()
	await trx
		.updateTable('offices')
		.set({ state: 'deleted', state_before_deletion: 'unlisted', deleted_at: ctx.now() })
		.where('id', '=', officeId)
		.where('state', '!=', 'deleted')
		.execute()
}

/** An office always has an owner, a verified one if there is any: returns the state of the new owner. */
async function passOn(trx: Transaction<Database>, officeId: number): Promise<ExpertState | null> {
	const next = await trx
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select(['m.expert_id', 'm.role', 'e.state'])
		.where('m.office_id', '=', officeId)
		.orderBy(sql`e.state = 'verified'`, 'desc')
		.orderBy(sql`array_position(array['owner', 'editor', 'responder'], m.role)`)
		.orderBy('m.position')
		.executeTakeFirst()
	if (next && next.role !== 'owner')
		await trx
			.updateTable('office_members')
			.set({ role: 'owner' })
			.where('office_id', '=', officeId)
			.where('expert_id', '=', next.expert_id)
			.execute()
	return next?.state ?? null
}
