/** Reads rows from dumps of a database: `INSERT INTO … VALUES` and `COPY … FROM stdin`. Other statements are skipped, none is run. */

/** A row by column names. Numbers are texts, as ids exceed what a number holds. */
export type ExportRow = Readonly<Record<string, string | null>>

/** Reads the tables of these names; rows of an INSERT without columns get those of the table's CREATE. */
export function readSqlTables(dump: string, names: readonly string[]): Map<string, ExportRow[]> {
	const reader = new DumpReader(dump, names)
	reader.read()
	return reader.tables
}

const statement = /^(?:create\s+table\s+(?:if\s+not\s+exists\s+)?|insert\s+into\s+|copy\s+)(?:[`"]?\w+[`"]?\.)?[`"]?(\w+)[`"]?\s*/i
const constraint = /^(?:primary|key|unique|constraint|index|fulltext|foreign|check)\b/i

class DumpReader {
	readonly tables = new Map<string, ExportRow[]>()
	readonly #columns = new Map<string, string[]>()
	readonly #dump: string
	readonly #names: ReadonlySet<string>
	/** MySQL escapes by backslashes, which are plain characters elsewhere. */
	readonly #hasEscapes: boolean
	#at = 0

	constructor(dump: string, names: readonly string[]) {
		this.#dump = dump
		this.#names = new Set(names)
		this.#hasEscapes = /^-- (?:MySQL|MariaDB) dump/m.test(dump.slice(0, 2_000)) || /insert into `/i.test(dump.slice(0, 200_000))
	}

	read(): void {
		while (this.#at < this.#dump.length) {
			this.#skipBlank()
			const head = statement.exec(this.#dump.slice(this.#at, this.#at + 300))
			const table = head?.[1] ?? ''
			if (!head || !this.#names.has(table)) {
				this.#skipStatement(/^copy\s/i.test(this.#dump.slice(this.#at, this.#at + 5)))
				continue
			}
			this.#at += head[0].length
			if (/^create/i.test(head[0])) this.#columns.set(table, this.#readColumns())
			else if (/^insert/i.test(head[0])) this.#readInsert(table)
			else this.#readCopy(table)
		}
	}

	#skipBlank(): void {
		const blank = /(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/;?)*/y
		blank.lastIndex = this.#at
		this.#at += blank.exec(this.#dump)?.[0].length ?? 0
	}

	/** To the end of a statement that is of no use; semicolons inside texts do not end it. */
	#skipStatement(isCopy: boolean): void {
		while (this.#at < this.#dump.length) {
			const sign = this.#dump[this.#at]
			if (sign === "'") this.#readText()
			else {
				this.#at++
				if (sign === ';') break
			}
		}
		if (isCopy) this.#copyLines()
	}

	/** What stands in parentheses, split at the commas that are in no others. */
	#readColumns(): string[] {
		const parts: string[] = []
		let depth = 0
		let from = this.#at
		for (; this.#at < this.#dump.length; this.#at++) {
			const sign = this.#dump[this.#at]
			if (sign === "'") {
				this.#readText()
				this.#at--
			} else if (sign === '(') {
				depth++
				if (depth === 1) from = this.#at + 1
			} else if (sign === ')' || (sign === ',' && depth === 1)) {
				if (depth === 1) {
					parts.push(this.#dump.slice(from, this.#at).trim())
					from = this.#at + 1
				}
				if (sign === ')') depth--
				if (depth === 0) break
			}
		}
		this.#at++
		return parts.filter((part) => !constraint.test(part)).map((part) => /^[`"]?(\w+)/.exec(part)?.[1] ?? '')
	}

	#readInsert(table: string): void {
		if (this.#dump[this.#at] === '(') this.#columns.set(table, this.#readColumns())
		const columns = this.#columns.get(table) ?? []
		while (this.#at < this.#dump.length && this.#dump[this.#at] !== '(' && this.#dump[this.#at] !== ';') this.#at++
		while (this.#dump[this.#at] === '(') {
			const values = this.#readValues()
			this.#add(table, Object.fromEntries(columns.map((column, place) => [column, values[place] ?? null])))
			this.#skipBlank()
			if (this.#dump[this.#at] !== ',') break
			this.#at++
			this.#skipBlank()
		}
	}

	#add(table: string, row: ExportRow): void {
		const rows = this.tables.get(table) ?? []
		rows.push(row)
		this.tables.set(table, rows)
	}

	#readValues(): (string | null)[] {
		const values: (string | null)[] = []
		this.#at++
		while (this.#at < this.#dump.length && this.#dump[this.#at] !== ')') {
			this.#skipBlank()
			if (this.#dump[this.#at] === "'") values.push(this.#readText())
			else {
				const word = /[^,)]*/y
				word.lastIndex = this.#at
				const found = word.exec(this.#dump)?.[0] ?? ''
				this.#at += found.length
				values.push(/^null$/i.test(found.trim()) ? null : found.trim())
			}
			this.#skipBlank()
			if (this.#dump[this.#at] === ',') this.#at++
		}
		this.#at++
		return values
	}

	#readText(): string {
		let text = ''
		for (this.#at++; this.#at < this.#dump.length; this.#at++) {
			const sign = this.#dump[this.#at] ?? ''
			if (sign === '\\' && this.#hasEscapes) {
				this.#at++
				text += unescaped(this.#dump[this.#at] ?? '')
			} else if (sign !== "'") text += sign
			else if (this.#dump[this.#at + 1] === "'") {
				text += sign
				this.#at++
			} else break
		}
		this.#at++
		return text
	}

	#readCopy(table: string): void {
		const columns = this.#readColumns()
		this.#at = this.#dump.indexOf(';', this.#at) + 1
		for (const line of this.#copyLines()) {
			const cells = line
				.split('\t')
				.map((cell) => (cell === '\\N' ? null : cell.replaceAll(/\\(.)/g, (_all, sign: string) => unescaped(sign))))
			this.#add(table, Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? null])))
		}
	}

	#copyLines(): string[] {
		const from = this.#dump.indexOf('\n', this.#at) + 1
		const end = /^\\\.\r?$/m.exec(this.#dump.slice(from))
		const lines = this.#dump.slice(from, end ? from + end.index : this.#dump.length)
		this.#at = end ? from + end.index + end[0].length : this.#dump.length
		return lines.split(/\r?\n/).filter((line) => line !== '')
	}
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '' }
const unescaped = (sign: string): string => escapes[sign] ?? sign
