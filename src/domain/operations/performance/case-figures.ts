import { sql } from 'kysely'
import { checkedSql, float8, int4, type RowOf, text } from '../../../platform/checked-sql.ts'
import { declineReasons } from '../../estimates/estimate-input.ts'
import { waitingSince } from '../../inquiries/inquiry-access.ts'
import type { Ctx } from '../../shared/context.ts'
import { type LostOutcome, lostOutcomes } from './outcomes.ts'

/** Two spans of time of which the first is compared with the second; ends are not included. */
export type Spans = { from: Date; to: Date; beforeFrom: Date; beforeTo: Date }

export type CaseSums = {
	received: number
	/** Of those received, how many have a quote, an answer or a refusal. */
	replied: number
	/** Of those received, how many have a quote; an inquiry that was answered counts as well. */
	quoted: number
	won: number
	/** In yen with tax, by the newest version of each quote. */
	quotedYen: number
	wonYen: number
	/** Median from arrival, or from what a client wrote after a booking, to the first answer, in minutes of the clock; null without one. */
	replyMinutes: number | null
}

export type CaseFigures = {
	now: CaseSums
	before: CaseSums
	byTask: { id: number; name: string; now: CaseSums; before: CaseSums }[]
	byArea: { id: string; name: string; now: CaseSums; before: CaseSums }[]
	/** Of the span itself, the most frequent first. */
	lost: { outcome: LostOutcome; reason: string | null; count: number }[]
}

const noCases: CaseSums = { received: 0, replied: 0, quoted: 0, won: 0, quotedYen: 0, wonYen: 0, replyMinutes: null }

const offered = declineReasons.map(({ text: sentence }) => sentence)

/** Requests and inquiries that reached offices since `since`, with what became of each by now. Requests first made by a quote count from their inquiry on. */
const receivedCases = (officeIds: readonly number[], since: Date, now: Date) => sql`
	select r.task_id, r.prefecture_id, r.municipality_id, coalesce(i.created_at, d.delivered_at) as received_at,
		case when i.id is null then d.answered_at else least(d.answered_at, i.first_reply_at) end as replied_at,
		case when i.id is null then d.delivered_at else ${waitingSince} end as waiting_since, quote.total is not null as quoted, quote.total,
		case
			when r.accepted_delivery_id = d.id then 'won'
			when d.state = 'declined' then 'declined'
			when d.state = 'timed_out' or (d.state <> 'quoted' and d.due_at <= ${now}) then 'late'
			when r.state = 'accepted' then 'elsewhere'
			when r.state = 'cancelled' then 'cancelled'
			when r.state = 'expired' or r.expires_at <= ${now} then 'expired'
			else 'open'
		end as outcome,
		case when d.decline_reason = any (${offered}::text[]) then d.decline_reason end as reason
	from estimate_deliveries d
	join estimate_requests r on r.id = d.request_id
	left join inquiries i on i.delivery_id = d.id and r.origin = 'inquiry'
	left join lateral (
		select q.total from estimate_quotes q where q.delivery_id = d.id order by q.version desc limit 1
	) quote on true
	where d.office_id = any (${officeIds}::integer[]) and d.delivered_at >= ${since}
	union all
	select i.task_id, null, null, i.created_at, coalesce(i.first_reply_at, i.booked_at), ${waitingSince},
		i.first_reply_at is not null or i.booked_at is not null, null,
		case when i.accepted_at is not null then 'won' when i.closed_at is not null then 'closed' else 'open' end, null
	from inquiries i
	where i.office_id = any (${officeIds}::integer[]) and i.delivery_id is null and i.created_at >= ${since}
`

const selectSums = checkedSql({
	span: text.as<'now' | 'before'>(),
	part: text.as<'all' | 'task' | 'area' | 'lost'>(),
	task_id: int4.nullable,
	prefecture_id: int4.nullable,
	municipality_id: int4.nullable,
	name: text,
	outcome: text.nullable,
	reason: text.nullable,
	received: int4,
	replied: int4,
	quoted: int4,
	won: int4,
	quoted_yen: float8,
	won_yen: float8,
	reply_minutes: float8.nullable,
})

