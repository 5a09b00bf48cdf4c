import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { appointmentRows } from '../appointments/appointment-waiting.ts'
import { documentRows, letterRows } from '../documents/document-waiting.ts'
import { awaitsConfirmation, awaitsReply } from '../inquiries/inquiry-reading.ts'
import { isAnswerable } from '../questions/question-list.ts'
import { repliesToWrite } from '../questions/reactions.ts'
import { awaitsReviewReply } from '../reviews/review-lists.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { forVerifiedExperts } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import {
	INBOX_SEARCH_LENGTH,
	inboxCaseKinds,
	inboxKinds,
	type InboxAssigned,
	type InboxKind,
	type InboxState,
	type InboxTab,
	inboxTabs,
	MEETING_DAYS,
	QUESTIONS,
	TARGET_DAYS,
} from './inbox-input.ts'

const PAGE = 30

export type InboxQuery = {
	tab: InboxTab
	kind: InboxKind | null
	officeId: number | null
	assigned: InboxAssigned | null
	search: string
	cursor: string | null
}

export type InboxItem = {
	kind: InboxKind
	id: number
	/** What it leads to where that has another number: the question of an answer. */
	targetId: number
	officeName: string
	title: string
	/** The other side as far as it may be named. */
	person: string
	state: InboxState
	/** Who of the office takes care of it; '' for nobody. */
	assignee: string
	/** The deadline, or the day by which it should be done; in lists that are over, when it came. */
	at: Date
	/** Something was written that the office has not read. */
	isUnread: boolean
}

export type Inbox = {
	items: InboxItem[]
	page: Page
	counts: Record<InboxTab, number>
	offices: { id: number; name: string }[]
}

const count = z.strictObject({ tab: z.enum(inboxTabs), count: z.int() })
const office = z.strictObject({ id: z.int(), name: z.string() })

const selectInbox = checkedSql({
	counts: builtJson(() => z.array(count)),
	offices: builtJson(() => z.array(office)),
	kind_no: int4.nullable,
	id: int4.nullable,
	target_id: int4.nullable,
	office_name: text.nullable,
	title: text.nullable,
	person: text.nullable,
	state: text.as<InboxState>().nullable,
	at: timestamptz.nullable,
	assignee: text.nullable,
	second: int4.nullable,
	unread: bool.nullable,
})

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
			when r.accepted_delivery_id = d.id then case when r.done_at is not null then 'done' when d.contacted_at is null then 'contact' else 'won' end
			when d.state = 'declined' then 'declined'
			when d.state = 'timed_out' then 'late'
			when r.state not in ('sent', 'quoted') or r.expires_at <= ${now} then 'closed'
			when d.change_requested_at is not null then 'change'
			when d.state = 'quoted' and k.delivery_id is not null then 'check'
			when d.state = 'quoted' then 'quoted'
			when d.due_at <= ${now} then 'late'
			else 'quote'
		end as state,
		case
			when r.accepted_delivery_id = d.id then r.ended_at
			when d.change_requested_at is not null then ${after(sql`d.change_requested_at`, TARGET_DAYS.change)}
			when d.state = 'quoted' then coalesce(${after(sql`k.disclosed_at`, TARGET_DAYS.check)}, r.expires_at)
			else d.due_at
		end as at,
		d.state = 'delivered' as unread, d.assignee_id
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
			when i.closed_at is not null or i.user_id is null or i.reply_due_at is not null then 'closed'
			when i.done_at is not null then 'done'
			when i.accepted_at is not null then 'won'
			else 'replied'
		end,
		case
			when ${awaitsConfirmation} then coalesce(i.reply_due_at, ${after(sql`i.user_engaged_at`, TARGET_DAYS.change)})
			else coalesce(i.reply_due_at, i.last_message_at)
		end, i.last_user_message_id > i.office_seen_id, i.assignee_id
	from inquiries i where i.office_id in (select id from mine)
		-- The conversation of a request is there while somebody waits in it; otherwise the row of the request is enough.
		and (i.delivery_id is null or ${awaitsReply})
`

const numberOf = (kind: InboxKind) => inboxKinds.indexOf(kind)

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
const others = (userId: string, now: Date) => sql`
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

/**
 * What a row is sorted by, as an integer for the cursor: the second of its moment since 2020. A client who has chosen the office waits
 * for a call and comes before every deadline; a question is an offer and comes after them.
 */
const secondOf = sql`(
	floor(date_part('epoch', at) - date_part('epoch', timestamptz '2020-01-01T00:00:00Z'))
	+ case state when 'contact' then -1000000000 when 'answer' then 300000000 else 0 end
)::integer`

const isOfCase = sql`kind_no in (${sql.join(inboxCaseKinds.map((kind) => sql.lit(numberOf(kind))))})`

