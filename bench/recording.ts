import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Database } from '../src/domain/shared/context.ts'

export type Recorded = { text: string; values: readonly unknown[] }

/** Runs `work` and returns the statements it sent, by round trip: those of one were under way at the same time. */
export async function record(pool: Pool, work: (db: Kysely<Database>) => Promise<unknown>): Promise<Recorded[][]> {
	const seen: { query: CompiledQuery; start: number; end: number }[] = []
	const db = new Kysely<Database>({
		dialect: new PostgresDialect({ pool }),
		log(event) {
			const end = performance.now()
			seen.push({ query: event.query, start: end - event.queryDurationMillis, end })
		},
	})
	await work(db)
	const trips: Recorded[][] = []
	let firstEnd = -1
	for (const { query, start, end } of seen.toSorted((a, b) => a.start - b.start)) {
		if (start >= firstEnd) {
			trips.push([])
			firstEnd = end
		}
		firstEnd = Math.min(firstEnd, end)
		trips.at(-1)?.push({ text: query.sql, values: query.parameters })
	}
	return trips
}

/** The plan that PostgreSQL uses for a named statement after its first executions, with what it cost. */
export async function explain(pool: Pool, { text, values }: Recorded): Promise<string> {
	const client = await pool.connect()
	try {
		await client.query(`prepare bench_explained as ${text}`)
		const call = values.length > 0 ? `execute bench_explained(${values.map(literal).join(', ')})` : 'execute bench_explained'
		for (let time = 0; time < 6; time++) await client.query(call)
		const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${call}`)
		await client.query('deallocate bench_explained')
		return rows.map((row) => row['QUERY PLAN']).join('\n')
	} finally {
		client.release()
	}
}

function literal(value: unknown): string {
	if (value === null || value === undefined) return 'null'
	if (typeof value === 'number') return String(value)
	if (Array.isArray(value))
		return quoted(`{${value.map((one) => (typeof one === 'string' ? JSON.stringify(one) : String(one))).join(',')}}`)
	return quoted(typeof value === 'string' ? value : JSON.stringify(value))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
