import type { Transaction } from 'kysely'
import type { Accounts } from '../accounts/accounts-context.ts'
import type { Ctx, Database } from '../context.ts'
import { forgetPortrait } from './registration-profile.ts'
import { relistOffice } from './listings.ts'
import { reindexExpertTerms, reindexOfficeTerms } from './suggestion-index.ts'

/**
 * What becomes of a leaving user's part of the directory, in the transaction of the leaving: the expert's page and
 * credentials are gone, an office goes on with its other members (the next one owns it) or is taken off the lists, and
 * reviews stay without a name.
 */
export async function withdrawFromDirectory(ctx: Ctx & { accounts?: Pick<Accounts, 'storage'> }, user: { id: string }): Promise<void> {
	const trx = ctx.db as Transaction<Database>
	await trx.updateTable('reviews').set({ user_id: null }).where('user_id', '=', user.id).execute()
	await trx.deleteFrom('office_invitations').where('invited_by', '=', user.id).execute()
	const expert = await trx.selectFrom('experts').select(['id', 'portrait']).where('user_id', '=', user.id).executeTakeFirst()
	if (!expert) return
	const offices = await trx.selectFrom('office_members').select('office_id').where('expert_id', '=', expert.id).execute()
	await trx.deleteFrom('experts').where('id', '=', expert.id).execute()
	await reindexExpertTerms(trx, expert.id)
	for (const { office_id: officeId } of offices) {
		const next = await trx
			.selectFrom('office_members')
			.select(['expert_id', 'role'])
			.where('office_id', '=', officeId)
			.orderBy('role', 'desc')
			.orderBy('position')
			.executeTakeFirst()
		if (next?.role === 'editor')
			await trx
				.updateTable('office_members')
				.set({ role: 'owner' })
				.where('office_id', '=', officeId)
				.where('expert_id', '=', next.expert_id)
				.execute()
		if (!next)
			await trx.updateTable('offices').set({ state: 'unlisted' }).where('id', '=', officeId).where('state', '=', 'published').execute()
		await relistOffice(trx, officeId)
		await reindexOfficeTerms(trx, officeId)
		if (!next) await trx.deleteFrom('offices').where('id', '=', officeId).where('state', '=', 'draft').execute()
	}
	// Documents go with the next purge, as their credential is gone.
	if (ctx.accounts) await forgetPortrait(ctx.accounts.storage, expert.portrait)
}
