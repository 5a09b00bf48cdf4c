import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../shared/context.ts'
import type { Fields, ItemKind } from './item-fields.ts'

/** Writes items to the tables that the site reads. One statement for each kind, for one item or all of them. */

type Db = Pick<Ctx, 'db'>
export type LiveItem = { kind: ItemKind; key: string; fields: Fields; isLive: boolean }

type Row = Record<string, unknown>

/** The rows of a JSON parameter, in their order; `columns` are names with their types. */
const rowsOf = (rows: readonly Row[], columns: RawBuilder<unknown>): RawBuilder<unknown> =>
	sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${columns})`

const named = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))
const fromRows = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(`r.${name}`)))

const distinct = (table: string, columns: readonly string[]) =>
	sql.join(
		columns.map((name) => sql`${sql.ref(`${table}.${name}`)} is distinct from ${sql.ref(`excluded.${name}`)}`),
		sql` or `,
	)
const overwritten = (columns: readonly string[]) => sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))

async function writeCategories({ db }: Db, items: readonly LiveItem[]): Promise<void> {
	const columns = ['slug', 'name', 'kana', 'summary', 'body', 'synonyms', 'position']
	await sql`
		insert into task_categories (id, ${named(columns)})
		select r.id, ${fromRows(columns)}
		from ${rowsOf(
			items.filter((item) => item.isLive).map(({ key, fields }) => ({ ...fields, id: Number(key) })),
			sql`id int, slug text, name text, kana text, summary text, body text[], synonyms text[], position int`,
		)}
		on conflict (id) do update set ${overwritten(columns)}
	`.execute(db)
}

/** Tools first, because tasks refer to them. What is not live is deleted with its links. */
async function writeTools({ db }: Db, items: readonly LiveItem[]): Promise<void> {
	const columns = ['name', 'url', 'kind', 'price_note', 'summary', 'body', 'checked_on', 'calculator_slug', 'file_name']
	const rows = items
		.filter((item) => item.isLive)
		.map(({ key, fields }) => ({
			...fields,
			slug: key,
			price_note: fields['priceNote'],
			checked_on: fields['checkedOn'],
			calculator_slug: fields['calculator'] ?? null,
			file_name: fields['file'] ?? null,
			advertised: fields['advertised'] === true,
		}))
	await sql`
		insert into tools (slug, advertised_at, ${named(columns)})
		select r.slug, case when r.advertised then now() end, ${fromRows(columns)}
		from ${rowsOf(
			rows,
			sql`slug text, advertised boolean, name text, url text, kind text, price_note text, summary text, body text[], checked_on date, calculator_slug text, file_name text`,
		)}
		on conflict (slug) do update set ${overwritten(columns)},
			advertised_at = case when excluded.advertised_at is not null then coalesce(tools.advertised_at, excluded.advertised_at) end
	`.execute(db)
	const gone = items.filter((item) => !item.isLive).map(({ key }) => key)
	await sql`delete from tools where slug = any (${gone}::text[])`.execute(db)
}

async function writeTasks({ db }: Db, items: readonly LiveItem[]): Promise<void> {
	const columns = [
		'slug',
		'name',
		'kana',
		'synonyms',
		'summary',
		'body',
		'fee_basis',
		'fee_min',
		'fee_max',
		'fee_note',
		'lead_time',
		'documents',
		'faq',
		'valid_until',
		'position',
	]
	const rows = items
		.filter((item) => item.isLive)
		.map(({ key, fields }) => ({
			...fields,
			id: Number(key),
			fee_basis: fields['feeBasis'],
			fee_min: fields['feeMin'],
			fee_max: fields['feeMax'],
			fee_note: fields['feeNote'],
			lead_time: fields['leadTime'],
			valid_until: fields['validUntil'] ?? null,
		}))
	await sql`
		insert into tasks (id, task_category_id, published_at, ${named(columns)})
		select r.id, r.id / 100, now(), ${fromRows(columns)}
		from ${rowsOf(
			rows,
			sql`id int, slug text, name text, kana text, synonyms text[], summary text, body text[], fee_basis text, fee_min float8,
			fee_max float8, fee_note text, lead_time text, documents text[], faq jsonb, valid_until date, position int`,
		)}
		on conflict (id) do update set ${overwritten(columns)},
			published_at = coalesce(tasks.published_at, excluded.published_at)
	`.execute(db)
	const gone = items.filter((item) => !item.isLive).map(({ key }) => Number(key))
	await sql`update tasks set published_at = null where id = any (${gone}::integer[])`.execute(db)
	const ids = rows.map(({ id }) => id)
	await sql`delete from task_professions where task_id = any (${ids}::integer[])`.execute(db)
	await sql`
		insert into task_professions (task_id, profession_id, position)
		select r.id, p.id, one.place
		from ${rowsOf(rows, sql`id int, professions text[]`)}, unnest(r.professions) with ordinality one(slug, place) join professions p on p.slug = one.slug
	`.execute(db)
	await sql`delete from task_tools where task_id = any (${ids}::integer[])`.execute(db)
	await sql`
		insert into task_tools (task_id, tool_id, position)
		select r.id, t.id, min(one.place)
		from ${rowsOf(rows, sql`id int, tools text[]`)}, unnest(r.tools) with ordinality one(slug, place) join tools t on t.slug = one.slug
		group by r.id, t.id
	`.execute(db)
}

/** Rows that stay as they are, are not touched: each change of a part or grant is checked against every office. */
async function writeParts({ db }: Db, items: readonly LiveItem[]): Promise<void> {
	const columns = ['kind', 'name', 'law_id', 'note']
	const rows = items.filter((item) => item.isLive).map(({ key, fields }) => ({ ...fields, id: Number(key) }))
	await sql`
		insert into task_parts (id, task_id, task_category_id, position, ${named(columns)})
		select r.id, case when r.id > 1000 then r.id / 10 end, case when r.id <= 1000 then r.id / 10 end, r.id % 10, r.kind, r.name, l.id, r.note
		from ${rowsOf(rows, sql`id int, kind text, name text, law text, note text`)} left join reservation_laws l on l.slug = r.law
		on conflict (id) do update set ${overwritten(columns)} where ${distinct('task_parts', columns)}
	`.execute(db)
	const grants = sql`(
		select r.id as part_id, p.id as profession_id, s.id as sub_qualification_id, one.place
		from ${rowsOf(rows, sql`id int, grants text[]`)}, unnest(r.grants) with ordinality one(name, place)
		join professions p on p.slug = split_part(one.name, '+', 1)
		left join sub_qualifications s on s.slug = nullif(split_part(one.name, '+', 2), '')
	)`
	await sql`
		insert into task_part_grants (part_id, profession_id, sub_qualification_id, position)
		select g.part_id, g.profession_id, g.sub_qualification_id, g.place from ${grants} g
		on conflict (part_id, profession_id, sub_qualification_id) do update set position = excluded.position
		where task_part_grants.position <> excluded.position
	`.execute(db)
	await sql`
		delete from task_part_grants x
		where x.part_id = any (${rows.map(({ id }) => id)}::integer[]) and not exists (
			select from ${grants} g
			where g.part_id = x.part_id and g.profession_id = x.profession_id and g.sub_qualification_id is not distinct from x.sub_qualification_id
		)
	`.execute(db)
	const gone = items.filter((item) => !item.isLive).map(({ key }) => Number(key))
	await sql`delete from task_parts where id = any (${gone}::integer[])`.execute(db)
	await sql`
		update tasks t set exclusive_law = laws.names
		from (
			select p.task_id, case when bool_and(p.law_id is not null) then (
				select string_agg(x.short_name, '、' order by x.place)
				from (select l.short_name, min(o.position) as place from task_parts o join reservation_laws l on l.id = o.law_id
					where o.task_id = p.task_id group by l.short_name) x
			) end as names
			from task_parts p where p.task_id is not null group by p.task_id
		) laws
		where laws.task_id = t.id and t.exclusive_law is distinct from laws.names
	`.execute(db)
}

async function writeUseCases({ db }: Db, items: readonly LiveItem[]): Promise<void> {
	const columns = ['title', 'persona', 'before_text', 'after_text', 'days', 'cost']
	const rows = items
		.filter((item) => item.isLive)
		.map(({ key, fields }) => {
			const [taskId, position] = key.split('/').map(Number)
			return { ...fields, task_id: taskId, position, before_text: fields['before'], after_text: fields['after'] }
		})
	await sql`
		insert into use_cases (task_id, position, ${named(columns)})
		select r.task_id, r.position, ${fromRows(columns)}
		from ${rowsOf(rows, sql`task_id int, position int, title text, persona text, before_text text, after_text text, days int, cost int`)}
		on conflict (task_id, position) do update set ${overwritten(columns)} where ${distinct('use_cases', columns)}
	`.execute(db)
	const gone = items.filter((item) => !item.isLive).map(({ key }) => key)
	await sql`delete from use_cases where task_id || '/' || position = any (${gone}::text[])`.execute(db)
}

const writers: readonly (readonly [ItemKind, (ctx: Db, items: readonly LiveItem[]) => Promise<void>])[] = [
	['category', writeCategories],
	['tool', writeTools],
	['task', writeTasks],
	['part', writeParts],
	['useCase', writeUseCases],
]

/** Writes the items to their tables in the caller's transaction. Those of whom `isLive` is false leave the site. */
export async function writeItems(ctx: Db, items: readonly LiveItem[]): Promise<void> {
	for (const [kind, write] of writers) {
		const own = items.filter((item) => item.kind === kind)
		if (own.length > 0) await write(ctx, own)
	}
}
