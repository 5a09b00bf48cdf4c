import type { Ctx } from '../shared/context.ts'
import { CONTACT_CONFIRM_HOURS, CONTACT_KEPT_DAYS, CONTACT_LONGEST_DAYS } from './contact-input.ts'
import { adoptContacts } from './contacts.ts'
import { hours } from '../shared/japan-time.ts'

/** Returns a person's requests for contact with everything stored of them, for the export of personal data. */
export async function exportFromDiagnosis(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	await adoptContacts(ctx, user.id)
	const rows = await ctx.db.selectFrom('diagnosis_contacts').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
	return {
		diagnosisContacts: rows.map((row) => ({
			state: row.state,
			name: row.contact_name,
			email: row.email,
			phone: row.phone,
			company: row.company,
			reach: row.reach,
			reachTime: row.reach_time,
			message: row.message,
			diagnosis: row.diagnosis,
			consent: { version: row.consent_version, at: row.consented_at },
			createdAt: row.created_at,
			confirmedAt: row.confirmed_at,
			contactedAt: row.contacted_at,
			endedAt: row.ended_at,
			staffNote: row.staff_note,
		})),
	}
}

/** Deletes the person's requests, including those sent before signing up. Call it in the transaction that deletes the account. */
export async function withdrawFromDiagnosis(ctx: Ctx, user: { id: string }): Promise<void> {
	await adoptContacts(ctx, user.id)
	await ctx.db.deleteFrom('diagnosis_contacts').where('user_id', '=', user.id).execute()
}

/**
 * Deletes requests that were not confirmed within the day of their link, those closed for half a year, and all that are a
 * year old. Returns how many. Idempotent.
 */
export async function purgeContacts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
	const before = (count: number) => new Date(ctx.now().getTime() - hours(count))
	const result = await ctx.db
		.deleteFrom('diagnosis_contacts')
		.where((eb) =>
			eb.or([
				eb.and([eb('state', '=', 'unconfirmed'), eb('created_at', '<=', before(CONTACT_CONFIRM_HOURS))]),
				eb('ended_at', '<=', before(24 * CONTACT_KEPT_DAYS)),
				eb('created_at', '<=', before(24 * CONTACT_LONGEST_DAYS)),
			]),
		)
		.executeTakeFirst()
	return Number(result.numDeletedRows)
}
