import { parseCsvRows } from '../../../platform/csv-reading.ts'
import { DomainError } from '../../shared/errors.ts'
import { type ExportRow, readSqlTables } from './sql-dump.ts'

/**
 * Reads exports of Apache Answer: a dump of its database as SQL (mysqldump, pg_dump), or its tables as JSON or CSV, one file each, named
 * after the table. Columns are those of its release 1.x.
 */
export const MAX_EXPORT_BYTES = 100 * 1_048_576

export const exportTables = ['question', 'answer', 'user', 'tag', 'tag_rel'] as const
export type ExportTable = (typeof exportTables)[number]
export type AnswerExport = Record<ExportTable, ExportRow[]>

export type ExportFile = { name: string; text: string }

const refused = (sentence: string) => new DomainError('invalid', 'not an export of Apache Answer', { fields: { file: sentence } })

/** The columns without which a table is of no use. */
const needed: Readonly<Record<ExportTable, readonly string[]>> = {
	question: ['id', 'created_at', 'user_id', 'title', 'original_text', 'status'],
	answer: ['id', 'created_at', 'user_id', 'question_id', 'original_text', 'status'],
	user: ['id', 'e_mail'],
	tag: ['id', 'display_name'],
	tag_rel: ['object_id', 'tag_id'],
}

/** Reads the files of an export. Throws `invalid` (field file) for what is none, and for one without questions. */
export function readAnswerExport(files: readonly ExportFile[]): AnswerExport {
	const tables: AnswerExport = { question: [], answer: [], user: [], tag: [], tag_rel: [] }
	for (const file of files)
		for (const [table, rows] of readFile(file))
			if (isExportTable(table)) {
				const missing = needed[table].filter((column) => rows[0] !== undefined && !(column in rows[0]))
				if (missing.length > 0)
					throw refused(`${file.name}の表「${table}」に、列${missing.map((name) => `「${name}」`).join('')}がありません。`)
				tables[table].push(...rows)
			}
	if (tables.question.length === 0) throw refused('質問（表「question」）が、ファイルにありません。')
	return tables
}

const isExportTable = (name: string): name is ExportTable => exportTables.some((table) => table === name)

function readFile({ name, text }: ExportFile): [string, ExportRow[]][] {
	const base = /([^/\\]*)\.(sql|json|csv)$/i.exec(name)
	const [, table = '', kind = ''] = base ?? []
	if (kind.toLowerCase() === 'sql') return [...readSqlTables(text, exportTables)]
	if (kind.toLowerCase() === 'json') return readJson(name, table, text)
	if (kind.toLowerCase() === 'csv') return [[table, readCsv(name, text)]]
	throw refused(`${name}：SQL・JSON・CSVのファイルを指定してください。`)
}

/** A list of the rows of one table, or an object of such lists by table. */
function readJson(name: string, table: string, text: string): [string, ExportRow[]][] {
	const value = parseJson(name, text)
	const lists: [string, unknown][] = Array.isArray(value) ? [[table, value]] : Object.entries(value ?? {})
	return lists.map(([of, rows]) => {
		if (!Array.isArray(rows)) throw refused(`${name}：表ごとの行の並びになっていません。`)
		return [of, rows.map((row: unknown) => textsOf(row))]
	})
}

function parseJson(name: string, text: string): object | null {
	try {
		// Ids are larger than a number can hold exactly.
		const value: unknown = JSON.parse(text.replaceAll(/([:[,]\s*)(\d{16,20})(?=\s*[,}\]])/g, '$1"$2"'))
		if (typeof value === 'object') return value
	} catch {
		// Said below.
	}
	throw refused(`${name}：JSONとして読めません。`)
}

const textsOf = (row: unknown): ExportRow =>
	Object.fromEntries(
		Object.entries(row ?? {}).map(([column, value]) => [column, value === null || value === undefined ? null : `${value}`]),
	)

function readCsv(name: string, text: string): ExportRow[] {
	try {
		const [titles = [], ...rows] = parseCsvRows(text)
		return rows
			.filter((cells) => cells.length > 1)
			.map((cells) => Object.fromEntries(titles.map((title, place) => [title, cells[place] ?? null])))
	} catch {
		throw refused(`${name}：CSVとして読めません。`)
	}
}
