import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { defineTexts, writeText } from '../../accounts/mailing/mail-words.ts'
import { isStaffWith, requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { inTransaction, type StaffRole } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { deskPath } from '../../shared/links.ts'
import { publishEvent } from '../../shared/outbox.ts'
import { type DeskQueue, deskQueues, deskRoles, deskSubject, deskTitles } from '../desk-input.ts'
import { MOST_AT_ONCE } from './bulk-verdicts.ts'
import { staffName } from './queue-filters.ts'
import { allWaiting, waitingItems } from './waiting-items.ts'

export const queueTexts = defineTexts('queue', {
	assigned: ['作業台の担当になった', '{作業台}の{件数}の担当になりました。', { 作業台: '専門家の審査', 件数: '3件' }],
})

/** How many colleagues are offered to choose from. */
const COLLEAGUES = 200

const mayDecide = (queue: DeskQueue): StaffRole[] => ['admin', ...deskRoles[queue]]

/** Joins rows `item` of a queue with who is in charge of each, as `a` and `assignee`; who may not decide there any longer is not. */
export const joinAssignees = (queue: DeskQueue) => sql`
	left join queue_assignments a on a.queue = ${queue} and a.item_id = item.id
		and exists (select from staff_roles r where r.user_id = a.user_id and r.role = any (${mayDecide(queue)}::text[]))
	left join users assignee on assignee.id = a.user_id`

/** Somebody who may be in charge of the items of a queue. */
export type Colleague = { uid: string; name: string; isMe: boolean }

const selectColleagues = checkedSql({ uid: text, name: text })

/** Who may decide in a queue: the viewer first, then the others by name. */
export async function listColleagues(ctx: StaffCtx, queue: DeskQueue): Promise<Colleague[]> {
	requireStaff(ctx, ...deskRoles[queue])
	const { rows } = await selectColleagues`
		select u.uid, ${staffName(sql`u`)} as name from users u
		where u.deleted_at is null and u.id in (select r.user_id from staff_roles r where r.role = any (${mayDecide(queue)}::text[]))
		order by u.id <> ${ctx.viewer.userId}::bigint, name, u.id limit ${sql.lit(COLLEAGUES)}
	`.execute(ctx.db)
	return rows.map((row) => ({ ...row, isMe: row.uid === ctx.viewer.uid }))
}

const selectCounts = checkedSql({ queue: text.as<DeskQueue>(), count: int4 })

/** How many waiting items of each queue the viewer is in charge of; only queues with some, in the order of the navigation. */
export async function countOwnItems(ctx: StaffCtx): Promise<{ queue: DeskQueue; count: number }[]> {
	const own = deskQueues.filter((queue) => isStaffWith(ctx.viewer, ...deskRoles[queue]))
	if (own.length === 0) return []
	const waits = own.map(
		(queue) => sql`(a.queue = ${queue} and exists (select from (${waitingItems[queue](ctx, allWaiting)}) item where item.id = a.item_id))`,
	)
	const { rows } = await selectCounts`
		select a.queue, count(*)::integer as count from queue_assignments a
		where a.user_id = ${ctx.viewer.userId}::bigint and (${sql.join(waits, sql` or `)}) group by a.queue
	`.execute(ctx.db)
	return own.flatMap((queue) => rows.filter((row) => row.queue === queue))
}

const selectIds = checkedSql({ id: int4 })

const refuse = (field: string, sentence: string) => new DomainError('invalid', 'cannot be assigned', { fields: { [field]: sentence } })

/**
 * Puts a colleague, or nobody (''), in charge of items of a queue: one line of the audit log for each whose person changes. Returns how
 * many those are, and the items that do not wait any longer. A colleague gets one notice of all that are new to them. Throws `invalid` for nobody who may decide there.
 */
export async function assignItems(
	ctx: StaffCtx,
	queue: DeskQueue,
	{ itemIds, assignee }: { itemIds: readonly number[]; assignee: string },
): Promise<{ changed: number; gone: number[] }> {
	requireStaff(ctx, ...deskRoles[queue])
	if (itemIds.length === 0) throw refuse('items', '1件以上を選んでください。')
	if (itemIds.length > MOST_AT_ONCE) throw refuse('items', `一度に選べるのは${MOST_AT_ONCE}件までです。`)
	return inTransaction(ctx, async (trx) => {
		const colleague = assignee === '' ? null : await findColleague(trx, queue, assignee)
		const { rows } = await selectIds`
			select item.id from (${waitingItems[queue](trx, allWaiting)}) item where item.id = any (${itemIds}::integer[]) order by item.id
		`.execute(trx.db)
		const changed: number[] = []
		for (const { id } of rows)
			if (await (colleague ? give(trx, queue, id, colleague.id) : free(trx, queue, id))) {
				changed.push(id)
				await recordAuditEvent(trx, {
					action: colleague ? 'queue.assign' : 'queue.unassign',
					subject: deskSubject(queue, id),
					detail: colleague ? { assignee: colleague.uid } : undefined,
				})
			}
		if (colleague) await tellColleague(trx, queue, colleague.id, changed)
		return { changed: changed.length, gone: itemIds.filter((wanted) => !rows.some(({ id }) => id === wanted)) }
	})
}

/** Says in one notice which items somebody is in charge of from now on; nothing to whom takes them themselves. */
async function tellColleague(trx: StaffCtx, queue: DeskQueue, userId: string, itemIds: readonly number[]): Promise<void> {
	const [first] = itemIds
	if (first === undefined || userId === trx.viewer.userId) return
	await publishEvent(trx, {
		event: 'notice',
		kind: 'staff-work',
		userId,
		subject: `${deskSubject(queue, first)}:assigned-${trx.now().getTime()}`,
		text: writeText(trx.site, queueTexts.assigned, { 作業台: deskTitles[queue], 件数: `${itemIds.length}件` }),
		path: deskPath(queue, { assignee: 'me', ...(itemIds.length === 1 ? { item: `${first}` } : {}) }),
	})
}

/** Locks the role, so that who loses it meanwhile is not put in charge. */
async function findColleague(trx: StaffCtx, queue: DeskQueue, uid: string): Promise<{ id: string; uid: string }> {
	const colleague = await trx.db
		.selectFrom('users as u')
		.innerJoin('staff_roles as r', 'r.user_id', 'u.id')
		.select(['u.id', 'u.uid'])
		.where('u.uid', '=', uid)
		.where('u.deleted_at', 'is', null)
		.where('r.role', 'in', mayDecide(queue))
		.forShare('r')
		.executeTakeFirst()
	if (!colleague) throw refuse('assignee', 'この作業台で判断できる担当者を選んでください。')
	return colleague
}

async function give(trx: StaffCtx, queue: DeskQueue, itemId: number, userId: string): Promise<boolean> {
	const given = await trx.db
		.insertInto('queue_assignments')
		.values({ queue, item_id: itemId, user_id: userId, assigned_at: trx.now() })
		.onConflict((conflict) =>
			conflict
				.columns(['queue', 'item_id'])
				.doUpdateSet({ user_id: userId, assigned_at: trx.now() })
				.where('queue_assignments.user_id', '<>', userId),
		)
		.returning('item_id')
		.executeTakeFirst()
	return given !== undefined
}

async function free(trx: StaffCtx, queue: DeskQueue, itemId: number): Promise<boolean> {
	const freed = await trx.db
		.deleteFrom('queue_assignments')
		.where('queue', '=', queue)
		.where('item_id', '=', itemId)
		.returning('item_id')
		.executeTakeFirst()
	return freed !== undefined
}
