import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createLog } from '../platform/log.ts'
import { startQueue } from '../platform/queue.ts'
import { createFileStorage } from '../platform/storage.ts'
import { createSealer } from '../platform/token.ts'
import { mailQueue } from './send-mail.ts'
import { queueNames, REFRESH_SEARCH_TERMS } from './queues.ts'
import { keepUp } from './upkeep.ts'

test('every chore runs once after the start, and none fails on an empty site', { timeout: 60_000 }, async () => {
	const { db, url, close } = await freshDatabase()
	const queue = await startQueue({ url, log: createLog('silent'), names: queueNames })
	const sealer = createSealer('a secret for tests, long enough')
	const faults: unknown[] = []
	const stop = await keepUp(queue, {
		db,
		site: { name: 'しるべ', publicUrl: 'https://shirube.example' },
		storage: createFileStorage(await mkdtemp(path.join(os.tmpdir(), 'upkeep-test-'))),
		accounts: { enqueueMail: mailQueue(queue, sealer), sealer },
		onError: (error) => void faults.push(error),
	})
	onTestFinished(async () => {
		stop()
		await queue.stop()
		await close()
	}, 30_000)
	const states = async () => (await sql<{ name: string; state: string }>`select name, state from pgboss.job`.execute(db)).rows
	await expect.poll(async () => (await states()).filter(({ state }) => state === 'completed').length, { timeout: 30_000 }).toBe(7)
	expect((await states()).map(({ name }) => name)).toContain(REFRESH_SEARCH_TERMS)
	expect(faults).toEqual([])
})
