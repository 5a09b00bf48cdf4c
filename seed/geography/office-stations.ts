import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'

/** As far as offices name stations, and as many as they may name. */
const NEAR_M = 2_500
const STATIONS = 3

/** Offices that name one of these stations, with how many they name. To be asked before the stations are deleted. */
export async function officesNaming(db: Kysely<Database>, stationIds: readonly number[]): Promise<{ id: number; named: number }[]> {
	const { rows } = await sql<{ id: number; named: number }>`
		select office_id as id, count(*)::integer as named
		from office_stations
		where office_id in (select office_id from office_stations where station_id = any (${stationIds}::integer[]))
		group by office_id
	`.execute(db)
	return rows
}

/**
 * Replaces stations that offices lost with the nearest others, if any are within 2.5 km. What they still name
 * stays as it is; all are renumbered by distance.
 */
export async function refillOfficeStations(db: Kysely<Database>, offices: readonly { id: number; named: number }[]): Promise<void> {
	if (offices.length === 0) return
	await sql`
		create temporary table refilled_stations on commit drop as
		with losing as (
			select o.id, o.lat, o.lng, l.named
			from unnest(${offices.map(({ id }) => id)}::integer[], ${offices.map(({ named }) => named)}::integer[]) as l (id, named)
			join offices o on o.id = l.id
		),
		candidates as (
			select os.office_id, os.station_id, os.distance_m, os.walk_minutes, true as is_kept
			from office_stations os join losing l on l.id = os.office_id
			union all
			-- 80 m a minute on 1.25 × the straight line, as everywhere.
			select l.id, near.id, near.distance_m, greatest(1, ceil(near.distance_m * 1.25 / 80))::smallint, false
			from losing l
			cross join lateral (
				select s.id, round(2 * 6371008.8 * asin(least(1, sqrt(
					sin(radians(s.lat - l.lat) / 2) ^ 2 + cos(radians(l.lat)) * cos(radians(s.lat)) * sin(radians(s.lng - l.lng) / 2) ^ 2
				))))::integer as distance_m
				from stations s
				order by point(s.lng, s.lat) <-> point(l.lng, l.lat)
				limit ${sql.lit(2 * STATIONS)}
			) near
			where near.distance_m <= ${sql.lit(NEAR_M)}
				and not exists (select from office_stations os where os.office_id = l.id and os.station_id = near.id)
		),
		chosen as (
			select c.*, row_number() over (partition by c.office_id order by c.is_kept desc, c.distance_m, c.station_id) as choice
			from candidates c
		)
		select c.office_id, c.station_id, c.distance_m, c.walk_minutes,
			row_number() over (partition by c.office_id order by c.distance_m, c.station_id)::smallint as position
		from chosen c join losing l on l.id = c.office_id
		where c.choice <= least(l.named, ${sql.lit(STATIONS)})
	`.execute(db)
	await sql`delete from office_stations where office_id = any (${offices.map(({ id }) => id)}::integer[])`.execute(db)
	await sql`
		insert into office_stations (office_id, position, station_id, distance_m, walk_minutes)
		select office_id, position, station_id, distance_m, walk_minutes from refilled_stations
	`.execute(db)
	await sql`drop table refilled_stations`.execute(db)
}
