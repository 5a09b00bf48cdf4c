import type { PoolClient } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../test/database.ts'
import { makeUser } from '../test/factories.ts'
import { keepPastRows } from './past-rows.ts'

test('a row that was removed is read as it was at a given time, until the rows are put back', async () => {
	const database = await freshDatabase()
	onTestFinished(() => database.close())
	const past = await keepPastRows(database.pool)
	const { id } = await makeUser(database)
	const before = new Date()
	await database.db.deleteFrom('users').where('id', '=', id).execute()
	const users = async (client: PoolClient) => (await client.query('select from users where id = $1', [id])).rowCount

	expect(await past.read(before, users)).toBe(1)
	expect(await past.read(new Date(Date.now() + 3_600_000), users)).toBe(0)
	await past.forget()
	expect(await past.read(before, users)).toBe(0)
})
