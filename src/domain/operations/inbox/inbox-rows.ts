import { type RawBuilder, sql } from 'kysely'
import { appointmentRows } from '../../appointments/appointment-waiting.ts'
import { documentRows, letterRows } from '../../documents/document-waiting.ts'
import { awaitsConfirmation, awaitsReply, isListed } from '../../inquiries/inquiry-reading.ts'
import { isAnswerable } from '../../questions/question-list.ts'
import { repliesToWrite } from '../../questions/reactions.ts'
import { awaitsReviewReply } from '../../reviews/review-lists.ts'
import { type InboxKind, inboxKinds, type InboxState, type InboxTab, MEETING_DAYS, QUESTIONS, TARGET_DAYS } from './inbox-input.ts'

/** The parts of statements that read what reached a person's offices, and what else waits for them. */

const after = (moment: RawBuilder<unknown>, days: number) => sql`${moment} + interval '1 day' * ${sql.lit(days)}`

/** The offices whose work a person sees, as the part `mine` of the statements that read it. */
export const ownDesks = (userId: string) => sql`
	select m.office_id as id, o.name, m.role = 'owner' as is_owner
	from office_members m
	join experts e on e.id = m.expert_id and e.state = 'verified'
	join offices o on o.id = m.office_id and o.state <> 'deleted'
	where e.user_id = ${userId}::bigint
`

/** Requests for estimates at a person's offices: the chosen ones first, since their clients wait for a call. */
export const leadRows = (now: Date) => sql`
	select 0 as kind_no, d.id, d.id as target_id, d.office_id,
		t.name || coalesce('（' || p.name || coalesce(m.name, '') || '）', '') as title, coalesce(r.contact_name, '') as person,
		case
			when d.inbox_state is not null then d.inbox_state
			when r.accepted_delivery_id = d.id then 'contact'
			when r.expires_at <= ${now} then 'closed'
			when d.change_requested_at is not null then 'change'
			when d.state = 'quoted' and k.delivery_id is not null then 'check'
			when d.state = 'quoted' then 'quoted'
			when d.due_at <= ${now} then 'late'
			else 'quote'
		end as state,
		case
			when d.inbox_state is not null then d.inbox_at
			when r.accepted_delivery_id = d.id then r.ended_at
			when d.change_requested_at is not null then ${after(sql`d.change_requested_at`, TARGET_DAYS.change)}
			when d.state = 'quoted' then coalesce(${after(sql`k.disclosed_at`, TARGET_DAYS.check)}, r.expires_at)
			else d.due_at
		end as at,
		d.state = 'delivered' as unread, d.assignee_id, d.inbox_state is not null as is_kept
	from estimate_deliveries d
	join estimate_requests r on r.id = d.request_id
	left join tasks t on t.id = r.task_id
	left join prefectures p on p.id = r.prefecture_id
	left join municipalities m on m.id = r.municipality_id
	-- Names of opponents that the office has been given and not compared yet; the fence looks for them only where they matter.
	left join lateral (
		select k.delivery_id, k.disclosed_at from conflict_checks k
		where k.delivery_id = d.id and k.state = 'disclosed' and d.state = 'quoted' and r.state in ('sent', 'quoted') offset 0
	) k on true
	where d.office_id in (select id from mine)
`

/** Inquiries at a person's offices. */
export const inquiryRows = sql`
	select 1, i.id, i.id, i.office_id, i.subject, i.contact_name,
		case
			when ${awaitsReply} then 'reply'
			when ${awaitsConfirmation} then 'confirm'
			when i.inbox_state is not null then i.inbox_state
			-- With a client whom the office has blocked.
			else 'closed'
		end,
		case
			when ${awaitsConfirmation} then coalesce(i.reply_due_at, ${after(sql`i.user_engaged_at`, TARGET_DAYS.change)})
			else coalesce(i.inbox_at, i.reply_due_at, i.last_message_at)
		end, i.last_user_message_id > i.office_seen_id, i.assignee_id, i.inbox_state is not null
	from inquiries i where i.office_id in (select id from mine) and ${isListed}
		-- The conversation of a request is there while somebody waits in it; otherwise the row of the request is enough.
		and (i.delivery_id is null or ${awaitsReply})
`

export const numberOf = (kind: InboxKind) => inboxKinds.indexOf(kind)

/** The stored states of cases (migration 0536), with the tabs that show them. */
export const keptTabs = {
	replied: 'waiting',
	won: 'won',
	done: 'won',
	declined: 'over',
	late: 'over',
	closed: 'over',
} as const satisfies Partial<Record<InboxState, InboxTab>>

/** The tables of such cases, with their kind. */
export const keptSources = [
	{ table: 'estimate_deliveries', kind: 'lead' },
	{ table: 'inquiries', kind: 'inquiry' },
] as const satisfies { table: string; kind: InboxKind }[]

/** Appointments, proposals of times, documents to send and letters to agree to at a person's offices. */
export const arrangementRows = (now: Date) => sql`
	${appointmentRows(now, {
		kinds: { appointment: numberOf('appointment'), proposal: numberOf('proposal') },
		soonDays: MEETING_DAYS,
		answerDays: TARGET_DAYS.propose,
	})} union all ${documentRows({ kind: numberOf('document'), targetDays: TARGET_DAYS.submit })}
	union all ${letterRows(numberOf('letter'))}
`

/** What is no case: it is there while something is to be done, and then it is gone. */
export const otherRows = (userId: string, now: Date) => sql`
	select 2, a.id, a.question_id, 0, q.title, '', 'reply', ${after(sql`asked.asked_at`, TARGET_DAYS.followUp)}, true, null::integer
	from ${repliesToWrite(userId)}
	union all
	select 3, j.id, j.office_id, j.office_id, '事務所への参加の申請', x.display_name, 'decide', ${after(sql`j.requested_at`, TARGET_DAYS.joinRequest)}, true, null::integer
	from office_join_requests j join experts x on x.id = j.expert_id
	where j.declined_at is null and j.office_id in (select id from mine where is_owner)
	union all
	select 4, r.id, r.office_id, r.office_id, '★' || r.stars || ' ' || left(r.body, 60), r.persona, 'reply', ${after(sql`r.created_at`, TARGET_DAYS.review)}, true, null::integer
	from reviews r where ${awaitsReviewReply(userId, now)}
	union all
	select * from (
		select 5, q.id, q.id, 0, q.title, '', 'answer', q.created_at, true, null::integer
		from questions q where ${isAnswerable(userId)} order by q.id desc limit ${sql.lit(QUESTIONS)}
	) newest
`

export const tabOf = sql`case
	when state in ('contact', 'change', 'check', 'quote', 'reply', 'confirm', 'answer', 'decide', 'meet', 'propose', 'submit') then 'due'
	when state in ('quoted', 'replied', 'booked', 'proposed', 'requested', 'offered') then 'waiting'
	when state in ('won', 'done') then 'won'
	else 'over'
end`

const SECONDS_SINCE = sql`timestamptz '2020-01-01T00:00:00Z'`

/**
 * What a row is sorted by, as an integer for the cursor: the second of its moment since 2020. A client who has chosen the office waits
 * for a call and comes before every deadline; a question is an offer and comes after them.
 */
export const secondOf = sql`(
	floor(date_part('epoch', at) - date_part('epoch', ${SECONDS_SINCE}))
	+ case state when 'contact' then -1000000000 when 'answer' then 300000000 else 0 end
)::integer`

/** The time of such an integer, for a case with a stored state. */
export const momentOfSecond = (second: number) => sql`${SECONDS_SINCE} + interval '1 second' * ${second}::integer`
