import { writeText } from '../accounts/mailing/mail-words.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { notifyOffice } from './estimate-context.ts'
import { leadTexts } from './estimate-words.ts'
import { readDeliveries, readOpponent, readRequest } from './estimate-reading.ts'

/** Returns a person's requests and their results, for the export of personal data. */
export async function exportFromLeads(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const rows = await ctx.db
		.selectFrom('estimate_requests')
		.select(['id', 'consent_version', 'consented_at'])
		.where('user_id', '=', user.id)
		.where('state', 'not in', ['draft', 'email_verified'])
		.orderBy('id')
		.execute()
	const estimates = []
	for (const row of rows) {
		const request = await readRequest(ctx, row.id)
		if (!request) continue
		estimates.push({
			...request.facts,
			contact: request.contact,
			opponent: await readOpponent(ctx, row.id),
			consent: { version: row.consent_version, at: row.consented_at },
			offices: await readDeliveries(ctx, { requestId: row.id }),
		})
	}
	return { estimates }
}

/**
 * Removes a leaving user from requests, in the transaction that deletes the account: drafts are deleted, open requests
 * cancelled, and all are anonymised. The quotes stay with the offices that made them.
 */
export async function withdrawFromLeads(ctx: Ctx, user: { id: string }): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await trx.db.deleteFrom('estimate_requests').where('user_id', '=', user.id).where('state', 'in', ['draft', 'email_verified']).execute()
		const ended = await trx.db
			.updateTable('estimate_requests')
			.set({ state: 'cancelled', ended_at: trx.now() })
			.where('user_id', '=', user.id)
			.where('state', 'in', ['sent', 'quoted'])
			.returning('id')
			.execute()
		for (const { id } of ended)
			for (const delivery of await readDeliveries(trx, { requestId: id }))
				if (delivery.state !== 'declined' && delivery.state !== 'timed_out')
					await notifyOffice(
						trx,
						{ id: delivery.id, office_id: delivery.office.id },
						'closed',
						writeText(trx.site, leadTexts.withdrawn, {}),
					)
		await trx.db
			.deleteFrom('estimate_opponents')
			.where('request_id', 'in', (eb) => eb.selectFrom('estimate_requests').select('id').where('user_id', '=', user.id))
			.execute()
		await trx.db
			.updateTable('estimate_requests')
			.set({
				user_id: null,
				contact_name: null,
				email: null,
				phone: null,
				facts: '',
				wishes: '',
				task_answers: '[]',
				industry: '',
				purged_at: trx.now(),
				updated_at: trx.now(),
			})
			.where('user_id', '=', user.id)
			.execute()
		await trx.db
			.updateTable('estimate_deliveries')
			.set({ change_request: null })
			.where('change_request', 'is not', null)
			.where('request_id', 'in', ended.length > 0 ? ended.map(({ id }) => id) : [0])
			.execute()
	})
}
