import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createLog } from '../platform/log.ts'
import { readScheduledJobs } from '../platform/queue-figures.ts'
import { startQueue } from '../platform/queue.ts'
import { createFileStorage } from '../platform/storage.ts'
import { createEncryptor } from '../platform/token.ts'
import { createWebhookSender } from '../platform/webhook-sender.ts'
import { queueNames, REFRESH_SEARCH_TERMS } from './queues.ts'
import { workScheduledJobs } from './scheduled-jobs.ts'
import { mailQueue } from './send-mail.ts'

test('every scheduled job runs once after the first start, and none fails on an empty site', async () => {
	const { db, url, close } = await freshDatabase()
	const lines: string[] = []
	const queue = await startQueue({ url, log: createLog('warn', { write: (line) => void lines.push(line) }), names: queueNames })
	const encryptor = createEncryptor('a secret for tests, long enough')
	const folder = await mkdtemp(path.join(os.tmpdir(), 'scheduled-jobs-test-'))
	let notificationRuns = 0
	onTestFinished(async () => {
		await queue.stop()
		await close()
		await rm(folder, { recursive: true })
	})
	await workScheduledJobs(queue, {
		db,
		site: { name: 'しるべ', publicUrl: 'https://shirube.example' },
		services: {
			storage: createFileStorage(folder),
			encryptor,
			enqueueMail: mailQueue(queue, encryptor),
			cards: null,
			webhooks: createWebhookSender(),
			vapidKeys: null,
			line: null,
		},
		backUp: null,
		content: Promise.resolve(),
		maintainNotifications: async () => void notificationRuns++,
	})
	const first = async () =>
		(
			await sql<{
				name: string
				state: string
			}>`select name, state from pgboss.job where singleton_key = 'first run' order by name`.execute(db)
		).rows
	await expect.poll(async () => (await first()).filter(({ state }) => state === 'completed').length, { timeout: 60_000 }).toBe(19)
	expect((await first()).map(({ name }) => name)).toContain(REFRESH_SEARCH_TERMS)
	expect(notificationRuns).toBeGreaterThan(0)
	expect(lines).toEqual([])

	const night = new Date('2026-06-14T18:00:00Z')
	const next = new Map((await readScheduledJobs(db, night)).map(({ name, nextRunAt }) => [name, nextRunAt.toISOString()]))
	// 4:10 in Japan.
	expect(next.get(REFRESH_SEARCH_TERMS)).toBe('2026-06-14T19:10:00.000Z')
	expect(next.size).toBe(19)
})
