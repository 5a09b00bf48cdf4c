import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createLog } from './log.ts'
import { type Queue, startQueue } from './queue.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue

beforeAll(async () => {
	made = await freshDatabase()
	queue = await startQueue({ url: made.url, log: createLog('silent'), names: ['greet', 'count'] })
}, 30_000)

afterAll(async () => {
	await queue.stop()
	await made.close()
}, 30_000)

test('a job is done after its transaction, and one that was rolled back never was', async () => {
	const greeted: string[] = []
	const done = new Promise<void>((resolve, reject) => {
		void queue
			.work<{ name: string }>('greet', async ({ name }) => {
				greeted.push(name)
				if (name === '花子') resolve()
			})
			.catch(reject)
	})
	await made.db
		.transaction()
		.execute(async (trx) => {
			await queue.enqueue(trx, 'greet', { name: '太郎' })
			throw new Error('no')
		})
		.catch(() => undefined)
	await made.db.transaction().execute((trx) => queue.enqueue(trx, 'greet', { name: '花子' }))
	await done
	expect(greeted).toEqual(['花子'])
})

test('the single job of a key is enqueued once', async () => {
	const once = () => queue.enqueue(made.db, 'count', {}, { singletonKey: 'daily', singletonSeconds: 3_600 })
	await once()
	await once()
	const { rows } = await made.pool.query(`select from pgboss.job where name = 'count'`)
	expect(rows).toHaveLength(1)
})
