import { type RawBuilder, sql } from 'kysely'
import { checkedSql, date, int4, text } from '../../platform/checked-sql.ts'
import { writeText } from '../accounts/mailing/mail-words.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, type RecentStaffCtx } from '../accounts/staff.ts'
import { notifyOwners } from '../memberships/new-rules.ts'
import { suspendTasksOfExpert } from '../memberships/suspended-tasks.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { addDays, dateText, isoDay } from '../shared/japan-time.ts'
import { ownCredentialsPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'
import { getProfession, getSubQualification } from '../taxonomy/attributes.ts'
import { registrationTexts } from './registration-mails.ts'
import { publishExpert, showChange } from './registration-profile.ts'

/** How long before its last day an expert is reminded of a sub-qualification. */
export const EXPIRY_NOTICE_DAYS = 60

const AT_ONCE = 100

export type HeldSubQualification = {
	professionId: number
	professionName: string
	subQualificationId: number
	name: string
	registrationNumber: string
	/** The last day; null where it need not be renewed. */
	validUntil: string | null
	/** Within the days in which the expert is reminded. */
	endsSoon: boolean
}

/** What an expert holds besides registrations, in the order of professions. Who may see it is the caller's business. */
export async function listSubQualifications(ctx: Ctx, expertId: number): Promise<HeldSubQualification[]> {
	const rows = await ctx.db
		.selectFrom('expert_sub_qualifications')
		.select(['profession_id', 'sub_qualification_id', 'registration_number', 'valid_until'])
		.where('expert_id', '=', expertId)
		.orderBy('profession_id')
		.orderBy('sub_qualification_id')
		.execute()
	const soon = addDays(isoDay(ctx.now()), EXPIRY_NOTICE_DAYS)
	return rows.map((row) => ({
		professionId: row.profession_id,
		professionName: getProfession(row.profession_id).name,
		subQualificationId: row.sub_qualification_id,
		name: getSubQualification(row.sub_qualification_id).name,
		registrationNumber: row.registration_number,
		validUntil: row.valid_until,
		endsSoon: row.valid_until !== null && row.valid_until <= soon,
	}))
}

/**
 * Ends the sub-qualifications of up to 100 experts whose last day has passed, in Japan: suspends the tasks that depended on
 * them, of profiles and offices, and notifies the expert and the offices' owners. Returns the number of experts.
 */
export async function endSubQualifications(ctx: Ctx): Promise<number> {
	const { rows } = await checkedSql({ expert_id: int4 })`
		select distinct expert_id from expert_sub_qualifications where valid_until < ${isoDay(ctx.now())}::date
		order by expert_id limit ${AT_ONCE}
	`.execute(ctx.db)
	for (const { expert_id } of rows) await inTransaction(ctx, (trx) => endOf(trx, expert_id))
	return rows.length
}

/** Ends all sub-qualifications whose last day has passed and reminds of those that end soon. To be run every day. */
export async function maintainSubQualifications(ctx: Ctx): Promise<void> {
	while ((await endSubQualifications(ctx)) > 0) continue
	await announceExpiring(ctx)
}

async function endOf(trx: Ctx, expertId: number): Promise<void> {
	const expert = await trx.db.selectFrom('experts').select('user_id').where('id', '=', expertId).forUpdate().executeTakeFirst()
	if (!expert) return
	const { rows: ended } = await checkedSql({
		profession_id: int4,
		sub_qualification_id: int4,
		registration_number: text,
		registered_on: date.nullable,
		valid_until: date,
	})`
		delete from expert_sub_qualifications where expert_id = ${expertId}::integer and valid_until < ${isoDay(trx.now())}::date
		returning profession_id, sub_qualification_id, registration_number, registered_on, valid_until
	`.execute(trx.db)
	if (ended.length === 0) return
	const now = trx.now()
	await trx.db
		.insertInto('credential_changes')
		.values(
			ended.map((one) => ({
				...one,
				expert_id: expertId,
				association: '',
				state: 'expired' as const,
				submitted_at: now,
				decided_at: now,
				created_at: now,
				updated_at: now,
			})),
		)
		.execute()
	await suspendProfileTasks(trx, sql`et.expert_id = ${expertId}::integer`)
	for (const officeId of await suspendTasksOfExpert(trx, expertId, 'expiry')) await notifyOwners(trx, officeId)
	const names = ended.map(({ sub_qualification_id: id }) => `「${getSubQualification(id).name}」`).join('')
	await publishEvent(trx, {
		event: 'notice',
		kind: 'expert-decision',
		userId: expert.user_id,
		subject: `sub-qualification-ended:${expertId}:${now.getTime()}`,
		text: writeText(trx.site, registrationTexts.ended, { 資格: names }),
		path: ownCredentialsPath(),
	})
	await showChange(trx, expertId)
}

const selectExperts = checkedSql({ expert_id: int4 })

/** Withholds the profile tasks `et` of a condition of which the expert may no longer do any part. Returns whose they were. */
export async function suspendProfileTasks(ctx: Pick<Ctx, 'db' | 'now'>, condition: RawBuilder<unknown>): Promise<number[]> {
	const { rows } = await selectExperts`
		with gone as (
			delete from expert_tasks et where ${condition}
				and not exists (select from task_parts p where p.task_id = et.task_id and expert_may_do(et.expert_id, p.id))
			returning expert_id, task_id
		), kept as (
			insert into withheld_expert_tasks (expert_id, task_id, withheld_at)
			select expert_id, task_id, ${ctx.now()} from gone on conflict do nothing
		)
		select distinct expert_id from gone order by expert_id
	`.execute(ctx.db)
	return rows.map(({ expert_id }) => expert_id)
}

/** Brings back the profile tasks `w` of a condition of which the expert may do a part again. Returns whose they are. */
export async function restoreExpertTasks(ctx: Pick<Ctx, 'db'>, condition: RawBuilder<unknown>): Promise<number[]> {
	const { rows } = await selectExperts`
		with back as (
			delete from withheld_expert_tasks w where ${condition}
				and exists (select from task_parts p where p.task_id = w.task_id and expert_may_do(w.expert_id, p.id))
			returning expert_id, task_id
		), shown as (
			insert into expert_tasks (expert_id, task_id) select expert_id, task_id from back on conflict do nothing
		)
		select distinct expert_id from back order by expert_id
	`.execute(ctx.db)
	return rows.map(({ expert_id }) => expert_id)
}

/** Notifies experts once, 60 days before a sub-qualification ends. Returns the number of notifications. */
export async function announceExpiring(ctx: Ctx): Promise<number> {
	return inTransaction(ctx, async (trx) => {
		const today = isoDay(ctx.now())
		const { rows } = await checkedSql({
			expert_id: int4,
			user_id: text,
			sub_qualification_id: int4,
			profession_id: int4,
			valid_until: date,
		})`
			update expert_sub_qualifications s set expiry_notified_at = ${ctx.now()}
			from experts e
			where e.id = s.expert_id and s.expiry_notified_at is null
				and s.valid_until between ${today}::date and ${addDays(today, EXPIRY_NOTICE_DAYS)}::date
			returning s.expert_id, e.user_id::text, s.sub_qualification_id, s.profession_id, s.valid_until
		`.execute(trx.db)
		for (const row of rows)
			await publishEvent(trx, {
				event: 'notice',
				kind: 'expert-decision',
				userId: row.user_id,
				subject: `sub-qualification-ends:${row.expert_id}:${row.profession_id}:${row.sub_qualification_id}:${row.valid_until}`,
				text: writeText(trx.site, registrationTexts.ends, {
					資格: getSubQualification(row.sub_qualification_id).name,
					期日: dateText(row.valid_until),
				}),
				path: ownCredentialsPath(),
			})
		return rows.length
	})
}

/**
 * Corrects the last day of a sub-qualification, by a reviewer who has seen the register. A day that has passed ends it at
 * once. Throws not-found for one that the expert does not hold.
 */
export async function setSubQualificationEnd(
	ctx: RecentStaffCtx,
	expertId: number,
	input: { professionId: number; subQualificationId: number; validUntil: string; reason: string },
): Promise<void> {
	const staff = requireRecentStaff(ctx, 'reviewer')
	const { professionId, subQualificationId, validUntil, reason } = input
	await inTransaction(staff, async (trx) => {
		const expert = await trx.db.selectFrom('experts').select('user_id').where('id', '=', expertId).forUpdate().executeTakeFirst()
		if (!expert) throw notFound('expert')
		if (expert.user_id === ctx.viewer.userId)
			throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の資格は、ほかの審査担当者が確認します。' } })
		const held = (await listSubQualifications(trx, expertId)).find(
			(one) => one.professionId === professionId && one.subQualificationId === subQualificationId,
		)
		if (!held) throw notFound('sub-qualification')
		await trx.db
			.updateTable('expert_sub_qualifications')
			.set({ valid_until: validUntil, expiry_notified_at: null })
			.where('expert_id', '=', expertId)
			.where('profession_id', '=', professionId)
			.where('sub_qualification_id', '=', subQualificationId)
			.execute()
		await recordAuditEvent(trx, {
			action: 'expert.sub-qualification.end',
			subject: `expert:${expertId}`,
			reason,
			detail: { profession: professionId, subQualification: subQualificationId, before: held.validUntil, validUntil },
		})
		if (validUntil < isoDay(ctx.now())) await endOf(trx, expertId)
		else await publishExpert(trx, expertId)
	})
}
