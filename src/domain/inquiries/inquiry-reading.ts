import { sql } from 'kysely'
import { z } from 'zod'
import { bool, builtJson, checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { isRequestOpen, openInquiry, whyClosed } from './inquiry-access.ts'
import type { Side } from './inquiry-input.ts'

const PAGE = 20
/** Of a longer thread only the end is read. */
const MESSAGES = 500

export type InquiryItem = {
	id: number
	subject: string
	/** The other side. */
	with: string
	/** Who asked has left the site. */
	hasLeft: boolean
	lastMessageAt: Date
	isUnread: boolean
	state: 'waiting' | 'answered' | 'accepted' | 'closed'
}

export type Box = { officeId: number; name: string; unread: number }

const selectInquiries = checkedSql({
	id: int4,
	subject: text,
	name: text,
	has_left: bool,
	last_message_at: timestamptz,
	at: int4,
	unread: bool,
	accepted: bool,
	closed: bool,
	answered: bool,
})

/** Threads of the viewer, or of one of their offices, by their newest message; and which boxes there are. */
export async function listInquiries(
	ctx: Ctx,
	query: { officeId: number | null; cursor: string | null },
): Promise<{ items: InquiryItem[]; page: Page; boxes: Box[]; ownUnread: number }> {
	const { userId } = requireMember(ctx)
	const boxes = await listBoxes(ctx)
	const { officeId } = query
	if (officeId !== null && !boxes.some((box) => box.officeId === officeId)) throw notFound('office')
	// A cursor holds integer seconds.
	const at = sql`floor(extract(epoch from i.last_message_at))::integer`
	const page = keysetPage<{ at: number; id: number }>(query.cursor, {
		by: [at, sql`i.id`],
		direction: 'desc',
		size: PAGE,
		keyOf: (row) => [row.at, row.id],
	})
	const { rows } = await selectInquiries`
		select i.id, i.subject, i.last_message_at, ${at} as at, i.accepted_at is not null as accepted, i.closed_at is not null as closed,
			i.user_id is null as has_left,
			${officeId === null ? sql`o.name` : sql`i.contact_name`} as name,
			${officeId === null ? sql`i.last_office_message_id > i.user_seen_id` : sql`i.last_user_message_id > i.office_seen_id`} as unread,
			${officeId === null ? sql`i.last_office_message_id > i.last_user_message_id` : sql`i.last_office_message_id > i.last_user_message_id`} as answered
		from inquiries i join offices o on o.id = i.office_id
		where ${officeId === null ? sql`i.user_id = ${userId}::bigint` : sql`i.office_id = ${officeId}::integer`}
			and (i.delivery_id is null or i.last_user_message_id > 0 or i.last_office_message_id > 0)
			and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		boxes,
		ownUnread: await countOwnUnread(ctx),
		page: cut.page,
		items: cut.rows.map((row) => ({
			id: row.id,
			subject: row.subject,
			with: row.name,
			hasLeft: row.has_left,
			lastMessageAt: row.last_message_at,
			isUnread: row.unread,
			state: row.closed ? 'closed' : row.accepted ? 'accepted' : row.answered ? 'answered' : 'waiting',
		})),
	}
}

/** The viewer's offices with the number of their threads that have unread messages. Empty for anyone but a verified expert. */
export async function listBoxes(ctx: Ctx): Promise<Box[]> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql({ officeId: int4, name: text, unread: int4 })`${inquiryBoxes(userId)} order by o.id`.execute(ctx.db)
	return rows
}

/** The same boxes as a part of another statement, in no order. */
export const inquiryBoxes = (userId: string) => sql`
	select o.id as "officeId", o.name,
		(select count(*)::integer from inquiries i where i.office_id = o.id and i.last_user_message_id > i.office_seen_id) as unread
	from office_members m
	join experts e on e.id = m.expert_id and e.state = 'verified'
	join offices o on o.id = m.office_id and o.state <> 'deleted'
	where e.user_id = ${userId}::bigint
`

/** The conditions under which an office can still answer what a client wrote last in a thread `i`. */
export const awaitsReply = sql`
	i.reply_due_at is not null and i.closed_at is null and i.user_id is not null and ${isRequestOpen}
	and not exists (select from inquiry_blocks b where b.office_id = i.office_id and b.user_id = i.user_id)
`

/** The conditions under which the client of an inquiry `i` has confirmed the commission and waits for the office to do so. */
export const awaitsConfirmation = sql`
	i.user_engaged_at is not null and i.office_engaged_at is null and i.closed_at is null and i.user_id is not null
	and not exists (select from inquiry_blocks b where b.office_id = i.office_id and b.user_id = i.user_id)
`

/** Of the conversations of requests, offices list those in which somebody waits; as the index of the threads that go on has it. */
export const isListed = sql`(i.delivery_id is null or i.reply_due_at is not null)`

/** How many threads with a person's offices wait for an answer or a confirmation, as a part of another statement. */
export const unansweredInquiries = (userId: string) => sql<number>`(
	select count(*)::integer from inquiries i
	join office_members m on m.office_id = i.office_id
	join experts e on e.id = m.expert_id and e.state = 'verified'
	where e.user_id = ${userId}::bigint and i.inbox_state is null and ${isListed} and ((${awaitsReply}) or (${awaitsConfirmation}))
)`

/** How many of a person's own threads hold something unread, as a part of another statement. */
export const unreadOwnInquiries = (userId: string) =>
	sql<number>`(select count(*)::integer from inquiries i where i.user_id = ${userId}::bigint and i.last_office_message_id > i.user_seen_id)`

async function countOwnUnread(ctx: Ctx): Promise<number> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql({ unread: int4 })`select ${unreadOwnInquiries(userId)} as unread`.execute(ctx.db)
	return rows[0]?.unread ?? 0
}

/** How many of the viewer's own and their offices' threads have unread messages. */
export async function countUnreadInquiries(ctx: Ctx): Promise<{ own: number; offices: Box[] }> {
	return { own: await countOwnUnread(ctx), offices: await listBoxes(ctx) }
}

export type InquiryMessage = {
	id: number
	side: Side
	author: string
	body: string
	at: Date
	files: { id: number; name: string; bytes: number }[]
}

const selectMessages = checkedSql({
	id: int4,
	side: text.as<Side>(),
	author_name: text,
	body: text,
	created_at: timestamptz,
	files: builtJson(() => z.array(z.strictObject({ id: z.int(), name: z.string(), bytes: z.int() }))).nullable,
})

/** What was written in a thread, the newest 500 from the oldest on. The caller has checked the permission. */
export async function readMessages(
	ctx: Pick<Ctx, 'db'>,
	inquiryId: number,
	only: readonly number[] | null = null,
): Promise<InquiryMessage[]> {
	const { rows } = await selectMessages`
		select * from (
			select m.id, m.side, m.author_name, m.body, m.created_at,
				(
					select json_agg(json_build_object('id', f.id, 'name', f.file_name, 'bytes', f.byte_count) order by f.id)
					from inquiry_files f where f.message_id = m.id
				) as files
			from inquiry_messages m where m.inquiry_id = ${inquiryId}::integer
				and ${only === null ? sql`true` : sql`m.id = any (${only}::integer[])`}
			order by m.id desc limit ${sql.lit(MESSAGES)}
		) newest order by id
	`.execute(ctx.db)
	return rows.map((row) => ({
		id: row.id,
		side: row.side,
		author: row.author_name,
		body: row.body,
		at: row.created_at,
		files: row.files ?? [],
	}))
}

/** A thread with its messages, which are marked as read by this side. Throws not-found for anyone else. */
export async function readInquiry(ctx: Ctx, id: number) {
	const access = await openInquiry(ctx, id)
	const messages = await readMessages(ctx, id)
	const newest = messages.at(-1)?.id ?? 0
	const seen = access.side === 'user' ? access.userSeenId : access.officeSeenId
	if (seen < newest)
		await ctx.db
			.updateTable('inquiries')
			.set(access.side === 'user' ? { user_seen_id: newest } : { office_seen_id: newest })
			.where('id', '=', id)
			.execute()
	const [extra] = (
		await checkedSql({ task_name: text.nullable, reviewed: bool, published: bool })`
			select t.name as task_name, o.state = 'published' as published,
				exists (select from reviews r where r.office_id = i.office_id and r.user_id = i.user_id) as reviewed
			from inquiries i join offices o on o.id = i.office_id left join tasks t on t.id = i.task_id where i.id = ${id}::integer
		`.execute(ctx.db)
	).rows
	return {
		...access,
		closed: whyClosed(access),
		taskName: extra?.task_name ?? null,
		isReviewed: extra?.reviewed ?? false,
		isOfficePublic: extra?.published ?? false,
		/** How far the other side has read what this side wrote. */
		otherSeenId: access.side === 'user' ? access.officeSeenId : access.userSeenId,
		messages,
	}
}
