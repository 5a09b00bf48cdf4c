import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../shared/column-types.ts'
import { startOfDay, TIME_ZONE } from '../../shared/japan-time.ts'
import { hourBounds, OVER } from './spans.ts'

/** Rows `series, day, slice, value` of the days from `first` to `last`, each read from the tables that the figures are of. */
export type DaysToMeasure = { first: IsoDate; last: IsoDate; now: Date }

export const dayOf = (column: RawBuilder<unknown>) => sql`(${column} at time zone ${sql.lit(TIME_ZONE)})::date`

/** The upper bound of the span between two moments, as a slice. */
export const spanOf = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
	sql`(select coalesce(min(bound), ${OVER}::float8) from unnest(${[...hourBounds]}::float8[]) bound
		where extract(epoch from ${to} - ${from}) / 3600 <= bound)::text`

const since = ({ first }: DaysToMeasure) => sql`${startOfDay(first)}::timestamptz`

/** How far the requests came that were begun on a day. Those that nobody finished are deleted after a week: see `grownSeries`. */
const funnel = (days: DaysToMeasure) => sql`
	select 'funnel.' || step, ${dayOf(sql`r.created_at`)} as day, '', count(*)
	from estimate_requests r
	cross join lateral (values
		('begun', true),
		('confirmed', r.email_verified_at is not null or r.sent_at is not null),
		('sent', r.sent_at is not null),
		('quoted', exists (select from estimate_deliveries d join estimate_quotes q on q.delivery_id = d.id where d.request_id = r.id)),
		('accepted', r.accepted_delivery_id is not null)
	) as steps (step, is_reached)
	where r.created_at >= ${since(days)} and is_reached
	group by 1, 2`

const firstQuotes = (days: DaysToMeasure) => sql`
	select f.series, ${dayOf(sql`t.sent_at`)} as day, f.slice, count(*)
	from (
		select r.id, r.sent_at, min(q.created_at) as quoted_at, min(d.due_at) as due_at
		from estimate_requests r
		join estimate_deliveries d on d.request_id = r.id
		join estimate_quotes q on q.delivery_id = d.id
		where r.sent_at >= ${since(days)}
		group by r.id
	) t
	cross join lateral (values
		('first-quote', ${spanOf(sql`t.sent_at`, sql`t.quoted_at`)}, true),
		('first-quote.due', 'within', t.quoted_at <= t.due_at),
		('first-quote.due', 'late', t.quoted_at > t.due_at)
	) as f (series, slice, is_so)
	where f.is_so
	group by 1, 2, 3`

const questions = (days: DaysToMeasure) => sql`
	select f.series, ${dayOf(sql`t.created_at`)} as day, f.slice, count(*)
	from (
		select q.id, q.created_at, (select min(a.created_at) from answers a where a.question_id = q.id and a.hidden_at is null) as answered_at
		from questions q
		where q.created_at >= ${since(days)} and q.hidden_at is null and q.deleted_at is null and q.awaits_address_since is null
	) t
	cross join lateral (values
		('questions', 'asked', true),
		('questions', 'answered-24h', t.answered_at <= t.created_at + interval '24 hours')
	) as f (series, slice, is_so)
	where f.is_so
	group by 1, 2, 3`

/**
 * What came to each desk, when it left it, and by whose verdict. Of an application only the last submission is stored: earlier rounds
 * count as decided and not as come.
 */
const deskItems = sql`
	select 'experts' as queue, case when d.is_last and e.submitted_at <= d.decided_at then e.submitted_at end as came_at, d.decided_at as left_at, d.decided_by
	from (
		select *, row_number() over (partition by expert_id order by id desc) = 1 as is_last from expert_decisions where state <> 'suspended'
	) d join experts e on e.id = d.expert_id
	union all
	select 'experts', submitted_at, null, null from experts where state = 'submitted'
	union all
	select 'credentials', submitted_at, decided_at, decided_by from credential_changes
	where submitted_at is not null and state in ('submitted', 'needs_fix', 'verified')
	union all
	select 'offices', asked_at, decided_at, decided_by from office_changes where state <> 'withdrawn'
	union all
	select 'reports', created_at, decided_at, decided_by from reports
	union all
	select 'appeals', created_at, decided_at, decided_by from appeals
	union all
	select 'contacts', created_at, closed_at, null from support_requests`

