import { type Kysely, sql } from 'kysely'

/**
 * Areas. `area_id` elsewhere is one integer for any of them: 0 Japan, 1–47 a prefecture, 1100–47999 a
 * municipality (its five-digit code), 1000000 + station id a station. `domain/geography/areas.ts` holds the rule.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const statement of [
		sql`create table prefectures (
			id smallint primary key check (id between 1 and 47),
			slug text not null unique,
			name text not null unique,
			kana text not null,
			region text not null check (region in ('hokkaido-tohoku', 'kanto', 'chubu', 'kansai', 'chugoku-shikoku', 'kyushu')),
			lat double precision not null,
			lng double precision not null
		)`,
		sql`create table municipalities (
			id integer primary key check (id between 1100 and 47999),
			code text not null unique check (code ~ '^[0-9]{5}$'),
			prefecture_id smallint not null references prefectures,
			kind text not null check (kind in ('designated_city', 'ward', 'special_ward', 'city', 'town', 'village')),
			city_id integer not null references municipalities,
			name text not null,
			kana text not null,
			romaji text not null,
			lat double precision not null,
			lng double precision not null,
			unique (prefecture_id, name)
		)`,
		sql`comment on column municipalities.city_id is 'For a ward of a designated city that city, else the row itself.'`,
		sql`create index municipalities_city on municipalities (city_id)`,
		sql`create table municipality_neighbours (
			municipality_id integer not null references municipalities on delete cascade,
			neighbour_id integer not null references municipalities on delete cascade,
			distance_m integer not null check (distance_m >= 0),
			primary key (municipality_id, neighbour_id)
		)`,
		sql`create table prefecture_neighbours (
			prefecture_id smallint not null references prefectures on delete cascade,
			neighbour_id smallint not null references prefectures on delete cascade,
			primary key (prefecture_id, neighbour_id)
		)`,
		sql`create table postal_codes (
			postal_code text not null check (postal_code ~ '^[0-9]{7}$'),
			municipality_id integer not null references municipalities on delete cascade,
			primary key (postal_code, municipality_id)
		)`,
		sql`create table railway_lines (
			id integer primary key,
			name text not null,
			operator text not null
		)`,
		sql`create table stations (
			id integer primary key check (id between 1 and 999999),
			prefecture_id smallint not null references prefectures,
			municipality_id integer not null references municipalities,
			municipality_margin real not null check (municipality_margin between 0 and 1),
			name text not null,
			kana text,
			romaji text,
			url_segment text not null,
			lat double precision not null,
			lng double precision not null,
			unique (prefecture_id, url_segment)
		)`,
		sql`create index stations_name on stations (prefecture_id, name)`,
		sql`create index stations_municipality on stations (municipality_id)`,
		sql`create index stations_place on stations using gist (point(lng, lat))`,
		sql`create table station_lines (
			station_id integer not null references stations on delete cascade,
			line_id integer not null references railway_lines on delete cascade,
			position smallint not null check (position >= 1),
			primary key (station_id, line_id)
		)`,
		sql`comment on column station_lines.position is 'Place of the station along the line, from 1, so that lists follow the rails.'`,
		sql`create index station_lines_line on station_lines (line_id, position)`,
		sql`create table station_municipalities (
			station_id integer not null references stations on delete cascade,
			municipality_id integer not null references municipalities on delete cascade,
			primary key (station_id, municipality_id)
		)`,
	])
		await statement.execute(db)
}
