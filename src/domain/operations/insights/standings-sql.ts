import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../shared/column-types.ts'
import { addDays, startOfDay, TIME_ZONE } from '../../shared/japan-time.ts'
import { flagBit } from '../../taxonomy/attributes.ts'
import { ALL_OFFICES } from '../../taxonomy/scopes.ts'
import { insightRanges } from './catalogue.ts'

/** How many months after the first a cohort is followed, and how many cohorts. */
export const COHORT_MONTHS = 12
export const MISSED_SHOWN = 50

/** Rows `series, slice, value, label` as of today. */
type Standing = (today: IsoDate) => RawBuilder<unknown>

/** Sent requests of each range by category and prefecture. */
const demand: Standing = (today) => sql`
	select 'demand', r.days || ':' || t.task_category_id || ':' || q.prefecture_id, count(*), null
	from estimate_requests q
	join tasks t on t.id = q.task_id
	join unnest(${[...insightRanges]}::integer[]) as r (days)
		on q.sent_at >= ((${today}::date - r.days + 1)::timestamp at time zone ${sql.lit(TIME_ZONE)})
	where q.prefecture_id is not null
	group by 2`

/** Offices that take new clients, from the counts of the lists. */
const supply: Standing = () => sql`
	select 'supply', scope_id || ':' || area_id, sum(office_count), null
	from listing_counts
	where area_id between 1 and 47 and scope_id in (select id from task_categories) and scope_id <> ${ALL_OFFICES}
		and attributes & ${flagBit('accepting')} <> 0
	group by 2`

const categories: Standing = () => sql`select 'category', id::text, position, name from task_categories`

const reviewers: Standing = (today) => sql`
	select distinct 'reviewer', u.id::text, 1::float8, coalesce(nullif(trim(u.last_name || ' ' || u.first_name), ''), u.email, u.uid)
	from insight_days d join users u on u.id = split_part(d.slice, ':', 1)::bigint
	where d.series = 'desk.age' and d.day > ${addDays(today, -Math.max(...insightRanges))}::date`

const unanswered: Standing = () => sql`
	select 'unanswered', task_category_id::text, count(*), null from questions
	where state = 'open' and answer_count = 0 and hidden_at is null and deleted_at is null and awaits_address_since is null
	group by 2`

const missed: Standing = (today) => sql`
	select 'missed', days || ':' || term, count, null from (
		select r.days, m.term, sum(m.search_count) as count, row_number() over (partition by r.days order by sum(m.search_count) desc, m.term) as place
		from missed_searches m join unnest(${[...insightRanges]}::integer[]) as r (days) on m.day > ${today}::date - r.days
		group by r.days, m.term
	) ranked
	where place <= ${MISSED_SHOWN}`

const monthOf = (column: RawBuilder<unknown>) => sql`date_trunc('month', ${column} at time zone ${sql.lit(TIME_ZONE)})`
const monthsBetween = sql`(extract(year from age(a.month, c.month)) * 12 + extract(month from age(a.month, c.month)))::integer`

/** Of those who came in a month, how many did something in each of the months after it. `month:0` is the month itself. */
const cohorts = (series: string, people: RawBuilder<unknown>, active: RawBuilder<unknown>, first: RawBuilder<unknown>) => sql`
	with cohort as (select id, ${monthOf(sql`since`)} as month from (${people}) p where since >= ${first}),
		active as (select distinct id, ${monthOf(sql`at`)} as month from (${active}) w where at >= ${first})
	select ${series}::text || '.size', to_char(month, 'YYYY-MM'), count(*), null from cohort group by 2
	union all
	select ${series}::text, to_char(c.month, 'YYYY-MM') || ':' || ${monthsBetween}, count(*), null
	from cohort c join active a on a.id = c.id and a.month >= c.month
	group by 2`

const firstMonth = (today: IsoDate) => {
	const [year = 0, month = 0] = today.split('-').map(Number)
	const months = year * 12 + month - COHORT_MONTHS
	return sql`${startOfDay(`${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`)}::timestamptz`
}

const experts: Standing = (today) =>
	cohorts(
		'cohort.experts',
		sql`select user_id as id, verified_at as since from experts where verified_at is not null`,
		sql`select e.user_id as id, a.created_at as at from answers a join experts e on e.id = a.expert_id
			union all select author_id, created_at from estimate_quotes where author_id is not null`,
		firstMonth(today),
	)

const members: Standing = (today) =>
	cohorts(
		'cohort.members',
		sql`select id, created_at as since from users where not is_expert and deleted_at is null`,
		sql`select asker_id as id, created_at as at from questions where asker_id is not null
			union all select user_id, sent_at from estimate_requests where user_id is not null and sent_at is not null
			union all select user_id, created_at from inquiries where user_id is not null`,
		firstMonth(today),
	)

export const standings: readonly Standing[] = [demand, supply, categories, reviewers, unanswered, missed, experts, members]
