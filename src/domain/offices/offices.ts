import { sql } from 'kysely'
import { z } from 'zod'
import {
	bool,
	builtJson,
	checkedSql,
	date,
	float8,
	int4,
	int4Array,
	text,
	textArray,
	timestamptz,
	type Column,
	type Columns,
	type RowOf,
} from '../../platform/checked-sql.ts'
import type { Ctx } from '../shared/context.ts'
import { notFound } from '../shared/errors.ts'
import { isoDay } from '../shared/japan-time.ts'
import { municipalityFromRow } from '../geography/municipalities.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { stationFromRow } from '../geography/stations.ts'
import { getProfession, getSubQualification } from '../taxonomy/attributes.ts'
import { averageOf, loadCards, subQualificationsOfOffice } from '../listings/cards.ts'
import { hasActingOwner } from '../experts/claims/claim-search.ts'
import { readOfficeExperts } from '../experts/experts.ts'
import { type PointBasis, pointBasisOf } from '../geography/points.ts'
import { ALL_OFFICES } from '../taxonomy/scopes.ts'
import { specialDaysColumn, specialDaysOf } from './hours/hours-rows.ts'
import { type FieldValues, type OfficeFieldKind, officeFieldList, scalarsOf } from './office-fields.ts'
import type { OfficeCard, OfficeKind } from '../listings/types.ts'
import type { OfficeFacts } from './types.ts'
import { isOfficeId } from '../memberships/office-access.ts'
import type { TableRow } from '../shared/tables.ts'

/** The column of a field by its kind. */
const columnOfKind: { readonly [K in OfficeFieldKind]: Column<FieldValues[K]> } = {
	text,
	kana: text,
	officeKind: text.as<OfficeKind>(),
	count: int4,
	optionalCount: int4.nullable,
	flag: bool,
	pastDay: date.nullable,
	corporateNumber: text.nullable,
	invoiceNumber: text.nullable,
	url: text.nullable,
}
const scalarDescription: Columns = Object.fromEntries(officeFieldList.map(({ column, kind }) => [column, columnOfKind[kind]]))

const selectFacts = checkedSql({
	...scalarDescription,
	id: int4,
	has_owner: bool,
	description: textArray,
	postal_code: text.nullable,
	prefecture_id: int4,
	municipality_id: int4,
	address_line: text,
	lat: float8,
	lng: float8,
	point_basis: text.as<PointBasis>().nullable,
	phone: text.nullable,
	reply_minutes: int4.nullable,
	next_free_at: timestamptz.nullable,
	weekend: bool,
	evening: bool,
	accepting: text.as<TableRow<'offices'>['accepting']>(),
	industries: textArray,
	software: textArray,
	languages: textArray,
	picture: text.nullable,
	rating_sum: int4,
	rating_count: int4,
	is_demo: bool,
	published_at: timestamptz,
	updated_at: timestamptz,
	municipality: builtJson(() =>
		z.strictObject({
			id: z.int(),
			code: z.string(),
			prefecture_id: z.int(),
			kind: z.enum(['designated_city', 'ward', 'special_ward', 'city', 'town', 'village']),
			city_id: z.int(),
			name: z.string(),
			kana: z.string(),
			romaji: z.string(),
			lat: z.number(),
			lng: z.number(),
		}),
	),
	professions: int4Array.nullable,
	subs: int4Array.nullable,
	areas: int4Array.nullable,
	stars: builtJson(() => z.array(z.strictObject({ stars: z.int(), count: z.int() }))).nullable,
	hours: builtJson(() =>
		z.array(z.strictObject({ weekday: z.int(), opensAt: z.string(), closesAt: z.string(), byAppointment: z.boolean() })),
	).nullable,
	special_days: specialDaysColumn,
	tasks: builtJson(() =>
		z.array(
			z.strictObject({
				task_id: z.int(),
				task_name: z.string(),
				task_category_id: z.int(),
				fee_basis: z.enum(['per_case', 'monthly', 'hourly', 'percentage']),
				fee_min: z.number(),
				fee_max: z.number().nullable(),
				includes: z.string(),
			}),
		),
	).nullable,
	stations: builtJson(() =>
		z.array(
			z.strictObject({
				station: z.strictObject({
					id: z.int(),
					prefecture_id: z.int(),
					municipality_id: z.int(),
					municipality_margin: z.number(),
					name: z.string(),
					kana: z.string().nullable(),
					romaji: z.string().nullable(),
					url_segment: z.string(),
					lat: z.number(),
					lng: z.number(),
				}),
				walk_minutes: z.int(),
				distance_m: z.int(),
				lines: z.array(z.string()).nullable(),
			}),
		),
	).nullable,
	cases: builtJson(() =>
		z.array(
			z.strictObject({
				id: z.int(),
				taskId: z.int().nullable(),
				taskName: z.string().nullable(),
				title: z.string(),
				client: z.string(),
				body: z.string(),
				consentedOn: z.string(),
			}),
		),
	).nullable,
})

