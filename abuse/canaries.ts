import type { Pool, PoolClient } from 'pg'
import type { PastRows } from './past-rows.ts'
import { isReference, tableRules, TEXT_COLUMNS } from './private-fields.ts'
import { type Decision, isAlwaysPrivate, type TableRule } from './private-rules.ts'

/** The location of a canary: one field of one row. */
export type Place = { table: string; column: string; key: Record<string, unknown> }

export type Canary = {
	/** The text in the database that a leaking answer would contain. */
	value: string
	/** Several only for an address, which is the same in all rows of its owner. */
	places: Place[]
	/** Ids of the users who might read it when it was planted. */
	readers: Set<number>
	/** No user may ever read a secret. */
	isSecret: boolean
}

export type Canaries = {
	/** Canaries in `text`, each once. */
	findIn: (text: string) => Canary[]
	/** Whether the user may read it as the database is now or was at some time since. */
	mayRead: (canary: Canary, userId: number, since: Date) => Promise<boolean>
	/** The address that replaced one of the permission tests (`member@example.com`). */
	addressFor: (original: string) => string | undefined
	readonly planted: number
	/** `table.column` of private columns without a row that took a canary. */
	readonly uncovered: readonly string[]
}

const PREFIX = 'qzkj'
const KANA = 'ぬぇづ'
const kanaDigits = 'あいうえおかきくけこ'
const textOf = (number: number) => `${PREFIX}${String(number).padStart(6, '0')}`
const kanaOf = (number: number) => KANA + Array.from(String(number).padStart(6, '0'), (digit) => kanaDigits[Number(digit)]).join('')
const phoneOf = (number: number) => `0907${String(number).padStart(7, '0')}`
const dashed = (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`

const marks = new RegExp(`${PREFIX}\\d{6}|${KANA}[${kanaDigits}]{6}|0907\\d{7}|090-7\\d{3}-\\d{4}`, 'g')
/** Unguessable names and secrets have at least this length. */
const names = /[A-Za-z0-9_-]{22,}/g

type Form = Exclude<Decision, 'code' | 'public' | 'derived' | 'format'>
const formOf = (decision: Decision): Form | null =>
	decision === 'code' || decision === 'public' || decision === 'derived' || decision === 'format' ? null : decision

const quoted = (name: string) => `"${name}"`
const staffOf = ({ staff = [] }: TableRule) => ['admin', ...staff].map((role) => `'${role}'`).join(', ')

class Planting {
	readonly byMark = new Map<string, Canary>()
	readonly byName = new Map<string, Canary>()
	readonly addresses = new Map<string, Canary>()
	readonly uncovered: string[] = []
	readonly #client: PoolClient
	#count = 0

	constructor(client: PoolClient) {
		this.#client = client
	}

	async table(table: string, rule: TableRule): Promise<void> {
		const keys = await this.#keysOf(table)
		for (const [column, decision] of Object.entries(rule.columns)) {
			const form = formOf(decision)
			if (form === null) continue
			const hidden = isAlwaysPrivate(form) || rule.publicWhen === undefined ? 'true' : `not (${rule.publicWhen})`
			const readers = `${rule.readersOf?.[column] ?? rule.readers ?? 'select 0::bigint where false'} union select s.user_id from staff_roles s where s.role in (${staffOf(rule)})`
			const { rows } = await this.#client.query<{ key: Record<string, unknown>; value: unknown; readers: string[] }>(
				`select jsonb_build_object(${keys.map((key) => `'${key}', t.${quoted(key)}`).join(', ')}) as key,
					${form === 'secret' ? `t.${quoted(column)}::text` : `t.${quoted(column)}`} as value,
					array(${readers})::text[] as readers
				from ${quoted(table)} t where ${hidden} order by 1`,
			)
			let planted = 0
			for (const row of rows) {
				const place = { table, column, key: row.key }
				if (await this.#plant(place, form, row.value, row.readers.map(Number))) planted += 1
			}
			if (planted === 0) this.uncovered.push(`${table}.${column}`)
		}
	}

	async #keysOf(table: string): Promise<string[]> {
		const { rows } = await this.#client.query<{ name: string }>(
			`select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
			where i.indrelid = $1::regclass and i.indisprimary`,
			[quoted(table)],
		)
		return rows.map(({ name }) => name)
	}

	async #plant(place: Place, form: Form, value: unknown, readers: readonly number[]): Promise<boolean> {
		if (form === 'secret' || form === 'token') return this.#keep(place, form, value, readers)
		if (form === 'email') return this.#plantAddress(place, value, readers)
		const number = (this.#count += 1)
		const canary: Canary = { value: textOf(number), places: [place], readers: new Set(readers), isSecret: false }
		for (const candidate of candidates(form, value, number)) {
			if (!(await this.#write(place, candidate.value, form === 'json' || form === 'always-json'))) continue
			canary.value = candidate.canary
			this.byMark.set(canary.value, canary)
			return true
		}
		return false
	}

	/** The value itself is the canary; a hash is looked for in the three ways in which programs write bytes. */
	#keep(place: Place, form: Form, value: unknown, readers: readonly number[]): boolean {
		if (typeof value !== 'string' || value === '') return false
		const canary: Canary = { value, places: [place], readers: new Set(readers), isSecret: form === 'secret' }
		const bytes = value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : null
		const spellings = bytes === null ? (value.match(names) ?? []) : [bytes.toString('hex'), bytes.toString('base64url')]
		for (const spelling of spellings) this.byName.set(spelling, canary)
		return spellings.length > 0
	}

	async #plantAddress(place: Place, value: unknown, readers: readonly number[]): Promise<boolean> {
		if (typeof value !== 'string' || value === '') return false
		const known = this.addresses.get(value)
		const canary = known ?? { value: textOf((this.#count += 1)), places: [], readers: new Set<number>(), isSecret: false }
		if (!(await this.#write(place, `${canary.value}@example.com`))) return false
		canary.places.push(place)
		for (const reader of readers) canary.readers.add(reader)
		this.addresses.set(value, canary)
		this.byMark.set(canary.value, canary)
		return true
	}

	/** False if a constraint rejects the value. */
	async #write({ table, column, key }: Place, value: unknown, isJson = false): Promise<boolean> {
		const names = Object.keys(key)
		const where = names.map((name, place) => `${quoted(name)}::text = $${place + 2}`).join(' and ')
		const stored = isJson ? JSON.stringify(value) : value
		await this.#client.query('savepoint planting')
		try {
			await this.#client.query(`update ${quoted(table)} set ${quoted(column)} = $1 where ${where}`, [
				stored,
				...names.map((name) => String(key[name])),
			])
			return true
		} catch {
			await this.#client.query('rollback to savepoint planting')
			return false
		} finally {
			await this.#client.query('release savepoint planting')
		}
	}
}

/** Values with a canary for a field that now holds `value`, the most natural first. */
function candidates(form: Form, value: unknown, number: number): { value: unknown; canary: string }[] {
	const mark = textOf(number)
	if (form === 'kana') return [{ value: kanaOf(number), canary: kanaOf(number) }]
	if (form === 'phone' || form === 'always-phone') {
		const phone = phoneOf(number)
		return [dashed(phone), phone].map((text) => ({ value: text, canary: phone }))
	}
	if (form === 'list') {
		const list = Array.isArray(value) ? (value as string[]) : []
		return [list.length === 0 ? [mark] : list.map((text) => `${text}${mark}`)].map((value) => ({ value, canary: mark }))
	}
	if (form === 'json' || form === 'always-json') return value === null ? [] : [{ value: withMark(value, mark), canary: mark }]
	const text = typeof value === 'string' ? value : ''
	return [`${text}${mark}`, mark, `${mark}${'-'.repeat(12)}`, `${'あ'.repeat(20)}${mark}`].map((value) => ({ value, canary: mark }))
}

/** JSON with the mark at the end of every string that is free text: Japanese, where the codes of the program are ASCII. */
function withMark(value: unknown, mark: string): unknown {
	if (typeof value === 'string') return /[^ -ÿ]/.test(value) ? `${value}${mark}` : value
	if (Array.isArray(value)) return value.map((one) => withMark(one, mark))
	if (typeof value === 'object' && value !== null)
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withMark(one, mark)]))
	return value
}

/** Puts a canary into every private field of the database and records who may read it. Throws for an unclassified column. */
export async function plantCanaries(pool: Pool, past: PastRows): Promise<Canaries> {
	const client = await pool.connect()
	const planting = new Planting(client)
	try {
		const { rows } = await client.query<{ table: string; column: string }>(TEXT_COLUMNS)
		const undecided = rows.filter(({ table, column }) => tableRules[table]?.columns[column] === undefined)
		if (undecided.length > 0)
			throw new Error(`private-fields.ts says nothing about ${undecided.map(({ table, column }) => `${table}.${column}`).join(', ')}`)
		await client.query('begin')
		// The audit log admits no update, and an address is a foreign key of nothing.
		await client.query('set local session_replication_role = replica')
		for (const [table, rule] of Object.entries(tableRules)) await planting.table(table, rule)
		await client.query('commit')
	} finally {
		client.release()
	}
	return {
		...lookup(planting),
		mayRead: remembering(
			async (canary, userId, since) =>
				(await mayReadNow(pool, canary, userId)) || (await past.read(since, (client) => mayReadNow(client, canary, userId))),
		),
	}
}

const REMEMBERED_MS = 5_000

/** Remembers permissions, not refusals, for a few seconds: a page that everybody opens is judged once. */
function remembering(mayRead: Canaries['mayRead']): Canaries['mayRead'] {
	const until = new Map<string, number>()
	return async (canary, userId, since) => {
		const key = `${canary.value} ${userId}`
		if ((until.get(key) ?? 0) > performance.now()) return true
		const allowed = await mayRead(canary, userId, since)
		if (allowed) until.set(key, performance.now() + REMEMBERED_MS)
		return allowed
	}
}

function lookup({ byMark, byName, addresses, uncovered }: Planting): Omit<Canaries, 'mayRead'> {
	return {
		planted: byMark.size + byName.size,
		uncovered,
		addressFor(original) {
			const canary = addresses.get(original)
			return canary && `${canary.value}@example.com`
		},
		findIn(text) {
			const found = new Set<Canary>()
			for (const [mark] of text.matchAll(marks)) {
				const canary = byMark.get(mark) ?? byMark.get(mark.replaceAll('-', ''))
				if (canary) found.add(canary)
			}
			for (const [name] of text.matchAll(names)) {
				const canary = byName.get(name)
				if (canary) found.add(canary)
			}
			return [...found]
		},
	}
}

/**
 * Whether the user may read some row in which the canary is now. That is more than where it was planted: staff approve
 * drafts, experts publish articles, owners take in colleagues.
 */
async function mayReadNow(database: Pool | PoolClient, { value, isSecret, places }: Canary, userId: number): Promise<boolean> {
	if (isSecret) return false
	// First where it was planted, which usually decides.
	const first = new Set(places.map(({ table }) => table))
	const tables = Object.keys(tableRules).filter((table) => !isReference(table))
	for (const table of [...first, ...tables.filter((one) => !first.has(one))]) {
		const conditions = readingConditions(tableRules[table] as TableRule)
		if (conditions.length === 0) continue
		const { rowCount } = await database.query(`select from ${quoted(table)} t where ${conditions.join(' or ')} limit 1`, [
			userId,
			`%${value}%`,
			dashed(value),
		])
		if (rowCount !== 0) return true
	}
	return false
}

/** For each column with text of people: whether it holds the canary, $2 or $3, and the user $1 may read it. */
export function readingConditions(rule: TableRule): string[] {
	const isStaff = `exists (select from staff_roles s where s.user_id = $1::bigint and s.role in (${staffOf(rule)}))`
	return Object.entries(rule.columns).flatMap(([column, decision]) => {
		if (decision === 'code' || decision === 'derived' || decision === 'secret' || decision === 'format') return []
		const readers = rule.readersOf?.[column] ?? rule.readers ?? 'select 0::bigint where false'
		const isPublic = isAlwaysPrivate(decision) ? 'false' : (rule.publicWhen ?? (decision === 'public' ? 'true' : 'false'))
		return [
			`((t.${quoted(column)}::text like $2::text or t.${quoted(column)}::text = $3::text) and ((${isPublic}) or $1::bigint in (${readers}) or ${isStaff}))`,
		]
	})
}
