import { sql } from 'kysely'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { ownCredentialsPath } from '../shared/links.ts'
import { byMoment, keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { credentialName, getProfession } from '../taxonomy/attributes.ts'
import { addProfessions } from '../memberships/lawful-tasks.ts'
import { restoreExpertTasks } from './credential-expiry.ts'
import { requireNoWrongFact } from './fact-checks.ts'
import { PURGE_AFTER_DAYS } from './proof-files.ts'
import { changeDecisionMail, registrationTexts } from './registration-mails.ts'
import { showChange } from './registration-profile.ts'
import { isUniqueViolation, takenSentence } from './registration.ts'
import { days, isoDay } from '../shared/japan-time.ts'

const PAGE = 20

export type WaitingChange = { id: number; expertId: number; name: string; professionName: string; isRenewal: boolean; submittedAt: number }

/** Changes of verified experts' credentials that wait for a reviewer, the longest first. */
export async function listWaitingChanges(ctx: StaffCtx, cursorText: string | null): Promise<{ changes: WaitingChange[]; page: Page }> {
	requireStaff(ctx, 'reviewer')
	const page = keysetPage<{ submitted_at: Date | null; id: number }>(cursorText, {
		...byMoment({ moment: sql`c.submitted_at`, id: sql`c.id` }, (row) => ({ moment: row.submitted_at, id: row.id })),
		direction: 'asc',
		size: PAGE,
	})
	const rows = await ctx.db
		.selectFrom('credential_changes as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select(['c.id', 'c.expert_id', 'c.profession_id', 'c.sub_qualification_id', 'c.submitted_at', 'e.display_name'])
		.select((eb) =>
			eb
				.exists(
					eb
						.selectFrom('expert_credentials as h')
						.select('h.id')
						.whereRef('h.expert_id', '=', 'c.expert_id')
						.whereRef('h.profession_id', '=', 'c.profession_id'),
				)
				.as('is_renewal'),
		)
		.where('c.state', '=', 'submitted')
		.where('e.state', '=', 'verified')
		.where(page.beyond)
		.orderBy(page.order)
		.limit(page.limit)
		.execute()
	const cut = page.cut(rows)
	return {
		page: cut.page,
		changes: cut.rows.map((row) => ({
			id: row.id,
			expertId: row.expert_id,
			name: row.display_name,
			professionName: credentialName(row.profession_id, row.sub_qualification_id),
			isRenewal: row.sub_qualification_id === null && Boolean(row.is_renewal),
			submittedAt: row.submitted_at?.getTime() ?? 0,
		})),
	}
}

/** Whose change it is that waits for a reviewer; null once it does not. */
export async function findWaitingChange(ctx: StaffCtx, changeId: number): Promise<{ expertId: number } | null> {
	requireStaff(ctx, 'reviewer')
	const row = await ctx.db
		.selectFrom('credential_changes')
		.select('expert_id as expertId')
		.where('id', '=', changeId)
		.where('state', '=', 'submitted')
		.executeTakeFirst()
	return row ?? null
}

/** For the dashboard. */
export async function countWaitingChanges(ctx: StaffCtx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('credential_changes as c')
		.innerJoin('experts as e', 'e.id', 'c.expert_id')
		.select(({ fn }) => fn.countAll<string>().as('count'))
		.where('c.state', '=', 'submitted')
		.where('e.state', '=', 'verified')
		.executeTakeFirstOrThrow()
	return Number(count)
}

const changed = () =>
	new DomainError('conflict', 'the change has changed', {
		fields: { form: 'ページを開いたあとに申請が変わったか、取り下げられました。いまの内容を確認してください。' },
	})

export type ChangeDecision = {
	state: 'verified' | 'needs_fix'
	/** Sent to the expert verbatim; '' for a verification. */
	reason: string
	/** The version of the change that the reviewer has seen. */
	version: number
}

/**
 * Decides on a change of a verified expert's credentials. Verified, it is public at once, the offices have the profession
 * and what a law reserves to it may be done; returned, it waits for the expert. Not by the expert themselves, and not on
 * what has changed since the reviewer looked.
 */
export async function decideOnCredential(ctx: RecentStaffCtx, changeId: number, decision: ChangeDecision): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const seen = await trx.db.selectFrom('credential_changes').select('expert_id').where('id', '=', changeId).executeTakeFirst()
		if (!seen) throw changed()
		// Lock the expert first, in the same order as every other writer.
		const expert = await trx.db
			.selectFrom('experts')
			.select(['id', 'user_id', 'state'])
			.where('id', '=', seen.expert_id)
			.forUpdate()
			.executeTakeFirstOrThrow()
		const change = await trx.db.selectFrom('credential_changes').selectAll().where('id', '=', changeId).executeTakeFirst()
		if (expert.user_id === ctx.viewer.userId)
			throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の申請は、ほかの審査担当者が確認します。' } })
		if (expert.state !== 'verified' || change?.state !== 'submitted' || change.version !== decision.version) throw changed()
		if (decision.state === 'verified') {
			await requireProof(trx, changeId)
			await requireNoWrongFact(trx, { changeId })
		}
		const now = ctx.now()
		await trx.db
			.updateTable('credential_changes')
			.set((eb) => ({
				state: decision.state,
				reason: decision.reason,
				decided_by: ctx.viewer.userId,
				decided_at: now,
				version: eb('version', '+', 1),
				updated_at: now,
			}))
			.where('id', '=', changeId)
			.execute()
		const before = decision.state === 'verified' ? await takeEffect(trx, change, now) : null
		await recordAuditEvent(trx, {
			action: decision.state === 'verified' ? 'expert.credential.verify' : 'expert.credential.return',
			subject: `expert:${expert.id}`,
			reason: decision.reason || undefined,
			detail: { profession: change.profession_id, number: change.registration_number, before },
		})
		const professionName = credentialName(change.profession_id, change.sub_qualification_id)
		await sendServiceMail(trx, expert.user_id, changeDecisionMail(ctx.site, { ...decision, professionName, expertId: expert.id }))
		await publishEvent(trx, {
			event: 'notice',
			kind: 'expert-decision',
			userId: expert.user_id,
			subject: `credential-change:${changeId}:${change.version}`,
			text: writeText(trx.site, registrationTexts[decision.state === 'verified' ? 'changeVerified' : 'changeNeedsFix'], {
				資格: professionName,
			}),
			path: ownCredentialsPath(),
		})
	})
}

