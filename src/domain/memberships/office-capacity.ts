import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { publishTags } from '../../platform/page-tags.ts'
import { listTag, officeTag } from '../listings/listing-tags.ts'
import { capacityOfOffice } from '../plans/account-plan.ts'
import type { Ctx } from '../shared/context.ts'

/**
 * Marks what an office has beyond its plan as asleep, and reactivates what fits the plan again. Nothing is deleted, no member leaves
 * the office, and no order of a list changes: the first photograph and what members may lawfully do stay as they are. Idempotent; runs
 * in a transaction that has locked the office's row.
 */
export async function applyOfficeCapacity(ctx: Ctx, officeId: number): Promise<void> {
	const office = sql`${officeId}::integer`
	const changedPhotos = await sql`
		update office_photos p set asleep_at = case when ranked.is_surplus then ${ctx.now()}::timestamptz end
		from (
			select id, row_number() over (order by position, id) > ${capacityOfOffice(ctx.now(), office, ({ photos }) => photos)} as is_surplus
			from office_photos where office_id = ${office} and removed_at is null
		) ranked
		where p.id = ranked.id and (p.asleep_at is not null) <> ranked.is_surplus
	`.execute(ctx.db)
	await sql`
		update office_members m set asleep_at = case when ranked.is_surplus then ${ctx.now()}::timestamptz end
		from (
			select expert_id, row_number() over (order by role = 'owner' desc, position, expert_id)
				> ${capacityOfOffice(ctx.now(), office, ({ seats }) => seats)} as is_surplus
			from office_members where office_id = ${office}
		) ranked
		where m.office_id = ${office} and m.expert_id = ranked.expert_id and (m.asleep_at is not null) <> ranked.is_surplus
	`.execute(ctx.db)
	const changedPlacements = await checkedSql({ task_id: int4, prefecture_id: int4 })`
		update placements p set asleep_at = case when ranked.is_surplus then ${ctx.now()}::timestamptz end
		from (
			select id, row_number() over (order by id) > ${capacityOfOffice(ctx.now(), office, ({ placements }) => placements)} as is_surplus
			from placements where office_id = ${office}
		) ranked
		where p.id = ranked.id and (p.asleep_at is not null) <> ranked.is_surplus
		returning p.task_id, p.prefecture_id
	`.execute(ctx.db)
	const lists = changedPlacements.rows.map((row) => listTag(row.task_id, row.prefecture_id))
	if (lists.length > 0) await publishTags(ctx.db, lists)
	if (changedPhotos.numAffectedRows) await publishTags(ctx.db, [officeTag(officeId)])
}

/** The same for every office that an account owns. */
export async function applyPlanCapacity(ctx: Ctx, userId: string): Promise<void> {
	const offices = await ctx.db
		.selectFrom('offices as o')
		.innerJoin('office_members as m', 'm.office_id', 'o.id')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('o.id')
		.where('e.user_id', '=', userId)
		.where('m.role', '=', 'owner')
		.orderBy('o.id')
		.forUpdate('o')
		.execute()
	for (const { id } of offices) await applyOfficeCapacity(ctx, id)
}
