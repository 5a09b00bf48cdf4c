import { sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4 } from '../../../platform/checked-sql.ts'
import { proposalsToAnswer } from '../../appointments/appointment-waiting.ts'
import { ownCaseCounts } from '../../cases/cases.ts'
import { documentsToSend, lettersToRead, waitingPaper } from '../../documents/document-waiting.ts'
import { opponentsToName, waitingEstimateColumns, waitingEstimates } from '../../estimates/estimate-waiting.ts'
import { openJoinRequests } from '../../experts/office-joining.ts'
import { registrationState } from '../../experts/registration.ts'
import type { ExpertState } from '../../experts/tables.ts'
import { inquiryBoxes, unansweredInquiries, unreadOwnInquiries } from '../../inquiries/inquiry-reading.ts'
import { answerableQuestions } from '../../questions/question-list.ts'
import { repliesToWrite } from '../../questions/reactions.ts'
import { unansweredReviews } from '../../reviews/review-lists.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { unreadNotifications } from '../../social/notifications.ts'
import { arrangementRows, ownDesks, tabOf } from './inbox-rows.ts'

const box = z.strictObject({ officeId: z.int(), name: z.string(), unread: z.int() })
const reply = z.strictObject({ questionId: z.int(), answerId: z.int(), count: z.int() })
const application = z.strictObject({
	state: z.custom<ExpertState>((value) => typeof value === 'string'),
	isChangeReturned: z.boolean(),
})

const selectCounts = checkedSql({
	...waitingEstimateColumns,
	ownInquiries: int4,
	/** Of the viewer's requests and inquiries as a client: those in which they have to act. */
	ownCases: int4,
	/** Of those, the ones that are done and have no review of the viewer's yet. */
	toReview: int4,
	/** Threads with the viewer's offices whose last word is the client's. */
	toReply: int4,
	/** Of each office with something unread. */
	officeInquiries: builtJson(() => z.array(box)),
	notifications: int4,
	/** A hundred at most. */
	questions: int4,
	reviews: int4,
	joinRequests: int4,
	/** Whether the person has asked, requested or written anything. */
	hasBegun: bool,
	/** The follow-up question that has waited longest, and how many there are. */
	reply: builtJson(() => reply).nullable,
	application: builtJson(() => application).nullable,
	/** What offices asked the viewer for, and letters that wait for the viewer's consent. */
	documents: builtJson(() => waitingPaper).nullable,
	/** Times for a meeting that offices proposed to the viewer. */
	proposals: builtJson(() => waitingPaper).nullable,
	/** Appointments, proposals and documents that the inbox lists as due. */
	toArrange: int4,
	letters: builtJson(() => waitingPaper).nullable,
	/** The viewer's requests of which an office has asked who the opponent is. */
	opponents: builtJson(() => z.strictObject({ requestId: z.int(), count: z.int() })).nullable,
})

const arrangementsDue = (userId: string, now: Date) => sql`(
	with mine as (${ownDesks(userId)}), rows (kind_no, id, target_id, office_id, title, person, state, at, unread, assignee_id, is_kept) as (${arrangementRows(now)})
	select count(*)::integer from rows where ${tabOf} = 'due'
)`

/** What waits for the viewer in each room, in one statement: for the navigation of every page of theirs and for its first page. */
export async function readWaitingCounts(ctx: Ctx) {
	const { userId, isExpert } = requireMember(ctx)
	const now = ctx.now()
	const { rows } = await selectCounts`
		select estimates.*, ${unreadOwnInquiries(userId)} as "ownInquiries", own.*, ${unreadNotifications(userId)} as notifications,
			coalesce(
				(select json_agg(b order by b."officeId") from (${inquiryBoxes(userId)}) b where b.unread > 0), '[]'
			) as "officeInquiries",
			${isExpert ? unansweredInquiries(userId) : sql`0`} as "toReply",
			${isExpert ? answerableQuestions(userId) : sql`0`} as questions,
			${isExpert ? unansweredReviews(userId, now) : sql`0`} as reviews,
			${isExpert ? openJoinRequests(userId) : sql`0`} as "joinRequests",
			exists (select from questions q where q.asker_id = ${userId}::bigint)
				or exists (select from estimate_requests r where r.user_id = ${userId}::bigint)
				or exists (select from inquiries i where i.user_id = ${userId}::bigint) as "hasBegun",
			(
				select to_json(r) from (
					select a.question_id as "questionId", a.id as "answerId", count(*) over ()::integer as count
					from ${repliesToWrite(userId)} order by asked.asked_at, a.id limit 1
				) r
			) as reply,
			(
				select to_json(a) from (${registrationState(userId)}) a
			) as application,
			${proposalsToAnswer(userId, now)} as proposals,
			${isExpert ? arrangementsDue(userId, now) : sql`0`} as "toArrange",
			${documentsToSend(userId)} as documents, ${lettersToRead(userId)} as letters, ${opponentsToName(userId, now)} as opponents
		from (${waitingEstimates(userId, now)}) estimates cross join (${ownCaseCounts(userId, now)}) own
	`.execute(ctx.db)
	const [row] = rows
	if (!row) throw new Error('a statement without conditions returned no row')
	return row
}

export type WaitingCounts = Awaited<ReturnType<typeof readWaitingCounts>>
