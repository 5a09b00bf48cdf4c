import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import {
	bool,
	builtJson,
	checkedSql,
	float8,
	int4,
	int4Array,
	type RowOf,
	text,
	textArray,
	timestamptz,
} from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { getProfession, getSubQualification } from '../taxonomy/attributes.ts'
import type { ListOrder } from './list-query.ts'
import { reasonsOf } from './ranking.ts'
import { ALL_OFFICES, isTaskScope } from '../taxonomy/scopes.ts'
import type { Accepting, OfficeCard, OfficeKind } from './types.ts'
import type { FeeBasis } from '../taxonomy/types.ts'

/** One round trip from the places of a list (`page`: office_id, place, distance_m) to what its cards show. */

const cardColumns = {
	place: int4,
	distance_m: int4.nullable,
	id: int4,
	kind: text.as<OfficeKind>(),
	name: text,
	headline: text,
	picture: text.nullable,
	prefecture_id: int4,
	municipality: text,
	first_consultation: text,
	first_consultation_free: bool,
	reply_minutes: int4.nullable,
	next_free_at: timestamptz.nullable,
	online: bool,
	weekend: bool,
	evening: bool,
	accepting: text.as<Accepting>(),
	rating_sum: int4,
	rating_count: int4,
	staff_count: int4,
	is_demo: bool,
	published_at: timestamptz,
	professions: int4Array.nullable,
	subs: int4Array.nullable,
	station_name: text.nullable,
	walk_minutes: int4.nullable,
	station_distance_m: int4.nullable,
	fee_task_id: int4.nullable,
	fee_task_name: text.nullable,
	fee_basis: text.as<FeeBasis>().nullable,
	fee_min: float8.nullable,
	fee_max: float8.nullable,
	parts: textArray.nullable,
	experts: builtJson(() => z.array(z.strictObject({ id: z.number(), name: z.string(), portrait: z.string().nullable() }))).nullable,
}

type CardRow = RowOf<typeof cardColumns>

/** A card with its sort value in the list, from which cursors are made. */
export type PlacedCard = { place: number; card: OfficeCard }

/** The ids of what the verified members of an office `o` have besides their registrations; null for nothing. */
export const subQualificationsOfOffice = sql`(
	select array_agg(distinct s.sub_qualification_id order by s.sub_qualification_id)
	from office_members om join experts e on e.id = om.expert_id and e.state = 'verified'
	join expert_sub_qualifications s on s.expert_id = e.id
	where om.office_id = o.id
)`

/**
 * The cards of a page's offices in its order. `scopeId` says which fee is shown: that of the task, the lowest of the
 * category (percentages after amounts), or the lowest of all. In a list of a task or a category, experts whose profession does that
 * task come first, so that the card shows the face of an expert who can take the work.
 */
export async function loadPlacedCards(
	ctx: Ctx,
	page: RawBuilder<unknown>,
	options: { scopeId: number; order: ListOrder },
): Promise<PlacedCard[]> {
	const { rows } = await checkedSql(cardColumns)`
		with page as materialized (${page})
		select
			page.place, page.distance_m, o.id, o.kind, o.name, o.headline, o.picture, o.prefecture_id, m.name as municipality,
			o.first_consultation, o.first_consultation_free, o.reply_minutes, o.next_free_at, o.online, o.weekend, o.evening, o.accepting,
			o.rating_sum, o.rating_count, o.staff_count, o.is_demo, o.published_at,
			(select array_agg(p.profession_id order by p.profession_id) from office_professions p where p.office_id = o.id) as professions,
			${subQualificationsOfOffice} as subs,
			st.name as station_name, os.walk_minutes, os.distance_m as station_distance_m,
			fee.task_id as fee_task_id, fee.task_name as fee_task_name, fee.fee_basis, fee.fee_min, fee.fee_max,
			(
				select array_agg(p.name order by p.position) filter (where p.id = any (fee.part_ids)) from task_parts p
				where p.task_id = fee.task_id having not bool_and(p.id = any (fee.part_ids))
			) as parts,
			(
				select json_agg(json_build_object('id', x.id, 'name', x.display_name, 'portrait', x.portrait) order by x.rank)
				from (
					select e.id, e.display_name, e.portrait, row_number() over (order by ${isOfTask(options.scopeId)} desc, om.position, e.id) as rank
					from office_members om
					join experts e on e.id = om.expert_id and e.state = 'verified'
					where om.office_id = o.id order by rank limit 3
				) x
			) as experts
		from page
		join offices o on o.id = page.office_id
		join municipalities m on m.id = o.municipality_id
		left join office_stations os on os.office_id = o.id and os.position = 1
		left join stations st on st.id = os.station_id
		left join lateral (
			select ot.task_id, t.name as task_name, ot.fee_basis, ot.fee_min, ot.fee_max, ot.part_ids
			from office_tasks ot join tasks t on t.id = ot.task_id and t.published_at is not null
			where ot.office_id = o.id and ${feeCondition(options.scopeId)}
			order by ot.fee_basis = 'percentage', ot.fee_min, ot.task_id
			limit 1
		) fee on true
		order by page.place, o.id
	`.execute(ctx.db)
	return rows.map((row) => ({ place: row.place, card: toCard(row, options.order) }))
}

