import { type Kysely, sql } from 'kysely'

/** How precise the point of an office is; until an office saves its place again, that is derived from the point itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table offices
		add column point_basis text check (point_basis in ('exact', 'stations', 'near_station', 'municipality'))`.execute(db)
	await sql`comment on column offices.point_basis is 'What the point comes from: coordinates, walks from stations, a station near by, or the middle of the municipality. Null: derived (geography/points.ts).'`.execute(
		db,
	)
}
