import { setTimeout as delay } from 'node:timers/promises'
import { queueNames, SEND_MAIL } from '../../src/jobs/queues.ts'
import { mailQueue } from '../../src/jobs/send-mail.ts'
import type { Database } from '../../src/domain/shared/context.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { startQueue } from '../../src/platform/queue.ts'
import { createEncryptor } from '../../src/platform/token.ts'
import { SECRET_KEY } from '../site.ts'
import { type Cell, createChecks } from './cells.ts'
import type { FaultProxy } from './fault-proxy.ts'
import type { CaughtMail } from './mail-catcher.ts'
import { describeSamples, isServed, untilHealed } from './people.ts'
import { type Surroundings, until } from './surroundings.ts'

const AWAY_S = 60
const DRAINED_WITHIN_S = 900

type MailSide = { server: FaultProxy; caught: CaughtMail[] }

/** A mail server that is away while so many mails are written, and jobs that always fail. */
export function mailFaults(surroundings: Surroundings, side: MailSide, mails: number): Cell[] {
	return [
		{ dependency: 'mail server', fault: `away for ${AWAY_S} s with ${mails} mails`, run: () => tryOutage(surroundings, side, mails) },
		{ dependency: 'jobs', fault: 'ten poison jobs before a hundred good ones', run: () => tryPoison(surroundings, side) },
	]
}

async function tryOutage({ people, newLines, db, databaseUrl }: Surroundings, { server, caught }: MailSide, mails: number) {
	const { expectThat, broken } = createChecks()
	await newLines()
	await server.set('refused')
	const begun = Date.now()
	const state = { isOver: false }
	const asking = people.askUntil(() => state.isOver)
	await withMails(databaseUrl, async (enqueue) => {
		for (let written = 0; written < mails; written += 500)
			await db.transaction().execute(async (trx) => {
				for (let place = written; place < Math.min(mails, written + 500); place += 1)
					await enqueue(trx, {
						to: `outage-${place}@example.com`,
						subject: '試験',
						text: '試験のメールです。',
						html: '<p>試験のメールです。</p>',
					})
			})
	})
	await delay(Math.max(0, AWAY_S * 1_000 - (Date.now() - begun)))
	state.isOver = true
	const samples = await asking
	const failures = (await newLines()).filter(({ queue, msg }) => queue === SEND_MAIL && msg.includes('tried again')).length
	await server.set('pass')
	const back = Date.now()
	const arrived = () => new Set(caught.filter(({ to }) => to.startsWith('outage-')).map(({ to }) => to)).size
	await until(async () => arrived() >= mails, DRAINED_WITHIN_S)
	const drained = (Date.now() - back) / 1_000
	const outage = caught.filter(({ to }) => to.startsWith('outage-'))
	expectThat(failures > 0, 'failed attempts are lines of the log')
	expectThat(arrived() === mails, `all mails arrive within ${DRAINED_WITHIN_S} s: ${arrived()} of ${mails} did`)
	expectThat(outage.length === arrived(), `each mail arrives once: ${outage.length - arrived()} came twice`)
	const wrong = samples.filter((sample) => !isServed(sample))
	expectThat(wrong.length === 0, `the site is served meanwhile: ${wrong.length} were not (${wrong[0]?.kind} ${wrong[0]?.status})`)
	return {
		visitors: describeSamples(samples, ['kept page', 'page', 'search']),
		members: `${describeSamples(samples, ["member's page", "member's write"])}; mails wait`,
		heals: `${arrived()} of ${mails} mails sent ${drained.toFixed(0)} s after its return, ${outage.length - arrived()} twice; ${failures} failed attempts logged`,
		broken,
	}
}

async function tryPoison({ people, newLines, figure, databaseUrl }: Surroundings, { caught }: MailSide) {
	const { expectThat, broken } = createChecks()
	await newLines()
	const before = await figure(`queue_attempts_total{queue="${SEND_MAIL}",outcome="given_up"}`)
	const queue = await startQueue({ url: databaseUrl, log: createLog('fatal'), names: queueNames, isWorker: false })
	const begun = Date.now()
	try {
		await withMails(databaseUrl, async (enqueue, db) => {
			for (let place = 0; place < 10; place += 1)
				await queue.enqueue(
					db,
					SEND_MAIL,
					{ id: `poison-${place}`, sealed: 'not encrypted by us' },
					{ retryLimit: 3, retryDelay: 1, retryBackoff: true },
				)
			for (let place = 0; place < 100; place += 1)
				await enqueue(db, {
					to: `good-${place}@example.com`,
					subject: '試験',
					text: '試験のメールです。',
					html: '<p>試験のメールです。</p>',
				})
		})
	} finally {
		await queue.stop()
	}
	const good = () => caught.filter(({ to }) => to.startsWith('good-')).length
	await until(async () => good() >= 100, 120)
	const sent = (Date.now() - begun) / 1_000
	const givenUp = async () =>
		(await figure(`queue_attempts_total{queue="${SEND_MAIL}",outcome="given_up"}`)) - (Number.isNaN(before) ? 0 : before)
	const isDead = await until(async () => (await givenUp()) >= 10, 180)
	const dead = await figure(`queue_jobs{queue="${SEND_MAIL}",state="dead"}`)
	const lines = (await newLines()).filter(({ queue: name }) => name === SEND_MAIL)
	const count = (text: string) => lines.filter(({ msg }) => msg.includes(text)).length
	expectThat(good() === 100, `good jobs go on: ${good()} of 100 were done, once each`)
	expectThat(isDead && dead >= 10, `the poison is given up and stays visible: ${dead} dead jobs`)
	expectThat(
		count('tried again') === 30 && count('given up') === 10,
		`each attempt is logged: ${count('tried again')} retries, ${count('given up')} given up`,
	)
	const healed = await untilHealed(people, 30)
	return {
		visitors: 'nothing',
		members: `100 of 100 mails behind them sent within ${sent.toFixed(0)} s`,
		heals: `4 attempts each with growing pauses, then ${dead} dead jobs in /metrics and at /admin/jobs (alert JobGivenUp); ${Number.isFinite(healed) ? 'site served' : 'site not served'}`,
		broken,
	}
}

type Enqueue = ReturnType<typeof mailQueue>

/** Gives what writes mails as the site does. */
async function withMails(url: string, work: (enqueue: Enqueue, db: Parameters<Enqueue>[0]) => Promise<void>): Promise<void> {
	const queue = await startQueue({ url, log: createLog('fatal'), names: queueNames, isWorker: false })
	const opened = await openDatabase<Database>({ url, poolSize: 1, log: createLog('fatal') })
	try {
		await work(mailQueue(queue, createEncryptor(SECRET_KEY)), opened.db)
	} finally {
		await opened.close()
		await queue.stop()
	}
}
