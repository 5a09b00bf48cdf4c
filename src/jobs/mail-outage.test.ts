import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createLog } from '../platform/log.ts'
import { createSmtpMailer } from '../platform/mail.ts'
import { type Queue, startQueue } from '../platform/queue.ts'
import { readQueueFigures } from '../platform/queue-figures.ts'
import { createEncryptor } from '../platform/token.ts'
import { hastenAfterOutage } from './mail-outage.ts'
import { mailServer, sender } from './mail-server-for-test.ts'
import { MAIL_QUEUES, queueNames, SEND_MAIL } from './queues.ts'
import { mailQueue, workMails } from './send-mail.ts'

const encryptor = createEncryptor('a secret for tests, long enough')
const letter = { subject: '試験', text: '試験です。', html: '<p>試験です。</p>' }

let made: Awaited<ReturnType<typeof freshDatabase>>
let queue: Queue

beforeAll(async () => {
	made = await freshDatabase()
	queue = await startQueue({ url: made.url, log: createLog('silent'), names: queueNames })
})

afterAll(async () => {
	await queue.stop()
	await made.close()
})

test('mails that waited for a mail server go out with the first one that it takes, once each', async () => {
	const closed = createServer()
	await once(closed.listen(0, '127.0.0.1'), 'listening')
	const { port } = closed.address() as AddressInfo
	closed.close()
	const smtp = createSmtpMailer(`smtp://127.0.0.1:${port}`, sender)
	const mailer = hastenAfterOutage(smtp, () => queue.hasten(MAIL_QUEUES))
	await workMails(made.db, queue, encryptor, mailer)
	const enqueue = mailQueue(queue, encryptor)
	const waiting = ['a', 'b', 'c'].map((name) => `${name}@example.com`)
	for (const to of waiting) await enqueue(made.db, { to, ...letter })
	const laterMails = async () => (await readQueueFigures(made.db)).find(({ name }) => name === SEND_MAIL)?.later
	await expect.poll(laterMails, { timeout: 60_000 }).toBe(3)
	// As after hours of an outage.
	await sql`update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry'`.execute(made.db)
	const { received, arrival } = await mailServer(port)
	await enqueue(made.db, { to: 'd@example.com', ...letter })
	await arrival(4)
	expect(received.flatMap(({ to }) => to).toSorted()).toEqual([...waiting, 'd@example.com'])
	smtp.close()
})