const scalarColumns = sql.join(officeFieldList.map(({ column }) => sql.ref(`o.${column}`)))

/** Facts of the published ones among some offices, in one round trip besides that of their experts. */
async function readFacts(ctx: Ctx, officeIds: readonly number[]): Promise<OfficeFacts[]> {
	const reading = selectFacts`
		select
			o.id, ${hasActingOwner(sql`o.id`)} as has_owner, ${scalarColumns}, o.description, o.postal_code, o.prefecture_id, o.municipality_id, o.address_line, o.lat, o.lng, o.point_basis,
			case when o.phone_public_at is not null then o.phone end as phone, o.reply_minutes, o.next_free_at, o.weekend, o.evening, o.accepting,
			o.industries, o.software, o.languages, o.picture, o.rating_sum, o.rating_count, o.is_demo, o.published_at, o.updated_at,
			to_json(m) as municipality,
			(select array_agg(p.profession_id order by p.profession_id) from office_professions p where p.office_id = o.id) as professions,
			${subQualificationsOfOffice} as subs,
			(select array_agg(a.prefecture_id order by a.prefecture_id) from office_areas a where a.office_id = o.id) as areas,
			(
				select json_agg(json_build_object('stars', r.stars, 'count', r.count)) from (
					select stars, count(*)::integer as count from reviews where office_id = o.id and hidden_at is null group by stars
				) r
			) as stars,
			(
				select json_agg(json_build_object(
					'weekday', h.weekday, 'opensAt', to_char(h.opens_at, 'HH24:MI'), 'closesAt', to_char(h.closes_at, 'HH24:MI'),
					'byAppointment', h.by_appointment
				) order by h.weekday, h.opens_at)
				from office_hours h where h.office_id = o.id
			) as hours,
			${specialDaysOf(sql`o.id`, isoDay(ctx.now()))} as special_days,
			(
				select json_agg(json_build_object(
					'task_id', ot.task_id, 'task_name', t.name, 'task_category_id', t.task_category_id, 'fee_basis', ot.fee_basis,
					'fee_min', ot.fee_min, 'fee_max', ot.fee_max, 'includes', ot.includes
				) order by c.position, c.id, t.position, t.id)
				from office_tasks ot
				join tasks t on t.id = ot.task_id and t.published_at is not null
				join task_categories c on c.id = t.task_category_id
				where ot.office_id = o.id
			) as tasks,
			(
				select json_agg(json_build_object(
					'station', to_json(s), 'walk_minutes', os.walk_minutes, 'distance_m', os.distance_m,
					'lines', (select json_agg(l.name order by l.id) from station_lines sl join railway_lines l on l.id = sl.line_id where sl.station_id = s.id)
				) order by os.position)
				from office_stations os join stations s on s.id = os.station_id where os.office_id = o.id
			) as stations,
			(
				select json_agg(json_build_object(
					'id', k.id, 'taskId', t.id, 'taskName', t.name, 'title', k.title, 'client', k.client, 'body', k.body, 'consentedOn', k.consented_on
				) order by k.position)
				from office_cases k left join tasks t on t.id = k.task_id and office_parts(k.office_id, t.id) <> '{}' where k.office_id = o.id
			) as cases
		from offices o
		join municipalities m on m.id = o.municipality_id
		where o.id = any (${officeIds}::integer[]) and o.state = 'published'
	`.execute(ctx.db)
	const [{ rows }, experts] = await Promise.all([reading, readOfficeExperts(ctx, officeIds)])
	return rows.map((row) => factsOf(row, experts.get(row.id) ?? []))
}

