import { type Kysely, sql } from 'kysely'
import { checkedSql, text } from '../src/platform/checked-sql.ts'
import { type ForeignKey, readForeignKeys } from './foreign-keys.ts'

/** Rows of each table by their place in it, which holds for as long as the transaction that chose them. */
export type ChosenRows = Map<string, ReadonlySet<string>>
export type Whole = 'offices' | 'questions'
type Places = Map<string, Set<string>>

export type SampleSize = {
	/** Of each table, besides the rows that others refer to. */
	rows: number
	/** Of offices and of questions: they come with all that belongs to them, so that what is kept of it can be computed again. */
	whole: number
}

/** Rows that mean something only together. */
const TOGETHER: Readonly<Record<string, string>> = {
	audit_log: 'true',
	audit_chain: 'true',
	// What an office may lawfully offer follows from all of these.
	task_parts: 'true',
	task_part_grants: 'true',
	task_professions: 'true',
	sub_qualification_professions: 'true',
	// Sums of weeks are made of these.
	insight_days: `day > (select max(day) - 10 from insight_days) and series in ('desk.backlog', 'money')`,
}

const selectTables = checkedSql({ name: text, shape: text })
const selectPlaces = checkedSql({ place: text })

/**
 * Chooses rows of every table, one of each shape first, and adds the rows that they refer to, so that every foreign key holds. Call it in
 * a transaction that sees one moment.
 */
export async function chooseRows<Any>(
	db: Kysely<Any>,
	{ rows, whole }: SampleSize,
): Promise<{ chosen: ChosenRows; whole: Record<Whole, string[]> }> {
	const tables = await readTables(db)
	const names = new Set(tables.map(({ name }) => name))
	const keys = (await readForeignKeys(db)).filter(({ table }) => names.has(table))
	const chosen: Places = new Map()
	for (const { name, shape } of tables) {
		const { rows: first } = await selectPlaces`
			select place::text as place from (
				select ctid as place, row_number() over (partition by ${sql.raw(shape)} order by ctid) as nth from ${sql.table(name)}
			) r order by nth, r.place limit ${name === 'offices' || name === 'questions' ? whole : rows}
		`.execute(db)
		add(chosen, name, first)
		const condition = TOGETHER[name]
		if (condition === undefined) continue
		add(chosen, name, (await selectPlaces`select ctid::text as place from ${sql.table(name)} where ${sql.raw(condition)}`.execute(db)).rows)
	}
	const wholeIds = { offices: await idsOf(db, 'offices', chosen), questions: await idsOf(db, 'questions', chosen) }
	await addWhatBelongs(db, keys, chosen)
	await addWhatIsReferredTo(db, keys, chosen)
	return { chosen, whole: wholeIds }
}

async function idsOf<Any>(db: Kysely<Any>, table: Whole, chosen: ChosenRows): Promise<string[]> {
	const { rows } = await checkedSql({ id: text })`
		select id::text as id from ${sql.table(table)} where ctid = any(${[...(chosen.get(table) ?? [])]}::text[]::tid[]) order by 1
	`.execute(db)
	return rows.map(({ id }) => id)
}

/** The tables whose rows outlive a crash, with an expression for the shape of a row: its states, and what it lacks. */
async function readTables<Any>(db: Kysely<Any>) {
	const { rows } = await selectTables`
		select c.relname as name, 'row(' || string_agg(format(case
			when t.typcategory = 'B' or exists (
				select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
					and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'
			) then '%1$I'
			when t.typname = 'jsonb' then '%1$I is null, %1$I::text in (''{}'', ''[]'')'
			when t.typcategory = 'A' then '%1$I is null, cardinality(%1$I) = 0'
			else '%1$I is null'
		end, a.attname), ', ' order by a.attnum) || ')::text' as shape
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		join pg_type t on t.oid = a.atttypid
		where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'kysely\\_%'
		group by c.relname order by c.relname
	`.execute(db)
	return rows
}

/** The offices with their rows and their experts, the questions with their answers. */
async function addWhatBelongs<Any>(db: Kysely<Any>, keys: readonly ForeignKey[], chosen: Places): Promise<void> {
	const belonging = async (target: string, places: Iterable<string>): Promise<Places> => {
		const found: Places = new Map()
		for (const key of keys.filter((one) => one.target === target)) add(found, key.table, await referringRows(db, key, places))
		for (const [table, rows] of found) for (const place of rows) addPlace(chosen, table, place)
		return found
	}
	const ofOffices = await belonging('offices', chosen.get('offices') ?? [])
	const membership = keys.find(({ table, target }) => table === 'office_members' && target === 'experts')
	if (membership) {
		const experts = await referredRows(db, membership, ofOffices.get('office_members') ?? [])
		const ofExperts = await belonging(
			'experts',
			experts.map(({ place }) => place),
		)
		await belonging('expert_credentials', ofExperts.get('expert_credentials') ?? [])
	}
	const ofQuestions = await belonging('questions', chosen.get('questions') ?? [])
	await belonging('answers', ofQuestions.get('answers') ?? [])
}

async function addWhatIsReferredTo<Any>(db: Kysely<Any>, keys: readonly ForeignKey[], chosen: Places): Promise<void> {
	let added: Places = new Map([...chosen].map(([table, places]) => [table, new Set(places)]))
	while (added.size > 0) {
		const next: Places = new Map()
		for (const key of keys)
			for (const { place } of await referredRows(db, key, added.get(key.table) ?? []))
				if (!chosen.get(key.target)?.has(place)) addPlace(next, key.target, place)
		for (const [table, places] of next) for (const place of places) addPlace(chosen, table, place)
		added = next
	}
}

const referringRows = async <Any>(db: Kysely<Any>, key: ForeignKey, targets: Iterable<string>) => joined(db, key, 'r', 't', targets)
const referredRows = async <Any>(db: Kysely<Any>, key: ForeignKey, rows: Iterable<string>) => joined(db, key, 't', 'r', rows)

/** Of a row `r` that refers to a row `t`, returns the places of `wanted` for those of the other side. */
async function joined<Any>(db: Kysely<Any>, key: ForeignKey, wanted: 'r' | 't', given: 'r' | 't', places: Iterable<string>) {
	const list = [...places]
	if (list.length === 0) return []
	const pairs = key.columns.map((column, at) => sql`${sql.ref(`r.${column}`)} = ${sql.ref(`t.${key.targetColumns[at] ?? ''}`)}`)
	const { rows } = await selectPlaces`
		select distinct ${sql.ref(`${wanted}.ctid`)}::text as place
		from ${sql.table(key.table)} r join ${sql.table(key.target)} t on ${sql.join(pairs, sql` and `)}
		where ${sql.ref(`${given}.ctid`)} = any(${list}::text[]::tid[])
	`.execute(db)
	return rows
}

const add = (places: Places, table: string, rows: readonly { place: string }[]) => {
	for (const { place } of rows) addPlace(places, table, place)
}

function addPlace(places: Places, table: string, place: string): void {
	const known = places.get(table)
	if (known) known.add(place)
	else places.set(table, new Set([place]))
}
