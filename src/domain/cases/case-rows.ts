import { type RawBuilder, sql } from 'kysely'
import { bool, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { byMoment } from '../shared/keyset.ts'
import { type CaseFacts, type EstimateFactsOfCase, type Turn } from './case-stage.ts'

/** The shape in which statements read cases of either kind, for one list and its filters. */

export type CaseKind = 'estimate' | 'inquiry'

export const caseFilters = ['all', 'todo', 'open', 'ended'] as const
export type CaseFilter = (typeof caseFilters)[number]

export const factColumns = {
	kind: text.as<CaseKind>(),
	id: int4,
	/** Unique among both kinds. */
	key: int4,
	title: text,
	state: text.as<EstimateFactsOfCase['state']>(),
	change_asked: bool,
	contacted: bool,
	done: bool,
	reviewed: bool,
	closed: bool,
	answered: bool,
	reply_due: bool,
	client_engaged: bool,
	office_engaged: bool,
	unread: bool,
	proposed: bool,
	client_missing: bool,
	office_missing: bool,
	meeting: timestamptz.nullable,
	at: timestamptz,
}

/** Whether the office’s times for a meeting wait for an answer in the thread `i`; those that have passed do not. */
export const isTimeProposed = (now: Date) => sql<boolean>`exists (
	select from appointment_proposals p, unnest(p.starts) one where p.inquiry_id = i.id and p.answered_at is null and one > ${now}
)`

/** The condition under which nothing has come for a document `q` that is asked for. */
export const isMissing = sql`
	q.withdrawn_at is null and q.settled_at is null
	and not exists (select from case_documents f where f.request_id = q.id and f.ready_at is not null and f.removed_at is null)
`

/** Whether documents are missing in the thread `i`, by the side that is to send them. */
export const missingDocuments = {
	user: sql<boolean>`exists (select from document_requests q where q.inquiry_id = i.id and q.side = 'office' and ${isMissing})`,
	office: sql<boolean>`exists (select from document_requests q where q.inquiry_id = i.id and q.side = 'user' and ${isMissing})`,
} as const

/** When the next meeting of the thread `i` begins; null for none. */
export const nextMeeting = (now: Date) =>
	sql`(select min(a.begins_at) from appointments a where a.inquiry_id = i.id and a.cancelled_at is null and a.ends_at > ${now})`

/** The columns of an inquiry `i`, all but whether there is something unread and who wrote the review. */
export const inquiryFacts = (now: Date, reviewed: RawBuilder<unknown>, unread: RawBuilder<unknown>) => sql`
	'inquiry', i.id, i.id * 2 + 1, i.subject, 'sent', false, false, i.done_at is not null, ${reviewed},
	i.closed_at is not null, i.last_office_message_id > i.last_user_message_id, i.reply_due_at is not null, i.user_engaged_at is not null,
	i.office_engaged_at is not null, ${unread}, ${isTimeProposed(now)}, ${missingDocuments.user}, ${missingDocuments.office}, ${nextMeeting(now)}, greatest(i.last_message_at, i.done_at)
`

/** Both sides have agreed, and the office works. */
const isAtWork = sql`case c.kind when 'estimate' then c.state = 'accepted' and c.contacted else c.client_engaged and c.office_engaged end`

/**
 * Adds whose turn it is and whether the case is over, for filters, from the same facts as `stageOf`, which callers show; a
 * test compares the two.
 */
export const withTurn = (cases: RawBuilder<unknown>) => sql`
	select c.*,
		case
			when c.done then case when c.reviewed then 'none' else 'client' end
			when c.state in ('cancelled', 'expired') or (c.closed and not (c.client_engaged and c.office_engaged)) then 'none'
			when c.proposed then 'client'
			when c.client_missing and ${isAtWork} then 'client'
			when c.office_missing and (${isAtWork} or (c.kind = 'inquiry' and not c.reply_due and not c.client_engaged and not c.office_engaged)) then 'office'
			when c.kind = 'estimate' then case when c.state = 'quoted' and not c.change_asked then 'client' else 'office' end
			when c.client_engaged then 'office'
			when c.office_engaged then 'client'
			when c.reply_due then 'office'
			when c.meeting is not null then 'none'
			else 'client'
		end as turn,
		c.done or c.state in ('cancelled', 'expired') or (c.closed and not (c.client_engaged and c.office_engaged)) as ended
	from (${cases}) c
`

/** The condition of a filter on rows `c` of `withTurn`, for the side that asks. */
export const filterFor = (filter: CaseFilter, side: Exclude<Turn, 'none'>) =>
	({ all: sql`true`, todo: sql`c.turn = ${side}`, open: sql`not c.ended`, ended: sql`c.ended` })[filter]

type Placed = { at: Date; key: number }

/** Cases by their newest event. */
export const byNewest = byMoment<Placed>({ moment: sql`c.at`, id: sql`c.key` }, ({ at, key }) => ({ moment: at, id: key }))

type FactsRow = {
	kind: CaseKind
	state: EstimateFactsOfCase['state']
	change_asked: boolean
	contacted: boolean
	done: boolean
	reviewed: boolean
	closed: boolean
	answered: boolean
	reply_due: boolean
	client_engaged: boolean
	office_engaged: boolean
	proposed: boolean
	client_missing: boolean
	office_missing: boolean
	meeting: Date | null
}

/** What `stageOf` decides from. */
export function factsOf(row: FactsRow): CaseFacts {
	const shared = {
		isDone: row.done,
		isReviewed: row.reviewed,
		isTimeProposed: row.proposed,
		isClientMissing: row.client_missing,
		isOfficeMissing: row.office_missing,
	}
	return row.kind === 'estimate'
		? { kind: 'estimate', state: row.state, isChangeAsked: row.change_asked, isContacted: row.contacted, ...shared }
		: {
				kind: 'inquiry',
				isClosed: row.closed,
				isAnswered: row.answered,
				isReplyDue: row.reply_due,
				isMeetingAgreed: row.meeting !== null,
				isClientEngaged: row.client_engaged,
				isOfficeEngaged: row.office_engaged,
				...shared,
			}
}
