import type { Ctx } from '../shared/context.ts'
import { readChanges } from './credential-changes.ts'
import { readRegistration } from './registration.ts'

/** Returns what a person submitted as an expert, for the export of personal data. Documents are named, not enclosed. */
export async function exportFromDirectory(ctx: Ctx, user: { id: string }): Promise<Record<string, unknown>> {
	const row = await ctx.db.selectFrom('experts').select('id').where('user_id', '=', user.id).executeTakeFirst()
	const registration = row ? await readRegistration(ctx, row.id) : null
	const officeInvitations = await ctx.db
		.selectFrom('office_invitations as i')
		.innerJoin('offices as o', 'o.id', 'i.office_id')
		.select(['o.name as officeName', 'i.email', 'i.role', 'i.invited_at as invitedAt', 'i.accepted_at as acceptedAt'])
		.where('i.invited_by', '=', user.id)
		.orderBy('i.id')
		.execute()
	const officeDrafts = await ctx.db
		.selectFrom('office_drafts')
		.select(['office_id as officeId', 'section', 'content', 'saved_at as savedAt'])
		.where('saved_by', '=', user.id)
		.orderBy('office_id')
		.orderBy('section')
		.execute()
	if (!registration) return { expert: null }
	const { expertId, state, submittedAt, credentials, profile, offices, joinRequests, consents } = registration
	const decisions = await ctx.db
		.selectFrom('expert_decisions')
		.select(['state', 'reason', 'decided_at as decidedAt'])
		.where('expert_id', '=', expertId)
		.orderBy('id')
		.execute()
	const comparisons = await ctx.db
		.selectFrom('expert_fact_checks')
		.select(['label', 'value', 'is_right as isRight', 'checked_at as checkedAt'])
		.where('expert_id', '=', expertId)
		.orderBy('id')
		.execute()
	const subQualifications = await ctx.db
		.selectFrom('expert_sub_qualifications as s')
		.innerJoin('sub_qualifications as q', 'q.id', 's.sub_qualification_id')
		.select(['q.name', 's.registration_number as registrationNumber', 's.registered_on as registeredOn', 's.valid_until as validUntil'])
		.where('s.expert_id', '=', expertId)
		.orderBy('s.sub_qualification_id')
		.execute()
	const credentialChanges = (await readChanges(ctx, expertId)).map(({ decidedBy: _staff, version: _version, ...change }) => change)
	return {
		expert: {
			expertId,
			state,
			submittedAt,
			credentials,
			subQualifications,
			credentialChanges,
			profile,
			offices,
			joinRequests,
			officeClaims: await listClaims(ctx, expertId),
			consents,
			decisions,
			comparisons,
			officeInvitations,
			officeDrafts,
		},
	}
}

const listClaims = (ctx: Ctx, expertId: number) =>
	ctx.db
		.selectFrom('office_claims as c')
		.innerJoin('offices as o', 'o.id', 'c.office_id')
		.select(['o.name as officeName', 'c.number', 'c.proof', 'c.mail_to as mailTo', 'c.state', 'c.reason', 'c.created_at as createdAt'])
		.where('c.expert_id', '=', expertId)
		.orderBy('c.id')
		.execute()
