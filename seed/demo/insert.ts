import { sql, type Transaction } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { type OfficeFieldKind, officeFieldList, type OfficeScalars } from '../../src/domain/offices/office-fields.ts'
import { type Cell, type Columns, insertRows } from '../rows.ts'
import type { DemoBlock } from './block.ts'
import { specialDaysOf } from './hours.ts'
import { fullKana, fullName } from './people.ts'
import { profiles } from './profile.ts'
import { qualifiedCountOf, representativeOf } from './offices.ts'

const columnTypes: Partial<Record<OfficeFieldKind, Columns[string]>> = { count: 'int', optionalCount: 'int', flag: 'bool', pastDay: 'date' }
const fieldColumns: Columns = Object.fromEntries(officeFieldList.map(({ column, kind }) => [column, columnTypes[kind] ?? 'text']))

const COLUMNS = {
	users: {
		id: 'bigint',
		uid: 'text',
		email: 'text',
		first_name: 'text',
		last_name: 'text',
		is_expert: 'bool',
		has_logged_in: 'bool',
		receive_email: 'bool',
		created_at: 'timestamptz',
	},
	experts: {
		id: 'int',
		user_id: 'bigint',
		display_name: 'text',
		kana: 'text',
		headline: 'text',
		biography: 'text[]',
		practising_since: 'date',
		languages: 'text[]',
		website: 'text',
		state: 'text',
		verified_at: 'timestamptz',
		rechecked_at: 'timestamptz',
		created_at: 'timestamptz',
		updated_at: 'timestamptz',
	},
	expert_credentials: {
		expert_id: 'int',
		profession_id: 'int',
		registration_number: 'text',
		association: 'text',
		registered_on: 'date',
	},
	expert_sub_qualifications: {
		expert_id: 'int',
		profession_id: 'int',
		sub_qualification_id: 'int',
		registration_number: 'text',
		valid_until: 'date',
		verified_at: 'timestamptz',
	},
	expert_tasks: { expert_id: 'int', task_id: 'int' },
	expert_areas: { expert_id: 'int', prefecture_id: 'int' },
	offices: {
		id: 'int',
		...fieldColumns,
		description: 'text[]',
		postal_code: 'text',
		prefecture_id: 'int',
		municipality_id: 'int',
		address_line: 'text',
		lat: 'real',
		lng: 'real',
		phone: 'text',
		phone_public_at: 'timestamptz',
		weekend: 'bool',
		evening: 'bool',
		accepting: 'text',
		industries: 'text[]',
		software: 'text[]',
		languages: 'text[]',
		state: 'text',
		rating_sum: 'int',
		rating_count: 'int',
		is_demo: 'bool',
		published_at: 'timestamptz',
		created_at: 'timestamptz',
		updated_at: 'timestamptz',
	},
	office_hours: { office_id: 'int', weekday: 'int', opens_at: 'time', closes_at: 'time', by_appointment: 'bool' },
	office_special_days: {
		office_id: 'int',
		kind: 'text',
		first_on: 'date',
		last_on: 'date',
		opens_at: 'time',
		closes_at: 'time',
		is_yearly: 'bool',
		label: 'text',
	},
	office_members: { office_id: 'int', expert_id: 'int', role: 'text', title: 'text', position: 'int' },
	office_stations: { office_id: 'int', position: 'int', station_id: 'int', distance_m: 'int', walk_minutes: 'int' },
	office_professions: { office_id: 'int', profession_id: 'int' },
	office_tasks: { office_id: 'int', task_id: 'int', fee_basis: 'text', fee_min: 'int', fee_max: 'int', includes: 'text' },
	office_areas: { office_id: 'int', prefecture_id: 'int' },
	office_cases: {
		office_id: 'int',
		task_id: 'int',
		title: 'text',
		client: 'text',
		body: 'text',
		consented_on: 'date',
		position: 'int',
	},
	reviews: {
		office_id: 'int',
		task_id: 'int',
		stars: 'int',
		body: 'text',
		persona: 'text',
		reply: 'text',
		replied_at: 'timestamptz',
		created_at: 'timestamptz',
	},
	pickups: { expert_id: 'int', position: 'int', reason: 'text', starts_on: 'date', published_at: 'timestamptz', made_at: 'timestamptz' },
} as const satisfies Record<string, Columns>

/** When the experts of the cast were picked. */
const SINCE = '2026-04-01T00:00:00+09:00'

type Table = keyof typeof COLUMNS
/** Every table that a block writes to, in the order of their references. */
export const tables = Object.keys(COLUMNS) as Table[]

type Rows = Record<Table, Cell[][]>

/** The next free ids. On an empty database the demo gets 1, 2, 3 …, so that links in documents stay right. */
async function nextIds(trx: Transaction<Database>): Promise<{ office: number; expert: number; user: number }> {
	await sql`lock table users, experts, offices in share row exclusive mode`.execute(trx)
	const { rows } = await sql<{ office: string; expert: string; user: string }>`
		select (select coalesce(max(id), 0) + 1 from offices) as office,
			(select coalesce(max(id), 0) + 1 from experts) as expert,
			(select coalesce(max(id), 0) + 1 from users) as user
	`.execute(trx)
	const [next] = rows
	if (!next) throw new Error('no row from a query without a table')
	return { office: Number(next.office), expert: Number(next.expert), user: Number(next.user) }
}

