import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import { CORE_SCHEMA, load as parseYaml } from 'js-yaml'
import { z } from 'zod'
import { sourcePath } from '../src/platform/source-path.ts'

/** `content/`: all manually written texts and tables. */
const CONTENT = sourcePath('content')

const frontMatter = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)\n$/

/** Names below `content/folder` that end in `ending`, without it, in alphabetical order. With '' also of folders. */
export function listContent(folder: string, ending: string): string[] {
	return readdirSync(path.join(CONTENT, folder))
		.filter((name) => name.endsWith(ending))
		.map((name) => name.slice(0, name.length - ending.length))
		.toSorted()
}

/** Reads a YAML file. Throws with the file's name and the faulty field when it does not fit the schema. */
export function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
	return checked(file, schema, yamlOf(file, readText(file)))
}

/** Reads a Markdown file: the front matter's fields, and the text below it as `body`. Throws as `readYaml` does. */
export function readMarkdown<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> {
	const [, front, body] = frontMatter.exec(readText(file)) ?? []
	if (front === undefined) throw new Error(`content/${file} must begin with front matter between lines of ---, a blank line and its text`)
	const fields = yamlOf(file, front)
	return checked(file, schema, typeof fields === 'object' ? { ...fields, body } : fields)
}

/** Reads a CSV file with a heading line. Every cell is a string; the schema of a row turns it into what it means. */
export function readCsv<Schema extends z.ZodType>(file: string, row: Schema): z.infer<Schema>[] {
	const rows: unknown = parseCsv(readText(file), { columns: true })
	return checked(file, z.array(row), rows)
}

/** Splits a cell of several values by `separator`; an empty cell has none. */
export const cellList = (separator: string) => z.string().transform((cell) => (cell === '' ? [] : cell.split(separator)))

/** Parses a cell with a number. Rejects an empty one, because Number('') would be 0. */
export const cellNumber = z.string().min(1).transform(Number).pipe(z.number())

export const isoDate = z.iso.date()

function readText(file: string): string {
	return readFileSync(path.join(CONTENT, file), 'utf8')
}

function yamlOf(file: string, text: string): unknown {
	// Dates stay text: the core schema knows no timestamps.
	return parseYaml(text, { schema: CORE_SCHEMA, filename: `content/${file}` })
}

function checked<Schema extends z.ZodType>(file: string, schema: Schema, value: unknown): z.infer<Schema> {
	const parsed = schema.safeParse(value)
	if (parsed.success) return parsed.data
	throw new Error(`content/${file} does not fit its schema:\n${z.prettifyError(parsed.error)}`)
}
