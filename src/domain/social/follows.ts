import { sql } from 'kysely'
import { bool, checkedSql, int4, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { readExpertCards } from '../experts/experts.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { publishEvent } from '../shared/outbox.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { FollowedExpert, Follower, FollowerList, FollowList, FollowNotify } from './types.ts'

const PAGE = 20
const NEWEST_ANSWERS = 3
const ANONYMOUS = '匿名ユーザー'
const isId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 0x7fffffff

/** Follows a verified expert, or changes the notification setting of the follow. Throws forbidden for oneself. */
export async function follow(ctx: Ctx, expertId: number, notify?: FollowNotify): Promise<void> {
	const { userId } = requireMember(ctx)
	await inTransaction(ctx, async ({ db, now }) => {
		const expert = isId(expertId)
			? await db.selectFrom('experts').select('user_id').where('id', '=', expertId).where('state', '=', 'verified').executeTakeFirst()
			: undefined
		if (!expert) throw notFound('expert')
		if (expert.user_id === userId)
			throw new DomainError('forbidden', 'oneself', { code: 'social/own', fields: { form: '自分自身はフォローできません。' } })
		const made = await db
			.insertInto('follows')
			.values({ user_id: userId, expert_id: expertId, created_at: now(), ...(notify ? { notify } : {}) })
			.onConflict((conflict) => conflict.columns(['user_id', 'expert_id']).doNothing())
			.returning('user_id')
			.executeTakeFirst()
		if (made) await publishEvent({ db, now }, { event: 'expert.followed', expertId, userId })
		else if (notify)
			await db.updateTable('follows').set({ notify }).where('user_id', '=', userId).where('expert_id', '=', expertId).execute()
	})
}

/** Unfollows. Does nothing where there is no follow. */
export async function unfollow(ctx: Ctx, expertId: number): Promise<void> {
	const { userId } = requireMember(ctx)
	if (!isId(expertId)) return
	await ctx.db.deleteFrom('follows').where('user_id', '=', userId).where('expert_id', '=', expertId).execute()
}

/** The viewer's notification setting for a followed expert, else null. */
export async function isFollowing(ctx: Ctx, expertId: number): Promise<FollowNotify | null> {
	if (ctx.viewer.kind === 'visitor' || !isId(expertId)) return null
	const row = await ctx.db
		.selectFrom('follows')
		.select('notify')
		.where('user_id', '=', ctx.viewer.userId)
		.where('expert_id', '=', expertId)
		.executeTakeFirst()
	return row?.notify ?? null
}

export async function countFollowers(ctx: Ctx, expertId: number): Promise<number> {
	if (!isId(expertId)) return 0
	const { rows } = await checkedSql({ followers: int4 })`
		select count(*)::integer as followers from follows where expert_id = ${expertId}::integer
	`.execute(ctx.db)
	return rows[0]?.followers ?? 0
}

const selectFollows = checkedSql({ expert_id: int4, notify: text.as<FollowNotify>(), created_at: timestamptz })

/** Whom the viewer follows, the last followed first, each with their newest answers. */
export async function listFollows(ctx: Ctx, cursorText: string | null): Promise<FollowList> {
	const { userId } = requireMember(ctx)
	const page = keysetPage<RowOf<typeof selectFollows>>(cursorText, {
		by: [sql`floor(extract(epoch from f.created_at))`, sql`f.expert_id`],
		direction: 'desc',
		size: PAGE,
		keyOf: (row) => [Math.floor(row.created_at.getTime() / 1000), row.expert_id],
	})
	const { rows } = await selectFollows`
		select f.expert_id, f.notify, f.created_at
		from follows f join experts e on e.id = f.expert_id and e.state = 'verified'
		where f.user_id = ${userId}::bigint and ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	const ids = cut.rows.map((row) => row.expert_id)
	const [cards, answers, total] = await Promise.all([
		readExpertCards(ctx, ids),
		readNewestAnswers(ctx, ids),
		checkedSql({ n: int4 })`
			select count(*)::integer as n from follows f join experts e on e.id = f.expert_id and e.state = 'verified'
			where f.user_id = ${userId}::bigint
		`.execute(ctx.db),
	])
	return {
		items: cut.rows.flatMap((row): FollowedExpert[] => {
			const expert = cards.get(row.expert_id)
			return expert ? [{ expert, notify: row.notify, followedAt: row.created_at, newestAnswers: answers.get(row.expert_id) ?? [] }] : []
		}),
		total: total.rows[0]?.n ?? 0,
		page: cut.page,
	}
}

async function readNewestAnswers(ctx: Ctx, expertIds: readonly number[]): Promise<Map<number, FollowedExpert['newestAnswers']>> {
	if (expertIds.length === 0) return new Map()
	const { rows } = await checkedSql({ expert_id: int4, id: int4, question_id: int4, title: text, created_at: timestamptz })`
		select w.id as expert_id, a.id, a.question_id, a.title, a.created_at
		from unnest(${expertIds}::integer[]) as w (id)
		cross join lateral (
			select a.id, a.question_id, q.title, a.created_at
			from answers a join questions q on q.id = a.question_id and q.hidden_at is null and q.deleted_at is null
			where a.expert_id = w.id and a.hidden_at is null
			order by a.id desc limit ${sql.lit(NEWEST_ANSWERS)}
		) a
		order by a.id desc
	`.execute(ctx.db)
	const answers = new Map<number, FollowedExpert['newestAnswers']>()
	for (const row of rows) {
		const list = answers.get(row.expert_id) ?? []
		answers.set(row.expert_id, list)
		list.push({ answerId: row.id, questionId: row.question_id, questionTitle: row.title, answeredAt: row.created_at })
	}
	return answers
}

const selectFollowers = checkedSql({
	last_name: text,
	first_name: text,
	image_url: text.nullable,
	anonymize: bool,
	created_at: timestamptz,
	place: int4,
})

/** Who follows the viewer, an expert. Names only: an anonymised user is 匿名ユーザー, and ids are left out. */
export async function listFollowers(ctx: Ctx, cursorText: string | null): Promise<FollowerList> {
	const { userId } = requireMember(ctx)
	const expert = await ctx.db
		.selectFrom('experts')
		.select('id')
		.where('user_id', '=', userId)
		.where('state', '=', 'verified')
		.executeTakeFirst()
	if (!expert)
		throw new DomainError('forbidden', 'not an expert', {
			code: 'social/not-expert',
			fields: { form: 'フォロワーは専門家だけが見られます。' },
		})
	const page = keysetPage<{ created_at: Date; place: number }>(cursorText, {
		by: [sql`f.second`, sql`f.place`],
		direction: 'desc',
		size: PAGE,
		keyOf: (row) => [Math.floor(row.created_at.getTime() / 1000), row.place],
	})
	// The order within one second goes by the place in this expert's list, which reveals no id.
	const { rows } = await selectFollowers`
		select f.last_name, f.first_name, f.image_url, f.anonymize, f.created_at, f.place from (
			select u.last_name, u.first_name, u.image_url, u.anonymize, f.created_at,
				floor(extract(epoch from f.created_at)) as second, row_number() over (order by f.created_at, f.user_id)::integer as place
			from follows f join users u on u.id = f.user_id where f.expert_id = ${expert.id}::integer
		) f
		where ${page.beyond}
		order by ${page.order}
		limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows.map(toFollower), total: await countFollowers(ctx, expert.id), page: cut.page }
}

function toFollower(row: RowOf<typeof selectFollowers>): Follower {
	const name = `${row.last_name} ${row.first_name}`.trim()
	const isNamed = !row.anonymize && name !== ''
	return { name: isNamed ? name : ANONYMOUS, imageUrl: isNamed ? row.image_url : null, followedAt: row.created_at }
}
