import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, int4Array, type RowOf, text } from '../../../platform/checked-sql.ts'
import { hashToken } from '../../../platform/token.ts'
import { isOrdinarySession } from '../../accounts/sessions.ts'
import { portraitPath } from '../../experts/portrait-path.ts'
import type { Ctx } from '../../shared/context.ts'
import { unreadNotifications } from '../../social/notifications.ts'

/** What a public page is about. */
export type SubjectKind = 'frame' | 'task' | 'office' | 'expert' | 'article' | 'question'
/** The token of a session, and a page by what it is about and the last segment of its address. */
export type Reading = { kind: SubjectKind; token: string; key: string }

/** What a public page shows of its signed-in reader. */
export type PageReaderFacts = {
	uid: string
	isExpert: boolean
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

const selectReaders = checkedSql({
	place: int4,
	uid: text,
	is_expert: bool,
	image_url: text.nullable,
	expert_id: int4.nullable,
	portrait: text.nullable,
	unread: int4,
	is_favourite: bool,
	is_following: bool,
	helpful: int4Array,
	is_involved: bool,
})

/**
 * Reads what pages show of their readers by unique keys, in one statement for each kind of page. Returns it in the order of `readings`;
 * undefined for a reader whom `findSession` must look at.
 */
export async function readPageReaders(
	ctx: Pick<Ctx, 'db' | 'now'>,
	readings: readonly Reading[],
): Promise<(PageReaderFacts | undefined)[]> {
	const byKind = Map.groupBy(
		readings.map((reading, place) => ({ ...reading, place })),
		({ kind }) => kind,
	)
	const found: (PageReaderFacts | undefined)[] = readings.map(() => undefined)
	await Promise.all(
		[...byKind].map(async ([kind, asked]) => {
			for (const row of await readKind(ctx, kind, asked)) found[row.place] = factsOf(row)
		}),
	)
	return found
}

async function readKind(ctx: Pick<Ctx, 'db' | 'now'>, kind: SubjectKind, asked: readonly (Reading & { place: number })[]) {
	const { favourite, following, helpful, involved } = { ...nothing, ...partsOf[kind] }
	// Arrays from subselects have no length for the planner, so that one plan serves all: planning takes longer than reading.
	const { rows } = await selectReaders`
		select asked.place, u.uid, u.is_expert, u.image_url, e.id as expert_id, e.portrait,
			${unreadNotifications(sql.ref('u.id'))} as unread,
			${favourite} as is_favourite, ${following} as is_following, ${helpful} as helpful, ${involved} as is_involved
		from unnest(
			(select ${asked.map(({ place }) => place)}::integer[]),
			(select ${asked.map(({ token }) => hashToken(token).toString('hex'))}::text[]),
			(select ${asked.map(({ key }) => key)}::text[]),
			(select ${asked.map(({ key }) => (/^[1-9]\d{0,8}$/.test(key) ? Number(key) : null))}::integer[])
		) as asked (place, hash, key, id)
		join sessions s on s.token_hash = decode(asked.hash, 'hex')
		join users u on u.uid = s.uid
		left join experts e on e.user_id = u.id and e.state = 'verified'
		where ${isOrdinarySession(ctx)}
	`.execute(ctx.db)
	return rows
}

const factsOf = (row: RowOf<typeof selectReaders>): PageReaderFacts => ({
	uid: row.uid,
	isExpert: row.is_expert,
	imageUrl: row.image_url,
	portrait: row.expert_id === null ? null : portraitPath({ id: row.expert_id, portrait: row.portrait }),
	unread: row.unread,
	isFavourite: row.is_favourite,
	isFollowing: row.is_following,
	helpfulAnswers: row.helpful,
	isInvolved: row.is_involved,
})

type SubjectParts = {
	favourite: RawBuilder<boolean>
	following: RawBuilder<boolean>
	helpful: RawBuilder<number[]>
	involved: RawBuilder<boolean>
}

const nothing: SubjectParts = { favourite: sql`false`, following: sql`false`, helpful: sql`'{}'::integer[]`, involved: sql`false` }
/** Another text than a number has no page, which is then rendered for the reader. */
const hasNoPage = sql<boolean>`asked.id is null`

/** The reader is row `u`, what the page is about `asked.id` or `asked.key`. */
const partsOf: Record<SubjectKind, Partial<SubjectParts>> = {
	frame: {},
	task: {
		favourite: sql`exists (select from favourites f where f.user_id = u.id and f.task_id = asked.id)`,
		involved: hasNoPage,
	},
	office: {
		favourite: sql`exists (select from favourites f where f.user_id = u.id and f.office_id = asked.id)`,
		involved: sql`${hasNoPage} or exists (
			select from office_members m join experts x on x.id = m.expert_id where m.office_id = asked.id and x.user_id = u.id
		) or exists (select from reviews r where r.office_id = asked.id and r.user_id = u.id)`,
	},
	expert: {
		favourite: sql`exists (select from favourites f where f.user_id = u.id and f.expert_id = asked.id)`,
		following: sql`exists (select from follows f where f.user_id = u.id and f.expert_id = asked.id)`,
		involved: sql`${hasNoPage} or exists (select from experts x where x.id = asked.id and x.user_id = u.id)`,
	},
	question: {
		favourite: sql`exists (select from favourites f where f.user_id = u.id and f.question_id = asked.id)`,
		helpful: sql`array(
			select v.answer_id from helpful_votes v join answers a on a.id = v.answer_id where a.question_id = asked.id and v.user_id = u.id
		)`,
		// What an expert may answer depends on what they hold.
		involved: sql`${hasNoPage} or u.is_expert or exists (select from experts x where x.user_id = u.id) or exists (
			select from questions q where q.id = asked.id and q.asker_id = u.id
		)`,
	},
	article: {
		favourite: sql`exists (
			select from favourites f join articles a on a.id = f.article_id where f.user_id = u.id and a.slug = asked.key
		)`,
		following: sql`exists (
			select from follows f join articles a on a.expert_id = f.expert_id where f.user_id = u.id and a.slug = asked.key
		)`,
		involved: sql`exists (
			select from articles a left join experts x on x.id = a.expert_id
			where a.slug = asked.key and (x.user_id = u.id or a.author_user_id = u.id)
		)`,
	},
}