/** The same without the places. */
export async function loadCards(
	ctx: Ctx,
	page: RawBuilder<unknown>,
	options: { scopeId: number; order: ListOrder },
): Promise<OfficeCard[]> {
	return (await loadPlacedCards(ctx, page, options)).map(({ card }) => card)
}

function feeCondition(scopeId: number): RawBuilder<unknown> {
	if (scopeId === ALL_OFFICES) return sql`true`
	return isTaskScope(scopeId) ? sql`ot.task_id = ${scopeId}` : sql`ot.task_id between ${scopeId * 100} and ${scopeId * 100 + 99}`
}

/** Whether the expert `e` has a profession that does the task of the shown fee. */
function isOfTask(scopeId: number): RawBuilder<unknown> {
	if (scopeId === ALL_OFFICES) return sql`false`
	return sql`exists (
		select from expert_credentials k join task_professions tp on tp.profession_id = k.profession_id
		where k.expert_id = e.id and tp.task_id = fee.task_id
	)`
}

export function averageOf(sum: number, count: number): number | null {
	return count === 0 ? null : sum / count
}

function toCard(row: CardRow, order: ListOrder): OfficeCard {
	const rating = { average: averageOf(row.rating_sum, row.rating_count), count: row.rating_count }
	const fee =
		row.fee_task_id !== null && row.fee_task_name !== null && row.fee_basis !== null && row.fee_min !== null
			? { taskId: row.fee_task_id, taskName: row.fee_task_name, basis: row.fee_basis, min: row.fee_min, max: row.fee_max }
			: null
	return {
		id: row.id,
		kind: row.kind,
		name: row.name,
		headline: row.headline,
		picture: row.picture,
		professions: (row.professions ?? []).map(getProfession),
		subQualifications: (row.subs ?? []).map((id) => getSubQualification(id).shortName),
		prefectureId: row.prefecture_id,
		prefectureName: getPrefecture(row.prefecture_id).name,
		municipalityName: row.municipality,
		nearestStation:
			row.station_name !== null && row.walk_minutes !== null && row.station_distance_m !== null
				? { name: row.station_name, walkMinutes: row.walk_minutes, distanceMetres: row.station_distance_m }
				: null,
		fee,
		parts: row.parts,
		firstConsultation: row.first_consultation,
		firstConsultationFree: row.first_consultation_free,
		replyMinutes: row.reply_minutes,
		nextFreeAt: row.next_free_at?.toISOString() ?? null,
		online: row.online,
		weekend: row.weekend,
		evening: row.evening,
		accepting: row.accepting,
		rating,
		staffCount: row.staff_count,
		experts: row.experts ?? [],
		distanceMetres: row.distance_m,
		isDemo: row.is_demo,
		reasons: reasonsOf(order, {
			accepting: row.accepting,
			rating,
			distanceMetres: row.distance_m,
			feeIsPublic: fee !== null,
			publishedAt: row.published_at,
		}),
	}
}

/** Cards of offices that are already known by id, in the order given; unpublished ones are left out. */
export async function loadCardsOf(ctx: Ctx, officeIds: readonly number[], scopeId: number): Promise<OfficeCard[]> {
	if (officeIds.length === 0) return []
	const page = sql`
		select given.office_id, given.place::integer as place, null::integer as distance_m
		from unnest(${officeIds}::integer[]) with ordinality as given (office_id, place)
		join offices published on published.id = given.office_id and published.state = 'published'
	`
	return loadCards(ctx, page, { scopeId, order: 'recommended' })
}