function factsOf(row: RowOf<typeof selectFacts>, experts: OfficeFacts['experts']): OfficeFacts {
	const named = (row.stations ?? []).map(({ station, walk_minutes: walkMinutes }) => ({ lat: station.lat, lng: station.lng, walkMinutes }))
	const pointBasis = row.point_basis ?? pointBasisOf(row, named, row.municipality)
	return {
		id: row.id,
		hasOwner: row.has_owner,
		...scalarsOf(row),
		description: row.description,
		postalCode: row.postal_code,
		prefecture: getPrefecture(row.prefecture_id),
		municipality: municipalityFromRow(row.municipality),
		addressLine: row.address_line,
		lat: row.lat,
		lng: row.lng,
		isPointApproximate: pointBasis !== 'exact',
		pointBasis,
		phone: row.phone,
		replyMinutes: row.reply_minutes,
		nextFreeAt: row.next_free_at,
		weekend: row.weekend,
		evening: row.evening,
		accepting: row.accepting,
		industries: row.industries,
		software: row.software,
		languages: row.languages,
		picture: row.picture,
		isDemo: row.is_demo,
		publishedAt: row.published_at,
		updatedAt: row.updated_at,
		professions: (row.professions ?? []).map(getProfession),
		subQualifications: (row.subs ?? []).map(getSubQualification),
		rating: {
			average: averageOf(row.rating_sum, row.rating_count),
			count: row.rating_count,
			stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: row.stars?.find((one) => one.stars === stars)?.count ?? 0 })),
		},
		hours: row.hours ?? [],
		specialDays: row.special_days ?? [],
		tasks: (row.tasks ?? []).map((task) => ({
			taskId: task.task_id,
			taskName: task.task_name,
			taskCategoryId: task.task_category_id,
			basis: task.fee_basis,
			min: task.fee_min,
			max: task.fee_max,
			includes: task.includes,
		})),
		experts,
		stations: (row.stations ?? []).map((station) => ({
			station: stationFromRow(station.station),
			walkMinutes: station.walk_minutes,
			distanceMetres: station.distance_m,
			lines: station.lines ?? [],
		})),
		cases: row.cases ?? [],
		areas: (row.areas ?? []).map(getPrefecture),
	}
}

/** Everything public of a published office except its reviews (`reviews/reviews.ts`). Throws not-found. */
export async function getOffice(ctx: Ctx, id: number): Promise<OfficeFacts> {
	const [facts] = isOfficeId(id) ? await readFacts(ctx, [id]) : []
	if (!facts) throw notFound('office')
	return facts
}

export const COMPARED_OFFICES = 4

/** Up to four offices side by side in the order asked for; unknown and unpublished ones are left out. */
export async function listOfficesForComparison(ctx: Ctx, ids: readonly number[]): Promise<OfficeFacts[]> {
	const asked = [...new Set(ids.filter(isOfficeId))].slice(0, COMPARED_OFFICES)
	if (asked.length === 0) return []
	const facts = await readFacts(ctx, asked)
	return asked.flatMap((id) => facts.find((office) => office.id === id) ?? [])
}

const NEARBY_OFFICES = 200
const SIMILAR_CANDIDATES = 24
const SIMILAR_WITHIN_M = 30_000
const SIMILAR_OFFICES = 6

/**
 * Offices near by that share tasks with one: of the 24 nearest such (within 30 km) those whose shared tasks make up for
 * the distance: one more shared task is worth a kilometre.
 */
export async function listSimilarOffices(ctx: Ctx, office: Pick<OfficeFacts, 'id' | 'lat' | 'lng' | 'tasks'>): Promise<OfficeCard[]> {
	const taskIds = office.tasks.map((task) => task.taskId)
	if (taskIds.length === 0) return []
	const page = sql`
		select office_id, (row_number() over (order by distance_m - 1000 * shared, office_id))::integer as place, distance_m
		from (
			select near.id as office_id, near.distance_m, shared.count as shared
			from (
				select o.id, round(2 * 6371008.8 * asin(least(1, sqrt(
					sin(radians(o.lat - ${office.lat}) / 2) ^ 2
					+ cos(radians(${office.lat})) * cos(radians(o.lat)) * sin(radians(o.lng - ${office.lng}) / 2) ^ 2
				))))::integer as distance_m
				from offices o
				where o.state = 'published'
				order by point(o.lng, o.lat) <-> point(${office.lng}, ${office.lat})
				limit ${sql.lit(NEARBY_OFFICES)}
			) near
			cross join lateral (
				select count(*)::integer as count from office_tasks ot where ot.office_id = near.id and ot.task_id = any (${taskIds}::smallint[])
			) shared
			where near.id <> ${office.id} and near.distance_m <= ${sql.lit(SIMILAR_WITHIN_M)} and shared.count > 0
			order by near.distance_m, near.id
			limit ${sql.lit(SIMILAR_CANDIDATES)}
		) candidates
		order by distance_m - 1000 * shared, office_id
		limit ${sql.lit(SIMILAR_OFFICES)}
	`
	return loadCards(ctx, page, { scopeId: ALL_OFFICES, order: 'recommended' })
}
