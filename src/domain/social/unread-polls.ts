import { sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { hashToken } from '../../platform/token.ts'
import { isOrdinarySession } from '../accounts/sessions.ts'
import type { Ctx } from '../shared/context.ts'
import { unreadNotifications } from './notifications.ts'

const selectUnread = checkedSql({ place: int4, unread: int4 })

/**
 * Counts what the people of these sessions have not read, a hundred at most each, by one statement. Returns the counts in the order of
 * the tokens; undefined for people whom `findSession` must look at.
 */
export async function countUnreadBySession(ctx: Pick<Ctx, 'db' | 'now'>, tokens: readonly string[]): Promise<(number | undefined)[]> {
	// An array from a subselect has no length for the planner, so that one plan serves all: planning takes longer than reading.
	const { rows } = await selectUnread`
		select asked.place::integer, ${unreadNotifications(sql.ref('u.id'))} as unread
		from unnest((select ${tokens.map((token) => hashToken(token).toString('hex'))}::text[])) with ordinality as asked (hash, place)
		join sessions s on s.token_hash = decode(asked.hash, 'hex')
		join users u on u.uid = s.uid
		where ${isOrdinarySession(ctx)}
	`.execute(ctx.db)
	const counts = new Map(rows.map(({ place, unread }) => [place, unread]))
	return tokens.map((_, index) => counts.get(index + 1))
}
