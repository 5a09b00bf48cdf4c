import { defineTexts, writeText } from '../accounts/mailing/mail-words.ts'
import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, text } from '../../platform/checked-sql.ts'
import { findOwnLead } from '../estimates/estimate-leads.ts'
import { openInquiry } from '../inquiries/inquiry-access.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { inquiryPath, leadPath } from '../shared/links.ts'
import { publishEvent } from '../shared/outbox.ts'

export const assignmentTexts = defineTexts('case', {
	assigned: ['案件の担当になった', '「{案件}」の担当になりました。', { 案件: '開業の届け出について' }],
})

/** A case as an office has it: a delivery of a request, or an inquiry. */
export type AssignedCase = { kind: 'lead' | 'inquiry'; id: number }

export type Assignment = {
	assigneeId: number | null
	/** The verified members of the office, in the order of its page. */
	members: { expertId: number; name: string; isOwn: boolean }[]
}

const selectMembers = checkedSql({ id: int4, name: text, is_own: bool })

/** Who takes care of a case, and who may. Throws not-found for everybody but the members of its office. */
export async function readAssignment(ctx: Ctx, one: AssignedCase): Promise<Assignment> {
	const { userId } = requireMember(ctx)
	const { officeId, assigneeId } = await openCase(ctx, one, sql``)
	const { rows } = await selectMembers`
		select e.id, e.display_name as name, e.user_id = ${userId}::bigint as is_own
		from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
		where m.office_id = ${officeId}::integer order by m.position, e.id
	`.execute(ctx.db)
	return { assigneeId, members: rows.map(({ id, name, is_own: isOwn }) => ({ expertId: id, name, isOwn })) }
}

/**
 * Gives a case to a member of its office, or to nobody; the conversation of a request goes with it. The member is notified unless it is the
 * viewer. Idempotent. Throws not-found for everybody but the office's members, invalid for a person who is no verified member.
 */
export async function assignCase(ctx: Ctx, one: AssignedCase, expertId: number | null): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async (trx) => {
		const found = await openCase(trx, one, sql`for no key update of c`)
		if (found.assigneeId === expertId) return
		const member = expertId === null ? null : await findMember(trx, found.officeId, expertId)
		const { deliveryId, inquiryId } = found
		if (deliveryId !== null)
			await trx.db.updateTable('estimate_deliveries').set({ assignee_id: expertId }).where('id', '=', deliveryId).execute()
		if (inquiryId !== null) await trx.db.updateTable('inquiries').set({ assignee_id: expertId }).where('id', '=', inquiryId).execute()
		if (member === null || member.user_id === userId) return
		await publishEvent(trx, {
			event: 'notice',
			kind: one.kind === 'lead' ? 'lead' : 'office-inquiry',
			userId: member.user_id,
			subject: `${one.kind}:${one.id}:assigned-${trx.now().getTime()}`,
			text: writeText(trx.site, assignmentTexts.assigned, { 案件: found.title }),
			path: one.kind === 'lead' ? leadPath(one.id) : inquiryPath(one.id),
			answers: one.kind === 'lead' ? { deliveryId: one.id } : { inquiryId: one.id },
		})
	})
}

async function findMember(trx: Ctx, officeId: number, expertId: number): Promise<{ user_id: string }> {
	const member = await trx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', (join) => join.onRef('e.id', '=', 'm.expert_id').on('e.state', '=', 'verified'))
		.select('e.user_id')
		.where('m.office_id', '=', officeId)
		.where('m.expert_id', '=', expertId)
		.executeTakeFirst()
	if (!member) throw new DomainError('invalid', 'no member', { fields: { expertId: '担当する方を選んでください。' } })
	return member
}

const selectCase = checkedSql({
	office_id: int4,
	assignee_id: int4.nullable,
	delivery_id: int4.nullable,
	inquiry_id: int4.nullable,
	title: text,
})

async function openCase(ctx: Ctx, { kind, id }: AssignedCase, lock: RawBuilder<unknown>) {
	if (kind === 'lead') await findOwnLead(ctx, id)
	else if ((await openInquiry(ctx, id)).side !== 'office') throw notFound('inquiry')
	const { rows } =
		kind === 'lead'
			? await selectCase`
				select c.office_id, c.assignee_id, c.id as delivery_id, i.id as inquiry_id, t.name || 'の見積もり依頼' as title
				from estimate_deliveries c join estimate_requests r on r.id = c.request_id join tasks t on t.id = r.task_id
				left join inquiries i on i.delivery_id = c.id
				where c.id = ${id}::integer ${lock}
			`.execute(ctx.db)
			: await selectCase`
				select c.office_id, c.assignee_id, c.delivery_id, c.id as inquiry_id, c.subject as title
				from inquiries c where c.id = ${id}::integer ${lock}
			`.execute(ctx.db)
	const [row] = rows
	if (!row) throw notFound('case')
	return { officeId: row.office_id, assigneeId: row.assignee_id, deliveryId: row.delivery_id, inquiryId: row.inquiry_id, title: row.title }
}