/** Writes a block within the transaction; the sequences continue after it. */
export async function insertBlock(trx: Transaction<Database>, block: DemoBlock): Promise<void> {
	const ids = await nextIds(trx)
	const rows = rowsOf(block, ids)
	// Where staff already picked experts, theirs stay.
	if (await trx.selectFrom('pickups').select('id').executeTakeFirst()) rows.pickups = []
	for (const table of tables) await insertRows(trx, table, COLUMNS[table], rows[table])
	await sql`
		select setval(pg_get_serial_sequence('offices', 'id'), (select max(id) from offices)),
			setval(pg_get_serial_sequence('experts', 'id'), (select coalesce(max(id), 1) from experts)),
			setval(pg_get_serial_sequence('users', 'id'), (select coalesce(max(id), 1) from users))
	`.execute(trx)
}

function rowsOf(block: DemoBlock, ids: { office: number; expert: number; user: number }): Rows {
	const rows = Object.fromEntries(tables.map((table) => [table, [] as Cell[][]])) as Rows
	let { office: officeId, expert: expertId, user: userId } = ids
	for (const { office, experts } of block.offices) {
		const fields: OfficeScalars = {
			...office,
			representative: representativeOf(office),
			qualifiedCount: qualifiedCountOf(office, experts.length),
		}
		rows.offices.push([
			officeId,
			...officeFieldList.map(({ name }) => fields[name]),
			office.description,
			office.place.town.postalCode || null,
			office.place.prefectureId,
			office.place.municipality.id,
			office.addressLine,
			office.place.lat,
			office.place.lng,
			office.phone,
			office.phonePublicAt,
			office.weekend,
			office.evening,
			office.accepting,
			office.industries,
			office.software,
			office.languages,
			'published',
			office.reviews.reduce((sum, review) => sum + review.stars, 0),
			office.reviews.length,
			true,
			office.publishedAt,
			office.createdAt,
			office.updatedAt,
		])
		for (const one of office.hours) rows.office_hours.push([officeId, one.weekday, one.opensAt, one.closesAt, one.byAppointment])
		for (const one of specialDaysOf(officeId, office.professions.includes('zeirishi')))
			rows.office_special_days.push([officeId, one.kind, one.firstOn, one.lastOn, one.opensAt, one.closesAt, true, one.label])
		for (const [index, near] of office.place.nearStations.entries())
			rows.office_stations.push([officeId, index + 1, near.station.id, near.distance, near.walkMinutes])
		for (const slug of office.professions) rows.office_professions.push([officeId, profiles[slug].id])
		for (const { task, feeMin, feeMax, includes } of office.tasks)
			rows.office_tasks.push([officeId, task.id, task.fee.basis, feeMin, feeMax, includes])
		for (const area of office.areas) rows.office_areas.push([officeId, area])
		for (const [index, one] of office.cases.entries())
			rows.office_cases.push([officeId, one.taskId, one.title, one.client, one.body, one.consentedOn, index + 1])
		for (const one of office.reviews)
			rows.reviews.push([officeId, one.taskId, one.stars, one.body, one.persona, one.reply, one.repliedAt, one.createdAt])
		for (const [index, expert] of experts.entries()) {
			const { person } = expert
			rows.users.push([userId, expert.uid, null, person.givenName.kanji, person.surname.kanji, true, true, false, office.createdAt])
			rows.experts.push([
				expertId,
				userId,
				fullName(person),
				fullKana(person),
				expert.headline,
				expert.biography,
				person.practisingSince,
				expert.languages,
				expert.website,
				'verified',
				office.publishedAt,
				// A few are due for the yearly comparison with the register.
				expertId % 250 === 0 ? null : office.updatedAt,
				office.createdAt,
				office.updatedAt,
			])
			for (const one of expert.credentials)
				rows.expert_credentials.push([expertId, one.professionId, one.number, one.association, one.registeredOn])
			for (const one of expert.subQualifications)
				rows.expert_sub_qualifications.push([expertId, one.professionId, one.id, one.number, one.validUntil, office.publishedAt])
			for (const taskId of expert.taskIds) rows.expert_tasks.push([expertId, taskId])
			// Experts with a demo account have completed every field.
			if (office.cast) for (const area of office.areas) rows.expert_areas.push([expertId, area])
			rows.office_members.push([officeId, expertId, index === 0 ? 'owner' : 'editor', expert.title, index])
			if (index === 0 && office.cast?.pickupReason)
				rows.pickups.push([expertId, office.ordinal, office.cast.pickupReason, SINCE.slice(0, 10), SINCE, SINCE])
			expertId++
			userId++
		}
		officeId++
	}
	return rows
}
