import { type RawBuilder, sql } from 'kysely'
import { bool, checkedSql, int4, type RowOf, text, timestamptz } from '../../platform/checked-sql.ts'
import { type Ctx, inTransaction, requireMember } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { articlePath, expertPath, officePath, questionPath } from '../shared/links.ts'
import { listPath } from '../listings/list-path.ts'
import { keysetPage } from '../shared/keyset.ts'
import { questionStateLabels, type QuestionState } from '../questions/types.ts'
import { type Favourite, type FavouriteKind, type FavouriteList, FAVOURITES_LIMIT } from './types.ts'

const PAGE = 20

export type FavouriteTarget = { kind: FavouriteKind; targetId: number }

const columns: Record<FavouriteKind, 'office_id' | 'expert_id' | 'question_id' | 'task_id' | 'article_id'> = {
	office: 'office_id',
	expert: 'expert_id',
	question: 'question_id',
	task: 'task_id',
	article: 'article_id',
}

/** Whether there is a public page of it. */
const publicRows: Record<FavouriteKind, (id: number) => RawBuilder<unknown>> = {
	office: (id) => sql`select from offices where id = ${id}::integer and state = 'published'`,
	expert: (id) => sql`select from experts where id = ${id}::integer and state = 'verified'`,
	question: (id) => sql`select from questions where id = ${id}::integer and hidden_at is null and deleted_at is null`,
	task: (id) => sql`select from tasks where id = ${id}::integer and published_at is not null`,
	article: (id) => sql`select from articles where id = ${id}::integer and published_at is not null and unlisted_at is null`,
}

const isId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= 0x7fffffff

/** Below so many nobody can reach the limit by adding at the same time: the database has no more connections for that. */
const FAR_FROM_LIMIT = FAVOURITES_LIMIT - 200

/**
 * Adds a favourite, at most 500 in all. For an existing one only changes folder and memo if given.
 * Throws not-found for a subject without a public page, conflict at the limit.
 */
export async function addFavourite(ctx: Ctx, input: FavouriteTarget & { folder?: string; memo?: string }): Promise<void> {
	const { userId } = requireMember(ctx)
	const { kind, targetId, folder, memo } = input
	if (!isId(targetId)) throw notFound(kind)
	const changes = { ...(folder === undefined ? {} : { folder }), ...(memo === undefined ? {} : { memo }) }
	const { isFound, isAdded } = await addAtOnce(ctx, { userId, kind, targetId, changes })
	if (!isFound) throw notFound(kind)
	if (!isAdded) await changeOrAdd(ctx, { userId, kind, targetId, changes })
}

type Added = FavouriteTarget & { userId: string; changes: { folder?: string; memo?: string } }

/** One statement for nearly all: it adds what is new to a person who is far from the limit. */
async function addAtOnce({ db, now }: Ctx, { userId, kind, targetId, changes }: Added): Promise<{ isFound: boolean; isAdded: boolean }> {
	const names = [columns[kind], ...Object.keys(changes)].map((name) => sql.ref(name))
	const values = [sql`${targetId}::integer`, ...Object.values(changes).map((value) => sql`${value}::text`)]
	const { rows } = await checkedSql({ is_found: bool, is_added: bool })`
		with subject as (${publicRows[kind](targetId)}), added as (
			insert into favourites (user_id, created_at, ${sql.join(names)})
			select ${userId}::bigint, ${now()}::timestamptz, ${sql.join(values)} from subject
			where (select count(*) from favourites where user_id = ${userId}::bigint) < ${sql.lit(FAR_FROM_LIMIT)}
			on conflict do nothing returning 1
		)
		select exists (select from subject) as is_found, exists (select from added) as is_added
	`.execute(db)
	return { isFound: rows[0]?.is_found ?? false, isAdded: rows[0]?.is_added ?? false }
}

async function changeOrAdd(ctx: Ctx, { userId, kind, targetId, changes }: Added): Promise<void> {
	await inTransaction(ctx, async ({ db, now }) => {
		// Serialises concurrent adds of one person; otherwise both could be the five-hundredth.
		await sql`select id from users where id = ${userId}::bigint for no key update`.execute(db)
		const before = await db
			.selectFrom('favourites')
			.select('id')
			.where('user_id', '=', userId)
			.where(columns[kind], '=', targetId)
			.executeTakeFirst()
		if (before) {
			if (Object.keys(changes).length > 0) await db.updateTable('favourites').set(changes).where('id', '=', before.id).execute()
			return
		}
		const { rows } = await checkedSql({ used: int4 })`
			select count(*)::integer as used from favourites where user_id = ${userId}::bigint
		`.execute(db)
		if ((rows[0]?.used ?? 0) >= FAVOURITES_LIMIT)
			throw new DomainError('conflict', 'favourites are full', {
				code: 'social/limit',
				fields: { form: `お気に入りは${FAVOURITES_LIMIT}件までです。不要なものを外してください。` },
			})
		await db
			.insertInto('favourites')
			.values({
				user_id: userId,
				office_id: null,
				expert_id: null,
				question_id: null,
				task_id: null,
				article_id: null,
				[columns[kind]]: targetId,
				...changes,
				created_at: now(),
			})
			.execute()
	})
}