/** As an application, a change is not verified without a document. */
async function requireProof(trx: StaffCtx, changeId: number): Promise<void> {
	const proof = await trx.db
		.selectFrom('proof_files')
		.select('id')
		.where('change_id', '=', changeId)
		.where('purge_at', 'is', null)
		.executeTakeFirst()
	if (!proof)
		throw new DomainError('conflict', 'a proof is missing', {
			code: 'experts/proof-missing',
			fields: { form: '証明書類がないため、確認済みにできません。書類の提出を依頼してください。' },
		})
}

type Change = {
	id: number
	expert_id: number
	profession_id: number
	sub_qualification_id: number | null
	registration_number: string
	association: string
	registered_on: string | null
	valid_until: string | null
}

/** Replaces the credential of the same profession and returns its former number. */
async function takeEffect(trx: StaffCtx, change: Change, now: Date): Promise<string | null> {
	if (change.sub_qualification_id !== null) return takeSubQualification(trx, change, change.sub_qualification_id, now)
	const { expert_id, profession_id, registration_number, association, registered_on } = change
	const before = await trx.db
		.selectFrom('expert_credentials')
		.select('registration_number')
		.where('expert_id', '=', expert_id)
		.where('profession_id', '=', profession_id)
		.executeTakeFirst()
	const values = { registration_number, association, registered_on, claimed_at: now }
	const { id } = await trx.db
		.insertInto('expert_credentials')
		.values({ expert_id, profession_id, ...values })
		.onConflict((conflict) => conflict.columns(['expert_id', 'profession_id']).doUpdateSet(values))
		.returning('id')
		.executeTakeFirstOrThrow()
		.catch((error: unknown) => {
			if (!isUniqueViolation(error, 'expert_credentials_number')) throw error
			throw new DomainError('conflict', 'the number is taken', { fields: { form: takenSentence(getProfession(profession_id).name) } })
		})
	await trx.db
		.updateTable('proof_files')
		.set({ credential_id: id, change_id: null, purge_at: new Date(now.getTime() + days(PURGE_AFTER_DAYS)) })
		.where('change_id', '=', change.id)
		.execute()
	await addProfessions(trx, expert_id)
	await restoreExpertTasks(trx, sql`w.expert_id = ${expert_id}::integer`)
	await showChange(trx, expert_id)
	return before?.registration_number ?? null
}

/** Adds the sub-qualification to its credential and returns its former number. */
async function takeSubQualification(trx: StaffCtx, change: Change, subQualificationId: number, now: Date): Promise<string | null> {
	const { expert_id, profession_id, registration_number, registered_on, valid_until } = change
	const credential = await trx.db
		.selectFrom('expert_credentials')
		.select('id')
		.where('expert_id', '=', expert_id)
		.where('profession_id', '=', profession_id)
		.executeTakeFirst()
	if (!credential) throw changed()
	if (valid_until !== null && valid_until < isoDay(now))
		throw new DomainError('conflict', 'it has ended meanwhile', {
			fields: { form: '申請のあとで有効期間が終わりました。新しい証明書での申請を依頼してください。' },
		})
	const before = await trx.db
		.selectFrom('expert_sub_qualifications')
		.select('registration_number')
		.where('expert_id', '=', expert_id)
		.where('profession_id', '=', profession_id)
		.where('sub_qualification_id', '=', subQualificationId)
		.executeTakeFirst()
	const values = { registration_number, registered_on, valid_until, verified_at: now, expiry_notified_at: null }
	await trx.db
		.insertInto('expert_sub_qualifications')
		.values({ expert_id, profession_id, sub_qualification_id: subQualificationId, ...values })
		.onConflict((conflict) => conflict.columns(['expert_id', 'sub_qualification_id', 'profession_id']).doUpdateSet(values))
		.execute()
	await trx.db
		.updateTable('proof_files')
		.set({ credential_id: credential.id, change_id: null, purge_at: new Date(now.getTime() + days(PURGE_AFTER_DAYS)) })
		.where('change_id', '=', change.id)
		.execute()
	await addProfessions(trx, expert_id)
	await restoreExpertTasks(trx, sql`w.expert_id = ${expert_id}::integer`)
	await showChange(trx, expert_id)
	return before?.registration_number ?? null
}
