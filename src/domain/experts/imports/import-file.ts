import { z } from 'zod'
import { normaliseEmail } from '../../accounts/email-address.ts'
import { parsePostalCode } from '../../geography/postal-codes.ts'
import { csvLine } from '../../shared/csv.ts'
import { decodeJapaneseText, parseCsvRows } from '../../../platform/csv-reading.ts'
import { DomainError } from '../../shared/errors.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { professions } from '../../taxonomy/attributes.ts'
import { officeKindNames, registrationLengths as lengths } from '../registration-input.ts'
import { corporateNumber, invoiceNumber, kana, phone, text } from '../registration-schemas.ts'
import { type ImportColumn, importColumns, MAX_IMPORT_ROWS } from './import-input.ts'
import type { ImportFault } from './tables.ts'

const refused = (sentence: string) => new DomainError('invalid', 'not a file of offices', { fields: { file: sentence } })

/** Passes a value through `parse`; null is a fault. */
const parsed = <T>(parse: (typed: string) => T | null, message: string) =>
	z.string().transform((typed, check) => {
		const value = parse(typed)
		if (value !== null) return value
		check.addIssue({ code: 'custom', message })
		return z.NEVER
	})

const kindOf = (typed: string) =>
	(Object.keys(officeKindNames) as (keyof typeof officeKindNames)[]).find((kind) => officeKindNames[kind] === typed) ?? null

const professionOf = (typed: string) => professions.find(({ name, shortName }) => name === typed || shortName === typed)?.id ?? null

/** A row as the form of an application has it. Which municipality it is in is decided by the postal code. */
const rowSchema = z.object({
	email: parsed(normaliseEmail, 'メールアドレスの形になっていません。'),
	displayName: text('氏名', lengths.displayName),
	kana: kana('ふりがな', lengths.kana),
	profession: parsed(professionOf, `資格は、${professions.map(({ name }) => name).join('・')}のどれかです。`),
	registrationNumber: text('登録番号', lengths.registrationNumber, (typed) => cleanLine(typed).normalize('NFKC')),
	association: text('所属する会', lengths.association),
	kind: parsed(kindOf, `事務所の種類は、${Object.values(officeKindNames).join('・')}のどれかです。`),
	officeName: text('事務所名', lengths.officeName),
	officeKana: kana('事務所のふりがな', lengths.officeKana),
	postalCode: parsed(parsePostalCode, '郵便番号は7桁の数字です。'),
	municipality: z.string().transform(cleanLine),
	addressLine: text('町名・番地', lengths.addressLine),
	phone,
	corporateNumber,
	invoiceNumber,
})

export type ParsedRow = z.output<typeof rowSchema>

/** A row of the file: its line, and either its values or what is wrong with it. */
export type FileRow = { line: number } & ({ values: ParsedRow; faults: null } | { values: null; faults: ImportFault[] })

export const titleOf = (column: string): string => importColumns.find(({ key }) => key === column)?.title ?? ''

/** Reads a file of offices (UTF-8 or Shift_JIS) and checks each row by itself. Throws `invalid` (field file) for any other file. */
export function readImportFile(bytes: Uint8Array): FileRow[] {
	if (bytes.length === 0) throw refused('ファイルを選んでください。')
	const [titles = [], ...below] = csvRows(bytes)
	const rows = below.map((cells, index) => ({ line: index + 2, cells })).filter(({ cells }) => cells.some((cell) => cell !== ''))
	const places = importColumns.map(({ key, title }) => ({ key, title, place: titles.findIndex((cell) => plain(cell) === plain(title)) }))
	const missing = places.filter(({ key, place }) => place < 0 && !mayBeMissing.has(key))
	if (missing.length > 0)
		throw refused(
			`1行目に、列の名前${missing.map(({ title }) => `「${title}」`).join('')}がありません。ひな形の1行目をそのままお使いください。`,
		)
	if (rows.length === 0) throw refused('2行目から下に、取り込む行がありません。')
	if (rows.length > MAX_IMPORT_ROWS)
		throw refused(`一度に取り込めるのは${MAX_IMPORT_ROWS.toLocaleString('ja-JP')}行までです。ファイルを分けてください。`)
	return rows.map(({ line, cells }) => checkRow(line, Object.fromEntries(places.map(({ key, place }) => [key, cells[place] ?? '']))))
}

const mayBeMissing: ReadonlySet<ImportColumn> = new Set(['municipality', 'corporateNumber', 'invoiceNumber'])

const plain = (title: string): string => title.normalize('NFKC').replaceAll(/\s/g, '')

function csvRows(bytes: Uint8Array): string[][] {
	try {
		return parseCsvRows(decodeJapaneseText(bytes))
	} catch {
		throw refused('CSVとして読めないファイルです。表計算ソフトでCSV形式で保存し直してください。')
	}
}

function checkRow(line: number, given: Record<string, string>): FileRow {
	const result = rowSchema.safeParse(given, { error: () => '内容を確認してください。' })
	const issues = result.success
		? faultsTogether(result.data)
		: result.error.issues.map(({ path, message }) => ({ column: String(path[0]), message }))
	if (result.success && issues.length === 0) return { line, values: result.data, faults: null }
	return { line, values: null, faults: issues.map(({ column, message }) => ({ column: titleOf(column), sentence: message })) }
}

/** Rules between columns, as the form of an office has them. */
function faultsTogether({ kind, corporateNumber: corporate, invoiceNumber: invoice }: ParsedRow): { column: string; message: string }[] {
	if (kind === 'corporation' && corporate === null) return [{ column: 'corporateNumber', message: '士業法人には、法人番号が必要です。' }]
	if (corporate !== null && invoice !== null && invoice !== `T${corporate}`)
		return [{ column: 'invoiceNumber', message: '法人のインボイス登録番号は、Tと法人番号です。' }]
	return []
}

/** The file that staff fill in: the titles and a sample row, for spreadsheets with a byte order mark. */
export const importTemplate = (): string =>
	`\uFEFF${[importColumns.map(({ title }) => title), importColumns.map(({ sample }) => sample)].map(csvLine).join('\r\n')}\r\n`
