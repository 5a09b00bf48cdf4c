import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Listener, notify, openListener } from './listener.ts'
import { createLog } from './log.ts'

let made: Awaited<ReturnType<typeof freshDatabase>>
let listener: Listener

beforeEach(async () => {
	made = await freshDatabase()
	listener = openListener({ url: made.url, log: createLog('silent') })
})

afterEach(async () => {
	await listener.close()
	await made.close()
})

/** A channel's notifications, to be awaited one by one. */
function inbox() {
	const heard: string[] = []
	let wake = () => {}
	return {
		hear: (payload: string) => {
			heard.push(payload)
			wake()
		},
		async next(): Promise<string> {
			while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
			return heard.shift() as string
		},
	}
}

test('receives notifications of other connections after their commit', async () => {
	const box = inbox()
	await listener.listen('page tags', box.hear)
	await made.db
		.transaction()
		.execute(async (trx) => {
			await notify(trx, 'page tags', 'rolled back')
			throw new Error('no')
		})
		.catch(() => undefined)
	await notify(made.db, 'page tags', 'office:1')
	expect(await box.next()).toBe('office:1')
})

test('reports a possible gap and receives again after the connection broke', async () => {
	const box = inbox()
	const gaps = inbox()
	await listener.listen('tags', box.hear, () => gaps.hear('gap'))
	await made.pool.query(
		`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shirube listener' and datname = current_database()`,
	)
	expect(await gaps.next()).toBe('gap')
	await notify(made.db, 'tags', 'again')
	expect(await box.next()).toBe('again')
})
