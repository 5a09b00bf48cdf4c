import { sql } from 'kysely'
import { checkedSql, int4, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Review, ReviewPage } from './types.ts'

export const REVIEWS_PER_PAGE = 10

const selectReviews = checkedSql({
	id: int4,
	stars: int4,
	body: text,
	persona: text,
	received: text,
	task_name: text.nullable,
	created_at: timestamptz,
	reply: text.nullable,
	replied_at: timestamptz.nullable,
})

const toReview = (row: RowOf<typeof selectReviews>): Review => ({
	id: row.id,
	stars: row.stars,
	body: row.body,
	persona: row.persona,
	received: row.received,
	taskName: row.task_name,
	createdAt: row.created_at,
	reply: row.reply,
	repliedAt: row.replied_at,
})

/** The viewer's own reviews of an office; none for a visitor. */
export async function listOwnReviewIds({ db, viewer }: Ctx, officeId: number): Promise<number[]> {
	if (viewer.kind !== 'member') return []
	const rows = await db.selectFrom('reviews').select('id').where('office_id', '=', officeId).where('user_id', '=', viewer.userId).execute()
	return rows.map(({ id }) => id)
}

/** Reviews of an office that are not hidden, newest first. Their authors are never named. */
export async function listReviews(ctx: Ctx, officeId: number, cursorText: string | null): Promise<ReviewPage> {
	const keyset = keysetPage<{ id: number }>(cursorText, {
		by: [sql`r.created_at`, sql`r.id`],
		direction: 'desc',
		size: REVIEWS_PER_PAGE,
		keyOf: ({ id }) => [id],
		keyLength: 1,
		place: ([id = 0]) => sql`(select k.created_at, k.id from reviews k where k.id = ${id} and k.office_id = ${officeId})`,
	})
	const { rows } = await selectReviews`
		select r.id, r.stars, r.body, r.persona, r.received, t.name as task_name, r.created_at, r.reply, r.replied_at
		from reviews r left join tasks t on t.id = r.task_id
		where r.office_id = ${officeId} and r.hidden_at is null
			and ${keyset.beyond}
		order by ${keyset.order}
		limit ${sql.lit(keyset.limit)}
	`.execute(ctx.db)
	const { rows: items, page } = keyset.cut(rows.map(toReview))
	return { items, page }
}
