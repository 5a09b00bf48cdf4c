import { checkedSql, int4, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'

/**
 * The work that entitles a person to review an office: the newest that either side has
 * reported done, of a quote that they accepted or an inquiry that both sides marked so, with the task that it was about.
 */
export async function findFinishedWork(
	ctx: Pick<Ctx, 'db'>,
	userId: string,
	officeId: number,
): Promise<{ taskId: number | null; doneAt: Date } | null> {
	const { rows } = await checkedSql({ task_id: int4.nullable, done_at: timestamptz })`
		select task_id, done_at from (
			select i.task_id, i.done_at from inquiries i
			where i.user_id = ${userId}::bigint and i.office_id = ${officeId}::integer and i.done_at is not null
			union all
			select r.task_id, r.done_at from estimate_requests r
			join estimate_deliveries d on d.id = r.accepted_delivery_id
			where r.user_id = ${userId}::bigint and r.done_at is not null and d.office_id = ${officeId}::integer
		) leads
		order by done_at desc limit 1
	`.execute(ctx.db)
	const [row] = rows
	return row ? { taskId: row.task_id, doneAt: row.done_at } : null
}
