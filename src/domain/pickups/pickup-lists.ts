import { sql } from 'kysely'
import { bool, checkedSql, date, int4, int4Array, int8, type RowOf, text, textArray, timestamptz } from '../../platform/checked-sql.ts'
import { foldText, prefixRange } from '../../platform/search-text.ts'
import { requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import type { IsoDate } from '../shared/column-types.ts'
import { notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { keysetPage } from '../shared/keyset.ts'
import type { Page } from '../shared/paging.ts'
import { shortLine } from '../shared/text-input.ts'
import { getProfession } from '../taxonomy/attributes.ts'
import { subjectOfPickup } from './pickup-admin.ts'
import { isTopPage, mostShown, type PickupPlace, type PickupShelf, RECENT_DAYS } from './pickup-input.ts'
import { standsInPlace } from './pickups.ts'

const PAGE = 30

export type StaffPickup = PickupPlace & {
	id: number
	expertId: number
	expertName: string
	placeName: string
	position: number
	reason: string
	isPr: boolean
	startsOn: IsoDate
	endsOn: IsoDate | null
	publishedAt: Date | null
	endedAt: Date | null
	version: number
	/** The expert may stand in the place now; otherwise the page leaves them out. */
	stands: boolean
	/** Which one of its place it is on its first day to come, from 1: those beyond what the place shows are left out. */
	rank: number
	clicks: { recent: number; total: number }
}

const rowColumns = {
	id: int4,
	expert_id: int4,
	expert_name: text,
	scope_id: int4,
	scope_name: text.nullable,
	prefecture_id: int4,
	position: int4,
	reason: text,
	is_pr: bool,
	starts_on: date,
	ends_on: date.nullable,
	published_at: timestamptz.nullable,
	ended_at: timestamptz.nullable,
	version: int4,
	stands: bool,
	rank: int4,
	recent_clicks: int4,
	total_clicks: int4,
}

const rowsSql = (today: IsoDate) => sql`
	select p.id, p.expert_id, e.display_name as expert_name, p.scope_id, coalesce(t.name, c.name) as scope_name, p.prefecture_id, p.position,
		p.reason, p.is_pr, p.starts_on, p.ends_on, p.published_at, p.ended_at, p.version, ${standsInPlace} as stands,
		(
			select count(*)::integer from pickups s
			where s.scope_id = p.scope_id and s.prefecture_id = p.prefecture_id and (s.id = p.id or (s.published_at is not null and s.ended_at is null))
				and daterange(s.starts_on, s.ends_on, '[]') @> greatest(p.starts_on, ${today}::date)
				and (s.is_pr, s.position, s.id) <= (p.is_pr, p.position, p.id)
		) as rank,
		coalesce((
			select sum(k.click_count)::integer from pickup_clicks k where k.pickup_id = p.id and k.day > ${today}::date - ${RECENT_DAYS}::integer
		), 0) as recent_clicks,
		coalesce((select sum(k.click_count)::integer from pickup_clicks k where k.pickup_id = p.id), 0) as total_clicks
	from pickups p join experts e on e.id = p.expert_id
		left join tasks t on t.id = p.scope_id left join task_categories c on c.id = p.scope_id
`

/** 「東京都の税務・会計」 as staff name a place. */
export function placeName(place: PickupPlace, scopeName: string | null): string {
	if (isTopPage(place)) return 'トップページ'
	const area = place.prefectureId === 0 ? '全国' : getPrefecture(place.prefectureId).name
	return place.scopeId === 0 ? `${area}の事務所の一覧` : `${scopeName ?? '終了した業務'}の一覧（${area}）`
}

function toPickup(row: RowOf<typeof rowColumns>): StaffPickup {
	const place = { scopeId: row.scope_id, prefectureId: row.prefecture_id }
	return {
		...place,
		id: row.id,
		expertId: row.expert_id,
		expertName: row.expert_name,
		placeName: placeName(place, row.scope_name),
		position: row.position,
		reason: row.reason,
		isPr: row.is_pr,
		startsOn: row.starts_on,
		endsOn: row.ends_on,
		publishedAt: row.published_at,
		endedAt: row.ended_at,
		version: row.version,
		stands: row.stands,
		rank: row.rank,
		clicks: { recent: row.recent_clicks, total: row.total_clicks },
	}
}

/** Whether others of its place leave no room for a pick-up on its first day to come. */
export const isLeftOut = (pickup: Pick<StaffPickup, 'rank' | 'scopeId' | 'prefectureId'>): boolean => pickup.rank > mostShown(pickup)

const shelfConditions = (today: IsoDate) =>
	({
		running: sql`p.published_at is not null and p.ended_at is null and p.starts_on <= ${today}::date and (p.ends_on is null or p.ends_on >= ${today}::date)`,
		scheduled: sql`p.published_at is not null and p.ended_at is null and p.starts_on > ${today}::date`,
		draft: sql`p.published_at is null`,
		over: sql`p.published_at is not null and (p.ended_at is not null or p.ends_on < ${today}::date)`,
	}) satisfies Record<PickupShelf, unknown>

/** The pick-ups of a shelf: running ones by place and order, the others newest first; of one place where it is given. */
export async function listPickupsForStaff(
	ctx: StaffCtx,
	{ shelf, place, cursor }: { shelf: PickupShelf; place: PickupPlace | null; cursor: string | null },
): Promise<{ items: StaffPickup[]; page: Page }> {
	requireStaff(ctx, 'editor')
	const today = isoDay(ctx.now())
	const page = keysetPage<{ id: number; scope_id: number; prefecture_id: number; position: number }>(
		cursor,
		shelf === 'running'
			? {
					by: [sql`p.scope_id`, sql`p.prefecture_id`, sql`p.position`, sql`p.id`],
					direction: 'asc',
					size: PAGE,
					keyOf: (row) => [row.scope_id, row.prefecture_id, row.position, row.id],
				}
			: { by: [sql`p.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] },
	)
	const { rows } = await checkedSql(rowColumns)`
		${rowsSql(today)}
		where ${shelfConditions(today)[shelf]} and ${page.beyond} and ${
			place === null ? sql`true` : sql`p.scope_id = ${place.scopeId}::integer and p.prefecture_id = ${place.prefectureId}::integer`
		}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return { items: cut.rows.map(toPickup), page: cut.page }
}

export type PickupEvent = { id: string; at: Date; who: string; action: string; reason: string | null; detail: string | null }

/** A pick-up in any state with its clicks by day, newest first, and what staff did with it. Throws not-found. */
export async function getPickupForStaff(
	ctx: StaffCtx,
	id: number,
): Promise<StaffPickup & { clicksByDay: { day: IsoDate; count: number }[]; history: PickupEvent[] }> {
	requireStaff(ctx, 'editor')
	const today = isoDay(ctx.now())
	const [{ rows }, clicks, { rows: history }] = await Promise.all([
		checkedSql(rowColumns)`${rowsSql(today)} where p.id = ${id}::integer`.execute(ctx.db),
		ctx.db
			.selectFrom('pickup_clicks')
			.select(['day', 'click_count as count'])
			.where('pickup_id', '=', id)
			.orderBy('day', 'desc')
			.limit(RECENT_DAYS)
			.execute(),
		checkedSql({ id: int8, at: timestamptz, who: text, action: text, reason: text.nullable, detail: text.nullable })`
			select a.id, a.at, coalesce(nullif(trim(concat(u.last_name, ' ', u.first_name)), ''), '名前のないスタッフ') as who, a.action, a.reason, a.detail::text
			from audit_log a left join users u on u.id = a.user_id
			where a.subject = ${subjectOfPickup(id)} order by a.id desc limit 50
		`.execute(ctx.db),
	])
	const [row] = rows
	if (!row) throw notFound('pickup')
	return { ...toPickup(row), clicksByDay: clicks, history }
}

export type PickupCandidate = {
	id: number
	name: string
	professions: string[]
	officeName: string | null
	officePlace: string
	/** May stand in the place now. */
	stands: boolean
	isPickedUp: boolean
	/** Of the office: median of first replies in business minutes, and its reviews. */
	replyMinutes: number | null
	reviews: { count: number; average: number | null }
	/** What a visitor would miss on the expert's page. */
	missing: string[]
}

const candidateColumns = {
	id: int4,
	name: text,
	profession_ids: int4Array.nullable,
	office_name: text.nullable,
	prefecture_id: int4.nullable,
	municipality: text.nullable,
	stands: bool,
	is_picked_up: bool,
	reply_minutes: int4.nullable,
	rating_count: int4.nullable,
	rating_sum: int4.nullable,
	missing: textArray,
}

const toCandidate = (row: RowOf<typeof candidateColumns>): PickupCandidate => ({
	id: row.id,
	name: row.name,
	professions: (row.profession_ids ?? []).map((profession) => getProfession(profession).name),
	officeName: row.office_name,
	officePlace: row.prefecture_id === null ? '' : `${getPrefecture(row.prefecture_id).name}${row.municipality ?? ''}`,
	stands: row.stands,
	isPickedUp: row.is_picked_up,
	replyMinutes: row.reply_minutes,
	reviews: {
		count: row.rating_count ?? 0,
		average: row.rating_count ? Math.round(((row.rating_sum ?? 0) / row.rating_count) * 10) / 10 : null,
	},
	missing: row.missing,
})

const CANDIDATES = 20

/**
 * Verified experts for a place, by id, with the facts that editors choose by. Typed letters of the name, its reading or the
 * registration number narrow them. No order by rating: the list must recommend nobody by itself.
 */
export async function listPickupCandidates(
	ctx: StaffCtx,
	place: PickupPlace,
	{ typed, cursor }: { typed: string; cursor: string | null },
): Promise<{ items: PickupCandidate[]; page: Page }> {
	requireStaff(ctx, 'editor')
	const words = shortLine(typed, 60)
	const page = keysetPage<{ id: number }>(cursor, { by: [sql`e.id`], direction: 'asc', size: CANDIDATES, keyOf: ({ id }) => [id] })
	const { rows } = await checkedSql(candidateColumns)`
		select e.id, e.display_name as name,
			(select array_agg(c.profession_id order by c.profession_id) from expert_credentials c where c.expert_id = e.id) as profession_ids,
			office.name as office_name, office.prefecture_id, office.municipality, ${standsInPlace} as stands, exists (
				select from pickups s
				where s.expert_id = e.id and s.scope_id = p.scope_id and s.prefecture_id = p.prefecture_id
					and s.published_at is not null and s.ended_at is null and (s.ends_on is null or s.ends_on >= ${isoDay(ctx.now())}::date)
			) as is_picked_up,
			office.reply_minutes, office.rating_count, office.rating_sum,
			array_remove(array[
				case when e.portrait is null then '顔写真' end,
				case when e.headline = '' then '一言紹介' end,
				case when e.biography = '{}' then '自己紹介' end,
				case when e.practising_since is null then '実務の年数' end
			], null) as missing
		from experts e
			cross join (select ${place.scopeId}::integer as scope_id, ${place.prefectureId}::integer as prefecture_id) p
			left join lateral (
				select o.name, o.prefecture_id, m.name as municipality, o.reply_minutes, o.rating_count, o.rating_sum
				from office_members om join offices o on o.id = om.office_id and o.state = 'published'
					join municipalities m on m.id = o.municipality_id
				where om.expert_id = e.id order by om.office_id limit 1
			) office on true
		where e.state = 'verified' and ${page.beyond} and ${words === '' ? standsInPlace : matches(words)}
		order by ${page.order} limit ${page.limit}
	`.execute(ctx.db)
	const cut = page.cut(rows)
	return {
		page: cut.page,
		items: cut.rows.map(toCandidate),
	}
}

/** By the index of names and readings, as the search box suggests them, or by the whole registration number. */
function matches(words: string) {
	const { from, to } = prefixRange(foldText(words))
	return sql<boolean>`e.id in (
		select s.target_id from suggestion_terms s where s.kind = 'expert' and s.key ~>=~ ${from} and s.key ~<~ ${to}
		union all select c.expert_id from expert_credentials c where c.registration_number = ${words}
	)`
}
