import { sql } from 'kysely'
import { builtJson, checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { z } from 'zod'
import { requireStaff, type StaffCtx } from '../../accounts/staff.ts'
import { type ItemName, ownerOf } from '../../taxonomy/editing/item-fields.ts'
import type { ItemState } from '../../taxonomy/editing/merge.ts'
import { tryOut, writeChange } from './item-publishing.ts'

/** What publishing a changed part does: offices, profiles and answers that lose or get back what they offer. */
export type PartImpact = {
	/** Offices whose task leaves the lists; of each profession, how many have a verified holder. */
	officesLost: number
	lostByProfession: { professionId: number; offices: number }[]
	/** Offices whose task was suspended by earlier rules and comes back. */
	officesBack: number
	profilesLost: number
	answersLost: number
}

const counted = builtJson(() => z.array(z.strictObject({ professionId: z.int(), offices: z.int() }))).nullable

/**
 * Measures what a change of a part would do by making it in a transaction of which nothing stays. Null for other kinds, whose
 * changes take nobody off a list.
 */
export async function measurePart(ctx: StaffCtx, before: ItemState | null, after: ItemState): Promise<PartImpact | null> {
	requireStaff(ctx, 'editor')
	if (after.kind !== 'part') return null
	const owner = ownerOf(after)
	const taskId = owner?.kind === 'task' ? Number(owner.key) : 0
	return tryOut(ctx, async (trx) => {
		await writeChange(trx, before, after, '')
		const { rows } = await checkedSql({
			officesLost: int4,
			lostByProfession: counted,
			officesBack: int4,
			profilesLost: int4,
			answersLost: int4,
		})`
			with lost as materialized (
				select o.office_id from office_tasks o join offices x on x.id = o.office_id and x.state in ('published', 'unlisted')
				where o.task_id = ${taskId}::integer and office_parts(o.office_id, o.task_id) = '{}'
			)
			select
				(select count(*)::integer from lost) as "officesLost",
				(
					select json_agg(json_build_object('professionId', p.profession_id, 'offices', p.offices) order by p.offices desc, p.profession_id)
					from (select profession_id, count(*)::integer as offices from office_professions join lost using (office_id) group by profession_id) p
				) as "lostByProfession",
				(
					select count(*)::integer from withheld_office_tasks w
					where w.task_id = ${taskId}::integer and w.reason = 'rules' and office_parts(w.office_id, w.task_id) <> '{}'
				) as "officesBack",
				(
					select count(*)::integer from expert_tasks e join experts x on x.id = e.expert_id and x.state = 'verified'
					where e.task_id = ${taskId}::integer
						and not exists (select from task_parts p where p.task_id = e.task_id and expert_may_do(e.expert_id, p.id))
				) as "profilesLost",
				(
					select count(*)::integer from answers a
					where a.part_ids @> array[${Number(after.key)}::integer] and a.hidden_at is null and a.expert_id is not null
						and not exists (select from unnest(question_parts(a.question_id)) part where expert_may_do(a.expert_id, part))
				) as "answersLost"
		`.execute(trx.db)
		const [row] = rows
		return {
			officesLost: row?.officesLost ?? 0,
			lostByProfession: row?.lostByProfession ?? [],
			officesBack: row?.officesBack ?? 0,
			profilesLost: row?.profilesLost ?? 0,
			answersLost: row?.answersLost ?? 0,
		}
	})
}

/** How much refers to a task: what retiring or merging it concerns. */
export type TaskUsage = { offices: number; experts: number; questions: number; articles: number; openRequests: number }

export async function readTaskUsage(ctx: StaffCtx, name: ItemName): Promise<TaskUsage | null> {
	requireStaff(ctx, 'editor')
	if (name.kind !== 'task') return null
	const id = sql`${Number(name.key)}::integer`
	const { rows } = await checkedSql({ offices: int4, experts: int4, questions: int4, articles: int4, openRequests: int4 })`
		select (select count(*)::integer from office_tasks where task_id = ${id}) as offices,
			(select count(*)::integer from expert_tasks where task_id = ${id}) as experts,
			(select count(*)::integer from question_tasks where task_id = ${id}) as questions,
			(select count(*)::integer from article_tasks where task_id = ${id}) as articles,
			(select count(*)::integer from estimate_requests where task_id = ${id} and state in ('sent', 'quoted')) as "openRequests"
	`.execute(ctx.db)
	return rows[0] ?? null
}
