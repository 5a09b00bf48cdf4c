import { sql } from 'kysely'
import type { Ctx } from '../shared/context.ts'
import { cutPage, decodeCursor } from '../shared/paging.ts'
import type { Review, ReviewPage } from './types.ts'

export const REVIEWS_PER_PAGE = 10

type ReviewRow = {
	id: number
	stars: number
	body: string
	persona: string
	task_name: string | null
	created_at: Date
	reply: string | null
	replied_at: Date | null
}

const toReview = (row: ReviewRow): Review => ({
	id: row.id,
	stars: row.stars,
	body: row.body,
	persona: row.persona,
	taskName: row.task_name,
	createdAt: row.created_at,
	reply: row.reply,
	repliedAt: row.replied_at,
})

/** Reviews of an office that are not hidden, newest first. Whoever wrote them is named nowhere. */
export async function listReviews(ctx: Ctx, officeId: number, cursorText: string | null): Promise<ReviewPage> {
	const cursor = cursorText === null ? null : decodeCursor(cursorText, 1)
	const backwards = cursor?.direction === 'before'
	const comparison = backwards ? sql`>` : sql`<`
	const direction = backwards ? sql`asc` : sql`desc`
	const { rows } = await sql<ReviewRow>`
		select r.id, r.stars, r.body, r.persona, t.name as task_name, r.created_at, r.reply, r.replied_at
		from reviews r left join tasks t on t.id = r.task_id
		where r.office_id = ${officeId} and r.hidden_at is null
			and ${
				cursor
					? sql`(r.created_at, r.id) ${comparison} (select k.created_at, k.id from reviews k where k.id = ${cursor.key[0] ?? 0} and k.office_id = ${officeId})`
					: sql`true`
			}
		order by r.created_at ${direction}, r.id ${direction}
		limit ${sql.lit(REVIEWS_PER_PAGE + 1)}
	`.execute(ctx.db)
	const { rows: items, page } = cutPage(rows.map(toReview), { size: REVIEWS_PER_PAGE, cursor, keyOf: (review) => [review.id] })
	return { items, page }
}