const desk = (days: DaysToMeasure) => sql`
	with items as materialized (${deskItems})
	select 'desk.in', ${dayOf(sql`came_at`)} as day, queue, count(*) from items where came_at >= ${since(days)} group by 2, 3
	union all
	select 'desk.out', ${dayOf(sql`left_at`)}, queue, count(*) from items where left_at >= ${since(days)} group by 2, 3
	union all
	select 'desk.age', ${dayOf(sql`left_at`)}, decided_by || ':' || ${spanOf(sql`came_at`, sql`left_at`)}, count(*)
	from items where left_at >= ${since(days)} and decided_by is not null and came_at is not null group by 2, 3
	union all
	select 'desk.backlog', d.day::date, items.queue, count(*)
	from generate_series(${days.first}::date, ${days.last}::date, interval '1 day') as d (day)
	join items on items.came_at < ((d.day::date + 1)::timestamp at time zone ${sql.lit(TIME_ZONE)})
		and (items.left_at is null or items.left_at >= ((d.day::date + 1)::timestamp at time zone ${sql.lit(TIME_ZONE)}))
	where items.left_at is null or items.left_at >= ${since(days)}
	group by 2, 3`

const reports = (days: DaysToMeasure) => sql`
	select 'reports', ${dayOf(sql`created_at`)} as day, reason || ':' || state, count(*) from reports where created_at >= ${since(days)} group by 2, 3
	union all
	select 'appeals', ${dayOf(sql`decided_at`)}, state, count(*) from appeals where decided_at >= ${since(days)} group by 2, 3`

const mails = (days: DaysToMeasure) => sql`
	select 'mails', ${dayOf(sql`first_at`)} as day, state, count(*) from mails where first_at >= ${since(days)} group by 2, 3`

const devices = (days: DaysToMeasure) => sql`
	select 'devices', ${dayOf(sql`created_at`)} as day, channel || ':' || state, count(*) from device_deliveries
	where created_at >= ${since(days)} group by 2, 3`

/** Prices of subscriptions as they stood at the end of each day; a coupon counts while plan and period are those of today. */
const money = (days: DaysToMeasure) => sql`
	with ends as (
		select d.day::date as day, (d.day::date + 1)::timestamp at time zone ${sql.lit(TIME_ZONE)} as ends_at
		from generate_series(${days.first}::date, ${days.last}::date, interval '1 day') as d (day)
	), steps as (
		select e.subscription_id, e.at, e.kind, e.plan, e.payment_interval, e.state,
			lead(e.at) over w as until, lag(e.state) over w as state_before
		from subscription_events e
		window w as (partition by e.subscription_id order by e.id)
	), paid as (
		select ends.day, steps.payment_interval, case when s.plan = steps.plan and s.payment_interval = steps.payment_interval then s.agreed_amount else (
			select p.amount from plan_prices p
			where p.plan = steps.plan and p.payment_interval = steps.payment_interval and p.effective_on <= ends.day
			order by p.effective_on desc limit 1
		) end as amount
		from ends
		join steps on steps.at < ends.ends_at and (steps.until is null or steps.until >= ends.ends_at) and steps.state in ('active', 'past_due')
		join subscriptions s on s.id = steps.subscription_id
	)
	select 'money', day, f.slice, sum(f.value)
	from paid cross join lateral (values
		('mrr', case paid.payment_interval when 'year' then paid.amount / 12.0 else paid.amount end), ('running', 1)
	) as f (slice, value)
	group by 2, 3
	union all
	select 'money', ${dayOf(sql`at`)}, case when kind = 'convert' then 'converted' when state_before = 'trial' then 'trial-lost' else 'ended' end, count(*)
	from steps where at >= ${since(days)} and (kind = 'convert' or (kind = 'end' and state_before in ('trial', 'active', 'past_due')))
	group by 2, 3
	union all
	select 'money', ends.day, 'overdue', sum(i.open)
	from ends
	cross join lateral (
		select i.total
			- coalesce((select sum(a.amount) from payment_allocations a where a.invoice_id = i.id and a.at < ends.ends_at), 0)
			- coalesce((select sum(abs(c.total)) from invoices c where c.credits_id = i.id and c.issued_at < ends.ends_at), 0) as open
		from invoices i
		where i.kind = 'invoice' and i.due_on < ends.day
			and (i.paid_amount + i.credited_amount < i.total or i.due_on > ${days.first}::date - 120)
	) i
	where i.open > 0
	group by 2`

/** Requests by the time that they took on the server, kept for longer than their hours are. */
const served = (days: DaysToMeasure) => sql`
	select 'served', ${dayOf(sql`hour`)} as day, slice, sum(value) from insight_hours where series = 'served' and hour >= ${since(days)} group by 2, 3`

/** Series of days that lose their rows later: a value that was measured once stays when a later count is lower. */
export const grownSeries: readonly string[] = ['funnel.begun', 'served']

export const daySeries: readonly ((days: DaysToMeasure) => RawBuilder<unknown>)[] = [
	funnel,
	firstQuotes,
	questions,
	desk,
	reports,
	mails,
	devices,
	money,
	served,
]
