import { type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import type { FieldDef } from 'pg'

/**
 * Raw SQL whose rows are described, so that their type is inferred and checked. Outside production each result is compared
 * with the description: names and types of the columns, and nulls. A statement that a test executes cannot lie.
 *
 * ```ts
 * const selectOpen = checkedSql({ id: int4, title: text, answered_at: timestamptz.nullable })
 * const { rows } = await selectOpen`select id, title, answered_at from questions where state = 'open'`.execute(ctx.db)
 * ```
 */

/** A column of a result: its PostgreSQL type, and the JavaScript type after the parsers of database.ts. */
export type Column<Value> = {
	readonly oids: readonly number[]
	readonly isNullable: boolean
	/** Returns what is wrong with a value other than null, or null. */
	readonly faultOf: (value: unknown) => string | null
	/** The same with null. */
	readonly nullable: Column<Value | null>
	/** Narrows the type to what a constraint of the database promises, such as a union of states. Not checked by itself. */
	as<Narrow extends Value>(): Column<Narrow>
	/** Carries the type; never set. */
	readonly value?: Value
}

export type Columns = Readonly<Record<string, Column<unknown>>>

/** A description of rows of this type: `satisfies ColumnsOf<TableRow<'stations'>>`. */
export type ColumnsOf<Row> = { readonly [Name in keyof Row]: Column<Row[Name]> }

/** The row type of a description or of a tag made from one. */
export type RowOf<Described extends Columns | CheckedSql<unknown>> =
	Described extends CheckedSql<infer Row> ? Row : { [Name in keyof Described]: Described[Name] extends Column<infer Value> ? Value : never }

export type CheckedSql<Row> = (strings: TemplateStringsArray, ...values: unknown[]) => RawBuilder<Row>

const column = <Value>(oids: readonly number[], faultOf: Column<Value>['faultOf'] = () => null, isNullable = false): Column<Value> => ({
	oids,
	isNullable,
	faultOf,
	get nullable() {
		return column<Value | null>(oids, faultOf, true)
	},
	as: <Narrow extends Value>() => column<Narrow>(oids, faultOf, isNullable),
})

/** An array whose elements are not null. */
const array = <Value>(oids: readonly number[]) =>
	column<Value[]>(oids, (value) => (Array.isArray(value) && value.includes(null) ? 'has a null among its elements' : null))

export const bool = column<boolean>([16])
export const bytea = column<Buffer>([17])
/** A string: it may exceed what a number can hold. */
export const int8 = column<string>([20])
/** Also smallint: both arrive as numbers. */
export const int4 = column<number>([23, 21])
export const text = column<string>([25, 1043, 19])
/** Also a real. */
export const float8 = column<number>([701, 700])
/** 'YYYY-MM-DD' */
export const date = column<string>([1082])
/** 'HH:MM:SS' */
export const time = column<string>([1083])
export const timestamptz = column<Date>([1184])
/** A string: it may be more exact than a number. */
export const numeric = column<string>([1700])
export const uuid = column<string>([2950])
export const int4Array = array<number>([1007, 1005])
export const textArray = array<string>([1009])
export const float8Array = array<number>([1022])

const JSON_OIDS = [114, 3802]

/** jsonb as it was stored: `storedJson<TableRow<'articles'>['manuscript']>()`. Its contents are not checked. */
export const storedJson = <Value>() => column<Value>(JSON_OIDS)

type JsonSchema<Value> = {
	safeParse: (value: unknown) => { success: true; data: Value } | { success: false; error: { message: string } }
}

/**
 * json that the statement builds. `schema` (zod) is called only where results are checked: in production it costs nothing.
 *
 * ```ts
 * builtJson(() => z.array(z.strictObject({ id: z.int(), name: z.string() }))).nullable
 * ```
 */
export function builtJson<Value>(schema: () => JsonSchema<Value>): Column<Value> {
	let parser: JsonSchema<Value> | undefined
	return column<Value>(JSON_OIDS, (value) => {
		parser ??= schema()
		const parsed = parser.safeParse(value)
		return parsed.success ? null : parsed.error.message
	})
}

/**
 * Kysely hands on the rows of pg and drops the rest of a result, so its fields travel with the rows. A registered symbol,
 * because `npm run dev` has this module twice: under the connection and in the pages.
 */
const FIELDS = Symbol.for('shirube.fields')

let isChecking: boolean | undefined

/** Decided at the first statement: the server sets its mode after this module is loaded. */
export const checksResults = (): boolean => (isChecking ??= process.env['NODE_ENV'] !== 'production')

/** Attaches the fields of a pg result that the check needs. */
export function keepFields<Result>(result: Result): Result {
	const { rows, fields } = result as { rows?: unknown; fields?: readonly FieldDef[] }
	if (Array.isArray(rows)) Object.defineProperty(rows, FIELDS, { value: fields })
	return result
}

/** Makes a tag for statements whose rows have these columns and no others. */
export function checkedSql<Described extends Columns>(described: Described): CheckedSql<RowOf<Described>> {
	return (strings, ...values) => {
		const statement = sql(strings, ...values).$castTo<RowOf<Described>>()
		return checksResults() ? statement.withPlugin(checking(described, strings)) : statement
	}
}

function checking(described: Columns, strings: TemplateStringsArray): KyselyPlugin {
	return {
		transformQuery: ({ node }) => node,
		transformResult: async ({ result }) => {
			const { rows } = result
			const fields = (rows as { [FIELDS]?: readonly FieldDef[] })[FIELDS]
			const fault =
				fields === undefined ? 'the connection keeps no fields' : (faultOfNames(described, fields) ?? faultOfRows(described, fields, rows))
			if (fault !== null)
				throw new Error(`Not the described rows: ${fault}, in: ${strings.join('…').replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`)
			return result
		},
	}
}

function faultOfNames(described: Columns, fields: readonly FieldDef[]): string | null {
	const names = Object.keys(described)
	const missing = names.filter((name) => !fields.some((field) => field.name === name))
	if (missing.length > 0) return `no column ${missing.join(', ')}`
	const surplus = fields.map((field) => field.name).filter((name, place, all) => !names.includes(name) || all.indexOf(name) !== place)
	return surplus.length > 0 ? `undescribed or repeated column ${surplus.join(', ')}` : null
}

function faultOfRows(described: Columns, fields: readonly FieldDef[], rows: readonly unknown[]): string | null {
	for (const { name, dataTypeID } of fields) {
		const { oids, isNullable, faultOf } = described[name]!
		if (!oids.includes(dataTypeID)) return `${name} has the type OID ${dataTypeID} instead of ${oids.join(' or ')}`
		for (const row of rows as readonly Record<string, unknown>[]) {
			const value = row[name]
			const fault = value === null ? (isNullable ? null : 'is null') : faultOf(value)
			if (fault !== null) return `${name} ${fault}`
		}
	}
	return null
}
