import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4, int4Array, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import type { StaffCtx } from '../accounts/staff.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { REVIEW_EDIT_DAYS } from './review-input.ts'
import { matchableWords, matchText } from '../../platform/text-match.ts'
import { days } from '../shared/japan-time.ts'

const PAGE = 20
const OWN = 50

export type ReviewItem = {
	id: number
	officeId: number
	officeName: string
	stars: number
	body: string
	persona: string
	received: string
	taskName: string | null
	createdAt: Date
	editedAt: Date | null
	reply: string | null
	repliedAt: Date | null
	hidden: { at: Date; reason: string } | null
}

const reviewColumns = {
	id: int4,
	office_id: int4,
	office_name: text,
	stars: int4,
	body: text,
	persona: text,
	received: text,
	task_name: text.nullable,
	created_at: timestamptz,
	edited_at: timestamptz.nullable,
	reply: text.nullable,
	replied_at: timestamptz.nullable,
	hidden_at: timestamptz.nullable,
	hidden_reason: text.nullable,
}

const columns = sql`
	r.id, r.office_id, o.name as office_name, r.stars, r.body, r.persona, r.received, t.name as task_name, r.created_at, r.edited_at, r.reply,
	r.replied_at, r.hidden_at, r.hidden_reason
`
const joins = sql`join offices o on o.id = r.office_id left join tasks t on t.id = r.task_id`

const toReview = (row: RowOf<typeof reviewColumns>): ReviewItem => ({
	id: row.id,
	officeId: row.office_id,
	officeName: row.office_name,
	stars: row.stars,
	body: row.body,
	persona: row.persona,
	received: row.received,
	taskName: row.task_name,
	createdAt: row.created_at,
	editedAt: row.edited_at,
	reply: row.reply,
	repliedAt: row.replied_at,
	hidden: row.hidden_at === null ? null : { at: row.hidden_at, reason: row.hidden_reason ?? '' },
})

/** The former versions of a review, newest first, for staff who decide on it. */
export type EarlierReview = { stars: number; body: string; persona: string; replacedAt: Date }

/** What the index reviews_letters is over. */
const reviewTexts = { table: sql`reviews r`, id: sql`r.id`, text: sql`r.body || ' ' || coalesce(r.reply, '')` }

/** The sort key of a page, newest first: integers that a cursor holds, the last of them unique. */
const byNumber = [sql`r.id`]
/** Imported reviews have a date older than their id suggests. */
const byTime = [sql`floor(extract(epoch from r.created_at))::integer`, sql`r.id`]

async function readPage(
	ctx: Ctx,
	condition: RawBuilder<unknown>,
	cursorText: string | null,
	order: readonly RawBuilder<unknown>[],
): Promise<{ items: ReviewItem[]; page: Page }> {
	const page = keysetPage<{ place: number[] }>(cursorText, { by: order, direction: 'desc', size: PAGE, keyOf: ({ place }) => place })
	const { rows } = await checkedSql({ ...reviewColumns, place: int4Array })`
		select ${columns}, array[${sql.join(order)}] as place from reviews r ${joins}
		where ${condition}
			and ${page.beyond}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows.map(toReview), page: cut.page }
}

/**
 * Of all offices for staff, the newest first: all, or those that are hidden, or those of an office, or one, or those whose text or reply
 * has all the words.
 */
export async function listReviewsForStaff(
	ctx: StaffCtx,
	query: { hidden: boolean; officeId: number | null; id?: number | null; words?: string; cursor: string | null },
): Promise<{ items: (ReviewItem & { earlier: EarlierReview[] })[]; page: Page }> {
	const conditions = [
		query.hidden ? sql`r.hidden_at is not null` : sql`true`,
		query.officeId === null ? sql`true` : sql`r.office_id = ${query.officeId}::integer`,
		query.id ? sql`r.id = ${query.id}::integer` : sql`true`,
		query.words ? await matchText(ctx.db, { ...reviewTexts, words: matchableWords(query.words) }) : sql`true`,
	]
	const { items, page } = await readPage(ctx, sql.join(conditions, sql` and `), query.cursor, byNumber)
	const { rows } = await checkedSql({ review_id: int4, stars: int4, body: text, persona: text, replaced_at: timestamptz })`
		select review_id, stars, body, persona, replaced_at from review_revisions
		where review_id = any (${items.map(({ id }) => id)}::integer[]) order by id desc
	`.execute(ctx.db)
	const earlierOf = (id: number): EarlierReview[] =>
		rows
			.filter((row) => row.review_id === id)
			.map(({ stars, body, persona, replaced_at: replacedAt }) => ({ stars, body, persona, replacedAt }))
	return { items: items.map((item) => ({ ...item, earlier: earlierOf(item.id) })), page }
}

const ofOwnOffices = (userId: string) => sql`r.office_id in (
	select m.office_id from office_members m join experts e on e.id = m.expert_id and e.state = 'verified' where e.user_id = ${userId}::bigint
)`

/** Reviews by the viewer, and those of the viewer's offices (which only they may reply to). */
export async function listMyReviews(
	ctx: Ctx,
	cursorText: string | null,
): Promise<{ own: (ReviewItem & { canEdit: boolean })[]; ofOffices: { items: ReviewItem[]; page: Page } }> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql(reviewColumns)`
		select ${columns} from reviews r ${joins} where r.user_id = ${userId}::bigint order by r.id desc limit ${sql.lit(OWN)}
	`.execute(ctx.db)
	const since = new Date(ctx.now().getTime() - days(REVIEW_EDIT_DAYS))
	return {
		own: rows.map((row) => ({ ...toReview(row), canEdit: row.hidden_at === null && row.created_at > since })),
		ofOffices: await readPage(ctx, sql`${ofOwnOffices(userId)} and r.hidden_at is null`, cursorText, byTime),
	}
}

/** How many reviews of the viewer's offices from this quarter wait for an answer. */
export async function countUnansweredReviews(ctx: Ctx): Promise<number> {
	const { userId } = requireMember(ctx)
	const { rows } = await checkedSql({ waiting: int4 })`select ${unansweredReviews(userId, ctx.now())} as waiting`.execute(ctx.db)
	return rows[0]?.waiting ?? 0
}

/** Days for which a review counts as waiting for its answer. */
const REPLY_DAYS = 90

/** The conditions under which a review `r` waits for an answer of one of a person's offices. */
export const awaitsReviewReply = (userId: string, now: Date) => sql`
	${ofOwnOffices(userId)} and r.hidden_at is null and r.reply is null and r.created_at > ${new Date(now.getTime() - days(REPLY_DAYS))}
`

/** The same number as a part of another statement. */
export const unansweredReviews = (userId: string, now: Date) =>
	sql<number>`(select count(*)::integer from reviews r where ${awaitsReviewReply(userId, now)})`