/** Cases of the viewer or of nobody; what is no case belongs to the viewer. */
const assignedTo = (assigned: InboxAssigned | null, userId: string) =>
	assigned === null
		? sql`true`
		: assigned === 'own'
			? sql`(assignee_id = (select e.id from experts e where e.user_id = ${userId}::bigint) or not ${isOfCase})`
			: sql`(assignee_id is null and ${isOfCase})`

/** A typed text as a pattern of `like` that finds it anywhere. */
const anywhere = (typed: string) => `%${typed.normalize('NFKC').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * All that reached the viewer's offices and what else waits for them as an expert, by what is due first; in the other tabs
 * the newest first. One statement: the rows of the offices are read once, for the counts of the tabs as for the page.
 * Throws forbidden for who is no verified expert.
 */
export async function listInbox(ctx: Ctx, { tab, kind, officeId, assigned, search, cursor }: InboxQuery): Promise<Inbox> {
	const { userId, isExpert } = requireMember(ctx)
	if (!isExpert) throw forVerifiedExperts()
	const now = ctx.now()
	const page = keysetPage<{ second: number; kind_no: number; id: number }>(cursor, {
		by: [sql`second`, sql`kind_no`, sql`id`],
		direction: tab === 'due' ? 'asc' : 'desc',
		size: PAGE,
		keyOf: (row) => [row.second, row.kind_no, row.id],
	})
	const typed = search.trim().slice(0, INBOX_SEARCH_LENGTH)
	// Without a search, titles and names are looked up for the rows of the page only.
	const named = typed === '' ? sql`null::text as title, null::text as person` : sql`title, person`
	const { rows } = await selectInbox`
		with mine as materialized (${ownDesks(userId)}), cases as not materialized (
			${leadRows(now)} union all ${inquiryRows} union all ${arrangementRows(now)}
		), waiting as (
			select kind_no, id, target_id, office_id, ${named}, state, at, unread, assignee_id from cases
			union all ${others(userId, now)}
		), found as materialized (
			select w.*, ${tabOf} as tab from waiting w
			where ${kind === null ? sql`true` : sql`kind_no = ${numberOf(kind)}::integer`}
				and ${officeId === null ? sql`true` : sql`office_id = ${officeId}::integer`}
				and ${assignedTo(assigned, userId)}
				and ${typed === '' ? sql`true` : sql`(normalize(title, nfkc) ilike ${anywhere(typed)} or normalize(person, nfkc) ilike ${anywhere(typed)})`}
		), counts as (
			select coalesce(json_agg(json_build_object('tab', tab, 'count', n)), '[]') as counts from (
				select tab, count(*)::integer as n from found group by tab
			) by_tab
		), offices_json as (
			select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') as offices from mine
		), listed as (
			select f.kind_no, f.id, f.target_id, coalesce(f.title, c.title) as title, coalesce(f.person, c.person) as person, f.state, f.at, f.unread,
				f.second, m.name as office_name, a.display_name as assignee
			from (
				select * from (select *, ${secondOf} as second from found where tab = ${tab}) of_tab
				where ${page.beyond} order by ${page.order} limit ${page.limit}
			) f
			left join mine m on m.id = f.office_id left join experts a on a.id = f.assignee_id
			left join lateral (
				select title, person from cases where f.title is null and kind_no = f.kind_no and id = f.id and state = f.state limit 1
			) c on true
		)
		select counts.counts, offices_json.offices, kind_no, id, target_id, coalesce(office_name, '') as office_name, title, person, state, at, assignee, second, unread
		from counts cross join offices_json left join listed on true
		order by ${page.order}
	`.execute(ctx.db)
	const listed = rows.flatMap(({ kind_no, id, target_id, title, person, state, at, assignee, second, unread, office_name }) =>
		kind_no === null || id === null || target_id === null || state === null || at === null || second === null
			? []
			: [
					{
						kind_no,
						id,
						target_id,
						title: title ?? '',
						person: person ?? '',
						state,
						at,
						assignee: assignee ?? '',
						second,
						unread: unread ?? false,
						office_name: office_name ?? '',
					},
				],
	)
	const cut = page.cut(listed)
	const counted = rows[0]?.counts ?? []
	const countOf = (one: InboxTab) => counted.find((row) => row.tab === one)?.count ?? 0
	return {
		page: cut.page,
		offices: rows[0]?.offices ?? [],
		counts: { due: countOf('due'), waiting: countOf('waiting'), won: countOf('won'), over: countOf('over') },
		items: cut.rows.map((row) => ({
			kind: inboxKinds[row.kind_no] ?? 'lead',
			id: row.id,
			targetId: row.target_id,
			officeName: row.office_name,
			title: row.title,
			person: row.person,
			state: row.state,
			assignee: row.assignee,
			at: row.at,
			isUnread: row.unread,
		})),
	}
}
