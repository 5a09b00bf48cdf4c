import { type RawBuilder, sql } from 'kysely'
import { checkedSql, int4 } from '../../platform/checked-sql.ts'
import { FLAG_BITS, flagBit, subQualificationBit } from '../taxonomy/attributes.ts'
import { stationAreaIdOf } from '../geography/area-sql.ts'
import { newestRankSql, ratingRankSql, recommendedRankSql } from './ranking.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'

/** The rows that offices have in the listing tables, as SQL: the same for one office and for a million. */

/** Offices farther from a station than this are not in its list. */
export const STATION_RADIUS_M = 2000

/** Stores which parts of its tasks `ot` an office may do, so that a card need not read its members. */
export const keepPartsSql = (condition: RawBuilder<unknown>) => sql`
	update office_tasks ot set part_ids = may.ids
	from (select ot.office_id, ot.task_id, office_parts(ot.office_id, ot.task_id) as ids from office_tasks ot where ${condition}) may
	where ot.office_id = may.office_id and ot.task_id = may.task_id and ot.part_ids <> may.ids
`

const attributesSql = sql<number>`(
	o.first_consultation_free::integer | (o.online::integer << 1) | (o.weekend::integer << 2) | (o.evening::integer << 3)
	| ((o.accepting <> 'paused')::integer << 4)
	| case when '英語' = any (o.languages) then ${sql.lit(flagBit('english'))} else 0 end
	| case when o.is_free_soon then ${sql.lit(flagBit('soon'))} else 0 end
	| coalesce((select bit_or(1 << (p.profession_id + ${sql.lit(FLAG_BITS - 1)})) from office_professions p where p.office_id = o.id), 0)
	| coalesce((
		select bit_or(${sql.lit(subQualificationBit(0))} << s.sub_qualification_id)
		from office_members sm join experts se on se.id = sm.expert_id and se.state = 'verified'
		join expert_sub_qualifications s on s.expert_id = se.id
		where sm.office_id = o.id
	), 0)
)`

/**
 * Published offices of a condition over `offices o` with what all their rows share. An office whose tasks are all
 * unpublished has no scopes and so no rows.
 */
export const rankedOfficesSql = (condition: RawBuilder<unknown>) => sql`
	select
		o.id as office_id, o.prefecture_id, m.city_id, o.municipality_id, o.lat, o.lng, s.scope_ids,
		${attributesSql} as attributes,
		${recommendedRankSql} as recommended_rank,
		${ratingRankSql} as rating_rank,
		${newestRankSql} as newest_rank
	from offices o
	join municipalities m on m.id = o.municipality_id
	join (
		select ot.office_id, ${sql.lit(ALL_OFFICES)}::smallint || array_agg(distinct t.task_category_id) || array_agg(ot.task_id order by ot.task_id) as scope_ids
		from office_tasks ot
		join tasks t on t.id = ot.task_id and t.published_at is not null
		join offices o on o.id = ot.office_id and ${condition}
		group by ot.office_id
	) s on s.office_id = o.id
	where o.state = 'published' and ${condition}
`

/** From a relation of ranked offices into `office_listings`. */
export const insertOfficeListingsSql = (ranked: RawBuilder<unknown>) => sql`
	insert into office_listings (scope_id, office_id, prefecture_id, city_id, municipality_id, attributes, recommended_rank, rating_rank, newest_rank)
	select scope_id, office_id, prefecture_id, city_id, municipality_id, attributes, recommended_rank, rating_rank, newest_rank
	from ${ranked} r, unnest(r.scope_ids) scope_id
`

/** Great-circle metres; `geography/distance.ts` computes the same. */
const distanceSql = sql<number>`round(2 * 6371008.8 * asin(least(1, sqrt(
	sin(radians(s.lat - r.lat) / 2) ^ 2 + cos(radians(r.lat)) * cos(radians(s.lat)) * sin(radians(s.lng - r.lng) / 2) ^ 2
))))::integer`

/** Half the side in degrees of a bounding box of the circle (1° of latitude is 111.2 km). */
const LATITUDE_REACH = STATION_RADIUS_M / 111_000

/** From a relation of ranked offices into `station_listings`: one row for each station within the radius. */
export const insertStationListingsSql = (ranked: RawBuilder<unknown>) => sql`
	insert into station_listings (station_id, office_id, distance_m, scope_ids, attributes, recommended_rank, rating_rank, newest_rank)
	select near.station_id, r.office_id, near.distance_m, r.scope_ids, r.attributes, r.recommended_rank, r.rating_rank, r.newest_rank
	from ${ranked} r
	cross join lateral (
		select s.id as station_id, ${distanceSql} as distance_m
		from stations s
		where point(s.lng, s.lat) <@ box(
			point(r.lng - ${sql.lit(LATITUDE_REACH)} / cos(radians(r.lat)), r.lat - ${sql.lit(LATITUDE_REACH)}),
			point(r.lng + ${sql.lit(LATITUDE_REACH)} / cos(radians(r.lat)), r.lat + ${sql.lit(LATITUDE_REACH)})
		)
	) near
	where near.distance_m <= ${sql.lit(STATION_RADIUS_M)}
`

/** An office in the list of a scope in an area, with all that its place there and the list's counts depend on. */
export type ListingRow = {
	area_id: number
	scope_id: number
	attributes: number
	recommended_rank: number
	rating_rank: number
	newest_rank: number
	distance_m: number
}

/**
 * What an office adds to lists and to `listing_counts`: one row for Japan, its prefecture, city and (in a designated city) ward, and one
 * for each station near by, under each of its scopes.
 */
export const contributionsSql = (officeId: number) => checkedSql({
	area_id: int4,
	scope_id: int4,
	attributes: int4,
	recommended_rank: int4,
	rating_rank: int4,
	newest_rank: int4,
	distance_m: int4,
})`
	select a.area_id, l.scope_id, l.attributes, l.recommended_rank, l.rating_rank, l.newest_rank, 0 as distance_m
	from office_listings l
	cross join lateral (select distinct v.area_id from (values (0), (l.prefecture_id::integer), (l.city_id), (l.municipality_id)) v (area_id)) a
	where l.office_id = ${officeId}
	union all
	select ${stationAreaIdOf(sql`l.station_id`)}, scope_id, l.attributes, l.recommended_rank, l.rating_rank, l.newest_rank, l.distance_m
	from station_listings l, unnest(l.scope_ids) scope_id
	where l.office_id = ${officeId}
`

/**
 * Marks the cases that anybody may read, of the offices `o` under the condition: published ones that still offer the task. Suspended
 * tasks have no row there.
 */
export const markListedCasesSql = (condition: RawBuilder<unknown>) => sql`
	update office_cases k set listed = not k.listed
	from offices o
	where k.office_id = o.id and ${condition} and k.listed <> (
		o.state = 'published' and exists (select from office_tasks ot where ot.office_id = k.office_id and ot.task_id = k.task_id)
	)
`
