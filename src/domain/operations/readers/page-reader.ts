import { sql } from 'kysely'
import { bool, checkedSql, int4, int4Array, text } from '../../../platform/checked-sql.ts'
import { portraitPath } from '../../experts/portrait-path.ts'
import { type Ctx, requireMember } from '../../shared/context.ts'
import { unreadNotifications } from '../../social/notifications.ts'

/** What a public page is about, by the last segment of its address. */
export type ReadSubject = { kind: 'frame' | 'task' | 'office' | 'expert' | 'article' | 'question'; key: string }

/** What a public page shows of its signed-in reader. */
export type PageReaderFacts = {
	uid: string
	imageUrl: string | null
	/** Of a verified expert: where the portrait is served. */
	portrait: string | null
	/** A hundred at most. */
	unread: number
	isFavourite: boolean
	/** The expert of the page, or the author of the article. */
	isFollowing: boolean
	/** Ids of the question's answers that the reader has found helpful. */
	helpfulAnswers: readonly number[]
	/** The page is about the reader or says something that only they may see: it is not the one for other members. */
	isInvolved: boolean
}

const columns = {
	uid: text,
	image_url: text.nullable,
	expert_id: int4.nullable,
	portrait: text.nullable,
	unread: int4,
	is_favourite: bool,
	is_following: bool,
	helpful: int4Array,
	is_involved: bool,
}

/** Reads in one statement by unique keys; null for an account that is gone. Throws unauthenticated for visitors. */
export async function readPageReader(ctx: Ctx, subject: ReadSubject): Promise<PageReaderFacts | null> {
	const { userId } = requireMember(ctx)
	const { favourite, following, helpful, involved } = partsOf(subject)
	const { rows } = await checkedSql(columns)`
		select u.uid, u.image_url, e.id as expert_id, e.portrait, ${unreadNotifications(userId)} as unread,
			${favourite} as is_favourite, ${following} as is_following, ${helpful} as helpful, ${involved} as is_involved
		from users u
		left join experts e on e.user_id = u.id and e.state = 'verified'
		where u.id = ${userId}::bigint and u.deleted_at is null
	`.execute(ctx.db)
	const [row] = rows
	if (!row) return null
	return {
		uid: row.uid,
		imageUrl: row.image_url,
		portrait: row.expert_id === null ? null : portraitPath({ id: row.expert_id, portrait: row.portrait }),
		unread: row.unread,
		isFavourite: row.is_favourite,
		isFollowing: row.is_following,
		helpfulAnswers: row.helpful,
		isInvolved: row.is_involved,
	}
}

const no = sql<boolean>`false`
const none = sql`'{}'::integer[]`

/** The reader is row `u`. */
function partsOf({ kind, key }: ReadSubject) {
	const nothing = { favourite: no, following: no, helpful: none, involved: no }
	if (kind === 'frame') return nothing
	if (kind === 'article') return { ...nothing, ...partsOfArticle(key) }
	// Another text has no page, which is then rendered for the reader.
	if (!/^[1-9]\d{0,8}$/.test(key)) return { ...nothing, involved: sql<boolean>`true` }
	const id = sql`${Number(key)}::integer`
	switch (kind) {
		case 'task':
			return { ...nothing, favourite: sql<boolean>`exists (select from favourites f where f.user_id = u.id and f.task_id = ${id})` }
		case 'office':
			return {
				...nothing,
				favourite: sql<boolean>`exists (select from favourites f where f.user_id = u.id and f.office_id = ${id})`,
				involved: sql<boolean>`exists (
					select from office_members m join experts x on x.id = m.expert_id where m.office_id = ${id} and x.user_id = u.id
				) or exists (select from reviews r where r.office_id = ${id} and r.user_id = u.id)`,
			}
		case 'expert':
			return {
				...nothing,
				favourite: sql<boolean>`exists (select from favourites f where f.user_id = u.id and f.expert_id = ${id})`,
				following: sql<boolean>`exists (select from follows f where f.user_id = u.id and f.expert_id = ${id})`,
				involved: sql<boolean>`exists (select from experts x where x.id = ${id} and x.user_id = u.id)`,
			}
		case 'question':
			return {
				...nothing,
				favourite: sql<boolean>`exists (select from favourites f where f.user_id = u.id and f.question_id = ${id})`,
				helpful: sql`array(
					select v.answer_id from helpful_votes v join answers a on a.id = v.answer_id where a.question_id = ${id} and v.user_id = u.id
				)`,
				// What an expert may answer depends on what they hold.
				involved: sql<boolean>`u.is_expert or exists (select from experts x where x.user_id = u.id) or exists (
					select from questions q where q.id = ${id} and q.asker_id = u.id
				)`,
			}
	}
}

const partsOfArticle = (slug: string) => ({
	favourite: sql<boolean>`exists (
		select from favourites f join articles a on a.id = f.article_id where f.user_id = u.id and a.slug = ${slug}
	)`,
	following: sql<boolean>`exists (
		select from follows f join articles a on a.expert_id = f.expert_id where f.user_id = u.id and a.slug = ${slug}
	)`,
	involved: sql<boolean>`exists (
		select from articles a left join experts x on x.id = a.expert_id
		where a.slug = ${slug} and (x.user_id = u.id or a.author_user_id = u.id)
	)`,
})
