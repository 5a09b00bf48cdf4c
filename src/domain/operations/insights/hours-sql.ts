import { type RawBuilder, sql } from 'kysely'
import { TIME_ZONE } from '../../shared/japan-time.ts'
import { spanOf } from './days-sql.ts'

/** Rows `series, hour, slice, value` since a moment: what the start page compares with the same weekdays before. */
const hourOf = (column: RawBuilder<unknown>) => sql`date_trunc('hour', ${column}, ${sql.lit(TIME_ZONE)})`

export const hourSeries: readonly ((since: RawBuilder<unknown>) => RawBuilder<unknown>)[] = [
	(since) => sql`select 'signups', ${hourOf(sql`created_at`)}, '', count(*) from users where created_at >= ${since} group by 2`,
	(since) =>
		sql`select 'verified', ${hourOf(sql`verified_at`)}, '', count(*) from experts where verified_at >= ${since} and state = 'verified' group by 2`,
	(since) => sql`select 'questions', ${hourOf(sql`created_at`)}, '', count(*) from questions
		where created_at >= ${since} and hidden_at is null and deleted_at is null and awaits_address_since is null group by 2`,
	(since) => sql`select 'first-answers', ${hourOf(sql`t.answered_at`)}, ${spanOf(sql`t.created_at`, sql`t.answered_at`)}, count(*)
		from (
			select q.created_at, min(a.created_at) as answered_at
			from questions q join answers a on a.question_id = q.id and a.hidden_at is null
			where q.id in (select question_id from answers where created_at >= ${since}) and q.hidden_at is null and q.deleted_at is null
			group by q.id
		) t
		where t.answered_at >= ${since} group by 2, 3`,
	(since) => sql`select 'requests', ${hourOf(sql`sent_at`)}, '', count(*) from estimate_requests where sent_at >= ${since} group by 2`,
	(since) =>
		sql`select 'quotes', ${hourOf(sql`created_at`)}, '', count(*) from estimate_quotes where created_at >= ${since} and version = 1 group by 2`,
	(since) => sql`select 'accepted', ${hourOf(sql`ended_at`)}, '', count(*) from estimate_requests
		where ended_at >= ${since} and state = 'accepted' group by 2`,
	(since) => sql`select 'reports', ${hourOf(sql`created_at`)}, '', count(*) from reports where created_at >= ${since} group by 2`,
	(since) => sql`select 'mail-failures', ${hourOf(sql`at`)}, '', count(*) from mails
		where at >= ${since} and state in ('failed', 'bounced') group by 2`,
]
