import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int8 } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'

/**
 * The members of an office whom a notice about a case goes to: all but those who want only notices of their own cases and of those
 * without anybody assigned. All of them where nobody would be left.
 */
export async function recipientsOf(
	ctx: Pick<Ctx, 'db'>,
	officeId: number,
	assigneeId: RawBuilder<unknown> = sql`null::integer`,
): Promise<string[]> {
	const { rows } = await checkedSql({ user_id: int8, wants: bool })`
		select e.user_id, m.notices = 'all' or coalesce(m.expert_id = ${assigneeId}, true) as wants
		from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
		where m.office_id = ${officeId}::integer
		order by m.position, e.id
	`.execute(ctx.db)
	const wanting = rows.filter(({ wants }) => wants)
	return (wanting.length > 0 ? wanting : rows).map(({ user_id: userId }) => userId)
}
