import type { ColumnType, Selectable, SelectType } from 'kysely'
import type { Schema } from './schema.ts'

/** `table.column` of each jsonb column; the database knows only that it is an object or an array. */
type JsonColumn = {
	[Table in keyof Schema]: {
		[Column in keyof Schema[Table] & string]: object extends NonNullable<SelectType<Schema[Table][Column]>> ? `${Table}.${Column}` : never
	}[keyof Schema[Table] & string]
}[keyof Schema]

/** Checks a room's shapes: a key that is not a jsonb column does not compile. */
export type ShapesOf<Shapes extends { [Column in keyof Shapes]: Column extends JsonColumn ? object : never }> = Shapes

/** The shapes of jsonb columns. Each room adds its own in its `tables.ts`, so that this folder imports no room. */
export interface JsonShapes {}

type Shaped<Column, Name> = Name extends keyof JsonShapes
	? Column extends ColumnType<infer Value, infer Insert, infer Update>
		? ColumnType<JsonShapes[Name] | Extract<Value, null>, Insert, Update>
		: never
	: Column

/** The tables as the migrations make them (`npm run schema`), with the shapes of their jsonb columns. */
export type Tables = {
	[Table in keyof Schema]: { [Column in keyof Schema[Table]]: Shaped<Schema[Table][Column], `${Table}.${Column & string}`> }
}

/** A row of a table as it is read. */
export type TableRow<Table extends keyof Tables> = Selectable<Tables[Table]>
