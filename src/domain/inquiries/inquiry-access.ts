import { sql } from 'kysely'
import { bool, checkedSql, int4, int8, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { recipientsOf } from '../memberships/case-recipients.ts'
import { isDomainError, notFound } from '../shared/errors.ts'
import { momentText } from '../shared/japan-time.ts'
import { type NoticeFact, publishEvent } from '../shared/outbox.ts'
import { inquiryPath } from '../shared/links.ts'
import type { Side } from './inquiry-input.ts'

export type Access = {
	id: number
	side: Side
	officeId: number
	officeName: string
	userId: string | null
	subject: string
	contactName: string
	/** Of the viewer, as the other side reads it. */
	ownName: string
	closedBy: Side | null
	userEngagedAt: Date | null
	officeEngagedAt: Date | null
	acceptedAt: Date | null
	/** When either side reported the work done. */
	doneAt: Date | null
	firstReplyAt: Date | null
	createdAt: Date
	/** Since when the client has waited for the first reply; null in a booking's thread that asks for none yet. */
	waitingSince: Date | null
	lastUserMessageId: number
	lastOfficeMessageId: number
	userSeenId: number
	officeSeenId: number
	blockedBy: Side[]
	/** Of the request that the thread belongs to; null for an inquiry. */
	delivery: {
		id: number
		requestId: number
		isOver: boolean
		/** The office had sent a quote in an inquiry, and that came to nothing: it may send another. */
		hasLapsed: boolean
	} | null
}

const selectInquiry = checkedSql({
	office_id: int4,
	office_name: text,
	user_id: int8.nullable,
	subject: text,
	contact_name: text,
	closed_by: text.as<Side>().nullable,
	user_engaged_at: timestamptz.nullable,
	office_engaged_at: timestamptz.nullable,
	accepted_at: timestamptz.nullable,
	done_at: timestamptz.nullable,
	first_reply_at: timestamptz.nullable,
	created_at: timestamptz,
	waiting_since: timestamptz.nullable,
	last_user_message_id: int4,
	last_office_message_id: int4,
	user_seen_id: int4,
	office_seen_id: int4,
	blocked_by: textArray.as<Side[]>().nullable,
	expert_name: text.nullable,
	delivery_id: int4.nullable,
	request_id: int4.nullable,
	request_over: bool,
	request_lapsed: bool,
})

/** The condition under which the two sides of a thread `i` still have something to arrange: a meeting, documents. */
export const isInProgress = sql`i.closed_at is null and i.user_id is not null and i.done_at is null`

/**
 * Since when the client of a thread `i` waits for the first reply, in the end or still. The calendar has answered the first message of a
 * booking: there it is the second one, and null without one.
 */
export const waitingSince = sql`case when i.booked_at is null then i.created_at else (
	select m.created_at from inquiry_messages m where m.inquiry_id = i.id and m.side = 'user' order by m.id offset 1 limit 1
) end`

/**
 * Whether both sides of a thread `i` may still write for all that its request says: always in an inquiry; in the conversation of a
 * request while the office may be chosen, and after it was; always where the conversation was there before the request. No `exists`: for a
 * list of threads the planner would read all requests of the site into a table of hashes.
 */
export const isRequestOpen = sql`(
	i.delivery_id is null or coalesce((
		select r.origin = 'inquiry' or r.accepted_delivery_id is not distinct from d.id
			or (r.state in ('sent', 'quoted') and d.state not in ('declined', 'timed_out'))
		from estimate_deliveries d join estimate_requests r on r.id = d.request_id
		where d.id = i.delivery_id
	), false)
)`

/**
 * A thread as one of its two sides: who wrote it, or a verified expert of the office that it went to. Throws not-found for anyone else,
 * including staff.
 */
export async function openInquiry(ctx: Ctx, id: number, options: { lock?: boolean } = {}): Promise<Access> {
	const { userId } = requireMember(ctx)
	if (!Number.isInteger(id) || id < 1 || id > 0x7fffffff) throw notFound('inquiry')
	const { rows } = await selectInquiry`
		select i.office_id, o.name as office_name, i.user_id, i.subject, i.contact_name, i.closed_by, i.user_engaged_at,
			i.office_engaged_at, i.accepted_at, i.done_at, i.first_reply_at, i.created_at, ${waitingSince} as waiting_since,
			i.last_user_message_id, i.last_office_message_id, i.user_seen_id, i.office_seen_id, i.delivery_id,
			(select d.request_id from estimate_deliveries d where d.id = i.delivery_id) as request_id, not ${isRequestOpen} as request_over,
			exists (
				select from estimate_deliveries d join estimate_requests r on r.id = d.request_id
				where d.id = i.delivery_id and r.origin = 'inquiry' and r.state in ('cancelled', 'expired')
			) as request_lapsed,
			(select array_agg(b.side order by b.side) from inquiry_blocks b where b.office_id = i.office_id and b.user_id = i.user_id) as blocked_by,
			(
				select e.display_name from office_members m join experts e on e.id = m.expert_id and e.state = 'verified'
				where m.office_id = i.office_id and e.user_id = ${userId}::bigint
			) as expert_name
		from inquiries i join offices o on o.id = i.office_id
		where i.id = ${id}::integer ${options.lock ? sql`for update of i` : sql``}
	`.execute(ctx.db)
	const [row] = rows
	const side: Side | null = !row ? null : row.user_id === userId ? 'user' : row.expert_name !== null ? 'office' : null
	if (!row || side === null) throw notFound('inquiry')
	return {
		id,
		side,
		officeId: row.office_id,
		officeName: row.office_name,
		userId: row.user_id,
		subject: row.subject,
		contactName: row.contact_name,
		ownName: side === 'user' ? row.contact_name : (row.expert_name ?? ''),
		closedBy: row.closed_by,
		userEngagedAt: row.user_engaged_at,
		officeEngagedAt: row.office_engaged_at,
		acceptedAt: row.accepted_at,
		doneAt: row.done_at,
		firstReplyAt: row.first_reply_at,
		createdAt: row.created_at,
		waitingSince: row.waiting_since,
		lastUserMessageId: row.last_user_message_id,
		lastOfficeMessageId: row.last_office_message_id,
		userSeenId: row.user_seen_id,
		officeSeenId: row.office_seen_id,
		blockedBy: row.blocked_by ?? [],
		delivery:
			row.delivery_id === null || row.request_id === null
				? null
				: { id: row.delivery_id, requestId: row.request_id, isOver: row.request_over, hasLapsed: row.request_lapsed },
	}
}

/** Whether the viewer is one of a thread's two sides. */
export async function isSideOf(ctx: Ctx, id: number): Promise<boolean> {
	try {
		await openInquiry(ctx, id)
		return true
	} catch (error) {
		if (isDomainError(error) && error.kind === 'not-found') return false
		throw error
	}
}

/** The reason why the thread accepts no message, or null. Pure: used for display and for the decision. */
export function whyClosed(access: Pick<Access, 'side' | 'userId' | 'closedBy' | 'blockedBy' | 'delivery'>): string | null {
	if (access.userId === null) return '相手の方は退会されました。これ以上のやり取りはできません。'
	if (access.blockedBy.includes(access.side)) return 'この相手をブロックしています。解除すると、やり取りを再開できます。'
	if (access.blockedBy.length > 0) return 'このやり取りは、相手の都合により続けられません。'
	if (access.delivery?.isOver) return 'この事務所への見積もり依頼が終わったため、やり取りはできません。'
	if (access.closedBy !== null) return 'このやり取りは終了しています。再開すると、続きを送れます。'
	return null
}

/** The verified experts who answer for an office. */
export async function membersOf(ctx: Pick<Ctx, 'db'>, officeId: number): Promise<string[]> {
	const rows = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', (join) => join.onRef('e.id', '=', 'm.expert_id').on('e.state', '=', 'verified'))
		.select('e.user_id')
		.where('m.office_id', '=', officeId)
		.orderBy('m.position')
		.orderBy('e.id')
		.execute()
	return rows.map(({ user_id: userId }) => userId)
}

/** The expert who takes care of a thread, for `recipientsOf`. */
export const assigneeOf = (id: number) => sql`(select i.assignee_id from inquiries i where i.id = ${id}::integer)`

/** Why an office takes no new thread from the viewer, in a sentence; null when it does. */
export async function whyRefusedBy(ctx: Ctx, office: { id: number; accepting: string }): Promise<string | null> {
	const members = await membersOf(ctx, office.id)
	if (office.accepting === 'paused') return 'この事務所は、新規のご相談の受付を休止しています。'
	if (members.length === 0) return 'この事務所には、問い合わせを受け取れる専門家がまだ登録していません。'
	if (ctx.viewer.kind === 'visitor') return null
	const { userId } = ctx.viewer
	if (members.includes(userId)) return 'ご自身の事務所には問い合わせできません。'
	const blocks = await ctx.db
		.selectFrom('inquiry_blocks')
		.select('side')
		.where('office_id', '=', office.id)
		.where('user_id', '=', userId)
		.execute()
	if (blocks.some(({ side }) => side === 'user')) return 'この事務所をブロックしています。マイページの問い合わせから解除できます。'
	if (blocks.length > 0) return 'この事務所には問い合わせできません。'
	return null
}

/** The same for an office by its id. Throws not-found for one that is not public. */
export async function whyNoNewInquiry(ctx: Ctx, officeId: number): Promise<string | null> {
	const office = await ctx.db
		.selectFrom('offices')
		.select(['id', 'accepting'])
		.where('id', '=', officeId)
		.where('state', '=', 'published')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	return whyRefusedBy(ctx, office)
}

/** Notifies both sides, each person once for an `occasion`; `path` is where it leads. */
export async function notifySidesOfInquiry(ctx: Ctx, id: number, occasion: string, text: string, path = inquiryPath(id)): Promise<void> {
	const row = await ctx.db.selectFrom('inquiries').select(['user_id', 'office_id']).where('id', '=', id).executeTakeFirst()
	if (!row) return
	const sides = [
		...(row.user_id === null ? [] : [{ kind: 'inquiry' as const, userId: row.user_id }]),
		...(await recipientsOf(ctx, row.office_id, assigneeOf(id))).map((userId) => ({ kind: 'office-inquiry' as const, userId })),
	]
	for (const { kind, userId } of sides)
		await publishEvent(ctx, { event: 'notice', kind, userId, subject: `inquiry:${id}:${occasion}`, text, path, answers: { inquiryId: id } })
}

/** Notifies the other side. `occasion` names what happened: a person is notified of each occasion once. `path` is where it leads. */
export async function notifyOtherSide(
	ctx: Ctx,
	access: Access,
	occasion: string,
	text: string,
	path = inquiryPath(access.id),
): Promise<void> {
	const recipients =
		access.side === 'user' ? await recipientsOf(ctx, access.officeId, assigneeOf(access.id)) : access.userId === null ? [] : [access.userId]
	const facts = access.side === 'user' ? await replyFactsOf(ctx, access.id) : []
	for (const userId of recipients)
		await publishEvent(ctx, {
			event: 'notice',
			kind: access.side === 'office' ? 'inquiry' : 'office-inquiry',
			userId,
			subject: `inquiry:${access.id}:${occasion}`,
			text,
			facts,
			path,
			answers: { inquiryId: access.id },
		})
}

/** What an office learns with a notice of a thread: the task, and until when the client hopes for a reply if one is due. */
export async function replyFactsOf(ctx: Pick<Ctx, 'db'>, id: number): Promise<NoticeFact[]> {
	const row = await ctx.db
		.selectFrom('inquiries as i')
		.leftJoin('tasks as t', 't.id', 'i.task_id')
		.select(['t.name', 'i.reply_due_at'])
		.where('i.id', '=', id)
		.executeTakeFirstOrThrow()
	return [
		...(row.name === null ? [] : [{ label: '業務', value: row.name }]),
		...(row.reply_due_at === null ? [] : [{ label: '返信の目安', value: momentText(row.reply_due_at) }]),
	]
}

/** How many threads with an office are open. The caller checks the permission. */
export async function countOpenInquiries(ctx: Ctx, officeId: number): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('inquiries')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('office_id', '=', officeId)
		.where('closed_at', 'is', null)
		.executeTakeFirstOrThrow()
	return Number(count)
}
