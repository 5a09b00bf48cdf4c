import type { Kysely } from 'kysely'
import { checkedSql, text } from './checked-sql.ts'

type Fact = {
	definition: string
	/** Of a constraint or an index. */
	columns: readonly string[]
}

/** What a program may rely on in a schema, by object, such as `column offices.name`. */
export type SchemaFacts = ReadonlyMap<string, Fact>

const selectFacts = checkedSql({ object: text, definition: text, columns: text })

/** Reads the tables, columns, constraints, indexes and views of the schema `public`. */
export async function readSchemaFacts<Tables>(db: Kysely<Tables>): Promise<SchemaFacts> {
	const { rows } = await selectFacts`
		with relations as (
			select oid, relname, relkind from pg_class
			where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
				and relname not like 'kysely\\_migration%'
		), columns as (
			select c.oid, c.relname, a.attnum, a.attname,
				format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
					|| case when a.atthasdef or a.attidentity <> '' then ' given' else '' end as definition
			from relations c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		)
		select 'table ' || relname as object, relkind::text as definition, '' as columns from relations
		union all
		select 'column ' || relname || '.' || attname, definition, '' from columns
		union all
		select 'constraint ' || c.relname || '.' || k.conname, k.contype::text || ' ' || pg_get_constraintdef(k.oid),
			coalesce((select string_agg(a.attname, ' ') from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)), '')
		from relations c join pg_constraint k on k.conrelid = c.oid and k.contype in ('c', 'f', 'u', 'p', 'x')
		union all
		select 'index ' || c.relname || '.' || x.relname, case when i.indisunique then 'unique ' else '' end || pg_get_indexdef(i.indexrelid),
			coalesce((select string_agg(a.attname, ' ') from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)), '')
		from relations c join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
		order by 1
	`.execute(db)
	return new Map(rows.map(({ object, definition, columns }) => [object, { definition, columns: columns.split(' ') }]))
}

/**
 * Returns what a program written for `before` can no longer rely on in `after`, one line each; none when the schema was only
 * expanded. An object that the program does not know must not get in its way: a required column without a default, or a new
 * constraint on columns that it writes, does. Changes of rows, functions and triggers are not seen.
 */
export function breakingChanges(before: SchemaFacts, after: SchemaFacts): string[] {
	const knowsTableOf = (object: string) => before.has(`table ${tableOf(object)}`)
	const lost = [...before].flatMap(([object, { definition: was }]) => {
		const now = after.get(object)?.definition
		if (now === undefined) return mayGo(object, was, after) ? [] : [`${object} is gone`]
		return now === was || isWidened(object, was, now) ? [] : [`${object} was "${was}" and is "${now}"`]
	})
	const inTheWay = [...after]
		.filter(([object, fact]) => !before.has(object) && knowsTableOf(object) && restricts(object, fact, { before, after }))
		.map(([object, { definition }]) => `${object} is new: ${definition}`)
	return [...lost, ...inTheWay]
}

/** Returns how a schema differs from the one that it should be, one line each. */
export function schemaDifferences(found: SchemaFacts, expected: SchemaFacts): string[] {
	const wrong = [...expected].flatMap(([object, { definition }]) => {
		const there = found.get(object)?.definition
		if (there === undefined) return [`The ${object} is missing: ${definition}`]
		return there === definition ? [] : [`The ${object} is "${there}" instead of "${definition}".`]
	})
	return [...wrong, ...[...found.keys()].filter((object) => !expected.has(object)).map((object) => `The ${object} is not of this release.`)]
}

const tableOf = (object: string): string => object.replace(/^\w+ /, '').split('.')[0] ?? ''

/** Writes succeed without these, unless an `on conflict` names the columns that are unique. */
const mayGo = (object: string, was: string, after: SchemaFacts): boolean =>
	(object.startsWith('constraint ') && /^[cfx] /.test(was)) ||
	(object.startsWith('index ') &&
		(!was.startsWith('unique ') || [...after.values()].some(({ definition }) => isSameIndex(was, definition))))

function isSameIndex(left: string, right: string): boolean {
	const unnamed = (definition: string) => definition.replace(/ INDEX \S+ ON /, ' INDEX ON ')
	return unnamed(left) === unnamed(right)
}

/** A column that has got a default, a check that allows more texts, an index that is built otherwise. */
function isWidened(object: string, was: string, now: string): boolean {
	if (object.startsWith('column ')) return now === `${was} given`
	if (object.startsWith('index ')) return !was.startsWith('unique ') && !now.startsWith('unique ')
	if (!object.startsWith('constraint ') || !was.startsWith('c ')) return false
	const texts = (check: string) => new Set(check.match(/'(?:[^']|'')*'/g))
	const form = (check: string) => check.replaceAll(/'(?:[^']|'')*'(?:::\w+)?(?:, )?/g, '')
	return form(was) === form(now) && [...texts(was)].every((value) => texts(now).has(value))
}

function restricts(object: string, { definition, columns }: Fact, { before, after }: { before: SchemaFacts; after: SchemaFacts }): boolean {
	if (object.startsWith('column ')) return definition.includes(' not null') && !definition.endsWith(' given')
	if (object.startsWith('index ') && !definition.startsWith('unique ')) return false
	const column = (name: string) => `column ${tableOf(object)}.${name}`
	const added = columns.filter((name) => !before.has(column(name)))
	if (added.length === columns.length) return false
	// A null in one of the columns passes a foreign key or a unique index, and such a program writes none other.
	const staysNull = added.some((name) => !/not null|given/.test(after.get(column(name))?.definition ?? ''))
	return !(staysNull && /^(?:unique|[fu]) /.test(definition))
}