/** Removes a favourite. Does nothing where there is none. */
export async function removeFavourite(ctx: Ctx, { kind, targetId }: FavouriteTarget): Promise<void> {
	const { userId } = requireMember(ctx)
	if (!isId(targetId)) return
	await ctx.db.deleteFrom('favourites').where('user_id', '=', userId).where(columns[kind], '=', targetId).execute()
}

/** Changes folder and memo of the viewer's favourite. Throws not-found for another's. */
export async function editFavourite(ctx: Ctx, id: number, values: { folder: string; memo: string }): Promise<void> {
	const { userId } = requireMember(ctx)
	const changed = isId(id)
		? await ctx.db
				.updateTable('favourites')
				.set({ folder: values.folder, memo: values.memo })
				.where('id', '=', id)
				.where('user_id', '=', userId)
				.executeTakeFirst()
		: undefined
	if (changed?.numUpdatedRows !== 1n) throw notFound('favourite')
}

/** Whether it is a favourite of the viewer; false for visitors. */
export async function isFavourite(ctx: Ctx, { kind, targetId }: FavouriteTarget): Promise<boolean> {
	if (ctx.viewer.kind === 'visitor' || !isId(targetId)) return false
	const row = await ctx.db
		.selectFrom('favourites')
		.select('id')
		.where('user_id', '=', ctx.viewer.userId)
		.where(columns[kind], '=', targetId)
		.executeTakeFirst()
	return row !== undefined
}

const selectFavourites = checkedSql({
	id: int4,
	kind: text.as<FavouriteKind>(),
	target_id: int4,
	slug: text.nullable,
	title: text,
	detail: text,
	state: text.as<QuestionState>().nullable,
	available: bool,
	folder: text,
	memo: text,
	created_at: timestamptz,
})
type Row = RowOf<typeof selectFavourites>

/** The viewer's favourites, newest first, of one folder or kind if given. Private to the viewer. */
export async function listFavourites(
	ctx: Ctx,
	options: { folder: string | null; kind: FavouriteKind | null; cursor: string | null },
): Promise<FavouriteList> {
	const { userId } = requireMember(ctx)
	const keyset = keysetPage<{ id: number }>(options.cursor, { by: [sql`f.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const chosen = sql`
		f.user_id = ${userId}::bigint
		and ${options.folder === null ? sql`true` : sql`f.folder = ${options.folder}`}
		and ${options.kind === null ? sql`true` : sql`${sql.ref(`f.${columns[options.kind]}`)} is not null`}
	`
	const [page, counts, folders] = await Promise.all([
		selectFavourites`
			select f.id, f.folder, f.memo, f.created_at,
				case when f.office_id is not null then 'office' when f.expert_id is not null then 'expert'
					when f.question_id is not null then 'question' when f.task_id is not null then 'task' else 'article' end as kind,
				coalesce(f.office_id, f.expert_id, f.question_id, f.task_id, f.article_id) as target_id, a.slug,
				coalesce(o.name, e.display_name, q.title, t.name, a.title) as title,
				coalesce(m.name, e.headline, c.name, ac.name, '') as detail,
				q.state,
				case when f.office_id is not null then o.state = 'published' when f.expert_id is not null then e.state = 'verified'
					when f.question_id is not null then q.hidden_at is null and q.deleted_at is null
					when f.task_id is not null then t.published_at is not null else a.unlisted_at is null end as available
			from favourites f
			left join offices o on o.id = f.office_id
			left join municipalities m on m.id = o.municipality_id
			left join experts e on e.id = f.expert_id
			left join questions q on q.id = f.question_id
			left join tasks t on t.id = f.task_id
			left join task_categories c on c.id = t.task_category_id
			left join articles a on a.id = f.article_id
			left join task_categories ac on ac.id = a.task_category_id
			where ${chosen} and ${keyset.beyond}
			order by ${keyset.order}
			limit ${keyset.limit}
		`.execute(ctx.db),
		checkedSql({ total: int4, used: int4 })`
			select count(*) filter (where ${chosen})::integer as total, count(*)::integer as used
			from favourites f where f.user_id = ${userId}::bigint
		`.execute(ctx.db),
		checkedSql({ name: text, count: int4 })`
			select folder as name, count(*)::integer as count from favourites where user_id = ${userId}::bigint group by folder order by folder
		`.execute(ctx.db),
	])
	const cut = keyset.cut(page.rows)
	return {
		items: cut.rows.map(toFavourite),
		total: counts.rows[0]?.total ?? 0,
		used: counts.rows[0]?.used ?? 0,
		folders: folders.rows,
		page: cut.page,
	}
}

const pathOf: Record<FavouriteKind, (row: Row) => string> = {
	office: (row) => officePath(row.target_id),
	expert: (row) => expertPath(row.target_id),
	question: (row) => questionPath(row.target_id),
	task: (row) => listPath({ scopeId: row.target_id, area: { kind: 'japan' } }),
	article: (row) => articlePath(row.slug ?? ''),
}

const REMOVED = '公開を終了しました'

/** A subject that is no longer public is shown without its name, which may be why it was removed. */
const toFavourite = (row: Row): Favourite => ({
	id: row.id,
	kind: row.kind,
	targetId: row.target_id,
	title: row.available ? row.title : REMOVED,
	detail: !row.available ? '' : row.state === null ? row.detail : questionStateLabels[row.state],
	path: pathOf[row.kind](row),
	folder: row.folder,
	memo: row.memo,
	createdAt: row.created_at,
	isAvailable: row.available,
})
