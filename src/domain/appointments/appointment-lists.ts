import { sql } from 'kysely'
import type { RowOf } from '../../platform/checked-sql.ts'
import type { Side } from '../inquiries/inquiry-input.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { type Appointment, appointmentColumns, officesOfUser, selectAppointments, toAppointment } from './appointment-access.ts'

const PAGE = 20
/** Entries of a subscribed calendar. */
const FEED = 500

export type ListedAppointment = Appointment & { side: Side }

/** The viewer's appointments as client and for their offices: those to come, the next first, or those that are over. */
export async function listAppointments(
	ctx: Ctx,
	query: { past: boolean; cursor: string | null },
): Promise<{ items: ListedAppointment[]; page: Page }> {
	const { userId } = requireMember(ctx)
	// A cursor holds integers: minutes.
	const at = sql`floor(extract(epoch from a.begins_at) / 60)::integer`
	const page = keysetPage<RowOf<typeof selectAppointments>>(query.cursor, {
		by: [at, sql`a.id`],
		direction: query.past ? 'desc' : 'asc',
		size: PAGE,
		keyOf: (row) => [Math.floor(row.begins_at.getTime() / 60_000), row.id],
	})
	const { rows } = await selectAppointments`
		select ${appointmentColumns}
		where (a.user_id = ${userId}::bigint or a.office_id in ${officesOfUser(userId)})
			and ${query.past ? sql`(a.ends_at <= ${ctx.now()} or a.cancelled_at is not null)` : sql`a.ends_at > ${ctx.now()} and a.cancelled_at is null`}
			and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows.map((row) => ({ ...toAppointment(row), side: row.user_id === userId ? 'user' : 'office' })), page: cut.page }
}

/** What a person's calendar feed holds: the last month and everything ahead, cancelled ones marked as such. */
export async function readFeed(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<ListedAppointment[]> {
	const { rows } = await selectAppointments`
		select ${appointmentColumns}
		where (a.user_id = ${userId}::bigint or a.office_id in ${officesOfUser(userId)}) and a.begins_at > ${ctx.now()}::timestamptz - interval '31 days'
		order by a.begins_at limit ${sql.lit(FEED)}
	`.execute(ctx.db)
	return rows.map((row) => ({ ...toAppointment(row), side: row.user_id === userId ? 'user' : 'office' }))
}
