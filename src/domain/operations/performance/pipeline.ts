import { sql } from 'kysely'
import { checkedSql, float8, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { forVerifiedExperts } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import { inquiryRows, leadRows, ownDesks } from '../inbox/inbox-rows.ts'
import { type InboxKind, inboxKinds, type InboxState } from '../inbox/inbox-input.ts'
import { PIPELINE_DAYS, type PipelineColumn, pipelineColumns } from './pipeline-input.ts'

const SHOWN = 15

export type PipelineCard = {
	kind: InboxKind
	id: number
	officeName: string
	title: string
	person: string
	state: InboxState
	at: Date
	/** Of the newest quote, in yen with tax. */
	total: number | null
}

export type Pipeline = Record<PipelineColumn, { count: number; yen: number; cards: PipelineCard[] }>

const selectCards = checkedSql({
	place: text.as<PipelineColumn>(),
	count: int4,
	yen: float8,
	kind_no: int4,
	id: int4,
	office_name: text,
	title: text,
	person: text,
	state: text.as<InboxState>(),
	at: timestamptz,
	total: float8.nullable,
})

/** A case of either kind as the column that it is in; null for what was over long ago. */
const columnOf = (since: Date, now: Date) => sql`case
	when state in ('contact', 'won', 'done') then case when state <> 'done' or at > ${since} then 'won' end
	when state in ('declined', 'late', 'closed') then case when at > ${since} then 'lost' end
	when exists (
		select from appointments a join inquiries i on i.id = a.inquiry_id
		where (i.delivery_id = c.id and c.kind_no = 0 or i.id = c.id and c.kind_no = 1) and a.cancelled_at is null and a.ends_at > ${now}
	) then 'meeting'
	when state = 'quote' or (state = 'reply' and not exists (select from inquiries i where i.id = c.id and c.kind_no = 1 and i.last_office_message_id > 0)) then 'new'
	else 'offered'
end`

/**
 * The cases of the viewer's offices by how near they are to work, with what their quotes come to; of each column the newest.
 * One statement. Throws forbidden for who is no verified expert.
 */
export async function readPipeline(ctx: Ctx): Promise<Pipeline> {
	const { userId, isExpert } = requireMember(ctx)
	if (!isExpert) throw forVerifiedExperts()
	const now = ctx.now()
	const since = new Date(now.getTime() - days(PIPELINE_DAYS))
	const { rows } = await selectCards`
		with mine as materialized (${ownDesks(userId)}), cases as (
			${leadRows(now)} union all ${inquiryRows}
		), placed as (
			select c.*, ${columnOf(since, now)} as place,
				case when kind_no = 0 then (
					select q.total::float8 from estimate_quotes q where q.delivery_id = c.id order by q.version desc limit 1
				) end as total
			from cases c
		), numbered as (
			select p.*, (count(*) over same)::integer as count, coalesce(sum(total) over same, 0)::float8 as yen,
				row_number() over (partition by place order by at desc, kind_no, id) as number
			from placed p where place is not null
			window same as (partition by place)
		)
		select place, count, yen, kind_no, n.id, m.name as office_name, title, person, state, at, total
		from numbered n join mine m on m.id = n.office_id
		where number <= ${sql.lit(SHOWN)} order by number
	`.execute(ctx.db)
	const columns = pipelineColumns.map((column) => {
		const own = rows.filter(({ place }) => place === column)
		return [
			column,
			{
				count: own[0]?.count ?? 0,
				yen: own[0]?.yen ?? 0,
				cards: own.map(({ kind_no: kindNo, office_name: officeName, id, title, person, state, at, total }) => ({
					kind: inboxKinds[kindNo] ?? 'lead',
					id,
					officeName,
					title,
					person,
					state,
					at,
					total,
				})),
			},
		]
	})
	return Object.fromEntries(columns) as Pipeline
}