/**
 * What became of the cases that offices received in two spans, in sum, by task, by area and by the reason for which they were not
 * won. Who may know was decided before. One statement.
 */
export async function readCaseFigures(ctx: Pick<Ctx, 'db' | 'now'>, officeIds: readonly number[], spans: Spans): Promise<CaseFigures> {
	const { rows } = await selectSums`
		with received as (
			select c.*, case when c.received_at >= ${spans.from} then 'now' else 'before' end as span
			from (${receivedCases(officeIds, spans.beforeFrom, ctx.now())}) c
			where (c.received_at >= ${spans.from} and c.received_at < ${spans.to})
				or (c.received_at >= ${spans.beforeFrom} and c.received_at < ${spans.beforeTo})
		), sums as (
			select span, task_id, prefecture_id, municipality_id, outcome, reason,
				case when grouping(task_id) = 0 then 'task' when grouping(prefecture_id) = 0 then 'area' when grouping(outcome) = 0 then 'lost' else 'all' end as part,
				count(*)::integer as received, count(replied_at)::integer as replied,
				(count(*) filter (where quoted))::integer as quoted, (count(*) filter (where outcome = 'won'))::integer as won,
				coalesce(sum(total), 0)::float8 as quoted_yen, coalesce(sum(total) filter (where outcome = 'won'), 0)::float8 as won_yen,
				percentile_cont(0.5) within group (order by extract(epoch from replied_at - waiting_since)::float8 / 60)
					filter (where replied_at >= waiting_since) as reply_minutes
			from received
			group by grouping sets ((span), (span, task_id), (span, prefecture_id, municipality_id), (span, outcome, reason))
		)
		select s.span, s.part, s.task_id, s.prefecture_id, s.municipality_id, s.outcome, s.reason, s.received, s.replied, s.quoted, s.won,
			s.quoted_yen, s.won_yen, s.reply_minutes,
			case s.part when 'task' then coalesce(t.name, '業務の指定なし')
				when 'area' then coalesce(p.name || coalesce(m.name, ''), '地域の指定なし') else '' end as name
		from sums s
		left join tasks t on t.id = s.task_id
		left join prefectures p on p.id = s.prefecture_id
		left join municipalities m on m.id = s.municipality_id
		order by s.received desc, s.task_id, s.prefecture_id, s.municipality_id, s.outcome, s.reason
	`.execute(ctx.db)
	return figuresOf(rows)
}

type Row = RowOf<typeof selectSums>

const sumsOf = (row: Row | undefined): CaseSums =>
	row
		? {
				received: row.received,
				replied: row.replied,
				quoted: row.quoted,
				won: row.won,
				quotedYen: row.quoted_yen,
				wonYen: row.won_yen,
				replyMinutes: row.reply_minutes === null ? null : Math.round(row.reply_minutes),
			}
		: noCases

function figuresOf(rows: readonly Row[]): CaseFigures {
	const both = (part: Row['part'], keyOf: (row: Row) => string) => {
		const of = (span: Row['span']) => rows.filter((row) => row.part === part && row.span === span)
		const keys = [...new Set([...of('now'), ...of('before')].map(keyOf))]
		return keys.map((key) => {
			const [now, before] = [of('now').find((row) => keyOf(row) === key), of('before').find((row) => keyOf(row) === key)]
			return { key, row: now ?? before, now: sumsOf(now), before: sumsOf(before) }
		})
	}
	const [all] = both('all', () => '')
	return {
		now: all?.now ?? noCases,
		before: all?.before ?? noCases,
		byTask: both('task', (row) => `${row.task_id}`).map(({ row, now, before }) => ({
			id: row?.task_id ?? 0,
			name: row?.name ?? '',
			now,
			before,
		})),
		byArea: both('area', (row) => `${row.prefecture_id ?? 0}-${row.municipality_id ?? 0}`).map(({ key, row, now, before }) => ({
			id: key,
			name: row?.name ?? '',
			now,
			before,
		})),
		lost: rows.flatMap(({ part, span, outcome, reason, received }) => {
			const lost = lostOutcomes.find((one) => one === outcome)
			return part === 'lost' && span === 'now' && lost ? [{ outcome: lost, reason, count: received }] : []
		}),
	}
}
