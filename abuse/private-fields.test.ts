import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withCtx } from '../test/database.ts'
import { readingConditions } from './canaries.ts'
import { TEXT_COLUMNS, tableRules } from './private-fields.ts'

test('every column of text is decided to be private or not, and nothing is decided about a column that is gone', async () => {
	await withCtx(async ({ db }) => {
		const { rows } = await sql.raw<{ table: string; column: string }>(TEXT_COLUMNS).execute(db)
		const decided = Object.entries(tableRules).flatMap(([table, { columns }]) => Object.keys(columns).map((column) => `${table}.${column}`))
		expect(decided.toSorted()).toEqual(rows.map(({ table, column }) => `${table}.${column}`).toSorted())
	})
})

test('who may read a field can be asked of every table', async () => {
	await withCtx(async ({ db }) => {
		const asked: string[] = []
		for (const [table, rule] of Object.entries(tableRules)) {
			const conditions = readingConditions(rule)
			if (conditions.length === 0) continue
			const filled = conditions.join(' or ').replaceAll('$1', '0').replaceAll('$2', `'%x%'`).replaceAll('$3', `'x'`)
			await sql.raw(`select from "${table}" t where ${filled} limit 1`).execute(db)
			asked.push(table)
		}
		expect(asked).toContain('inquiry_messages')
	})
})
