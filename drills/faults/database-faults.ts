import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOvertaken } from '../../src/platform/passing-error.ts'
import { type Cell, createChecks, type Finding } from './cells.ts'
import { describeSamples, isPoliteRefusal, isServed, type Sample, untilHealed } from './people.ts'
import type { Surroundings } from './surroundings.ts'

const VISITORS = ['page', 'search'] as const
const MEMBERS = ["member's page", "member's write"] as const
const HEALED_WITHIN_S = 15
const HOTTEST = ['offices', 'office_listings', 'questions', 'users', 'sessions'] as const

type Fault = {
	name: string
	/** Begins the fault, and returns what ends it. */
	begin: (surroundings: Surroundings) => Promise<() => Promise<unknown>>
	seconds: number
	/** Whether everything must be served all the same. */
	isServedThrough?: boolean
	/** What /readyz must say meanwhile, if anything. */
	ready?: number
}

const faults: Fault[] = [
	{
		name: 'each answer 200 ms late',
		seconds: 20,
		isServedThrough: true,
		ready: 200,
		async begin({ database }) {
			await database.set('pass', { delayMs: 200 })
			return () => database.set('pass')
		},
	},
	{
		name: 'away for 20 s and back',
		seconds: 20,
		ready: 503,
		async begin({ database }) {
			await database.set('refused')
			return () => database.set('pass')
		},
	},
	{
		name: 'silent for 30 s (cable cut)',
		seconds: 30,
		ready: 503,
		async begin({ database }) {
			await database.set('silent')
			return () => database.set('pass')
		},
	},
	{
		name: 'connections reset twice a second',
		seconds: 20,
		async begin({ database }) {
			const timer = setInterval(() => database.cut(), 500)
			return async () => clearInterval(timer)
		},
	},
	{
		name: `${HOTTEST.join(', ')} locked (ACCESS EXCLUSIVE) for 35 s`,
		seconds: 35,
		ready: 200,
		begin: ({ db }) => lockTables(db),
	},
]

/** Locks the hottest tables. Returns what releases them. */
async function lockTables(db: Surroundings['db'], attempts = 20): Promise<() => Promise<unknown>> {
	const over = Promise.withResolvers<void>()
	const taken = Promise.withResolvers<void>()
	const locking = db.transaction().execute(async (trx) => {
		await sql`lock table ${sql.join(HOTTEST.map((name) => sql.table(name)))} in access exclusive mode`.execute(trx)
		taken.resolve()
		await over.promise
	})
	locking.catch(taken.reject)
	try {
		await taken.promise
	} catch (error) {
		// PostgreSQL broke a deadlock with a transaction of the site.
		if (attempts === 0 || !isOvertaken(error)) throw error
		return lockTables(db, attempts - 1)
	}
	return () => {
		over.resolve()
		return locking
	}
}

export function databaseFaults(surroundings: Surroundings): Cell[] {
	return faults.map((fault) => ({ dependency: 'database', fault: fault.name, run: () => tryFault(surroundings, fault) }))
}

async function tryFault(surroundings: Surroundings, { begin, seconds, isServedThrough = false, ready }: Fault): Promise<Finding> {
	const { people, newLines } = surroundings
	const { expectThat, broken } = createChecks()
	const before = await untilHealed(people, 60)
	expectThat(Number.isFinite(before), 'everything is served before the fault')
	await newLines()
	const acknowledged = people.acknowledged()
	const end = await begin(surroundings)
	const state = { isOver: false }
	const asking = people.askUntil(() => state.isOver)
	// Readiness may take seconds to notice.
	await delay((seconds * 1_000) / 2)
	const readiness = await surroundings.ready()
	await delay((seconds * 1_000) / 2)
	state.isOver = true
	await end()
	const healed = await untilHealed(people, 60)
	const samples = await asking
	const wrong = samples.filter((sample) => !isServed(sample) && (isServedThrough || !isPoliteRefusal(sample)))
	for (const sample of wrong.slice(0, 5)) expectThat(false, `${sample.kind} is served or refused politely: ${brief(sample)}`)
	const kept = samples.filter(({ kind }) => kind === 'kept page')
	expectThat(
		kept.length > 0 && kept.every(({ status }) => status === 200),
		`kept pages are served: ${describeSamples(kept, ['kept page'])}`,
	)
	expectThat(healed <= HEALED_WITHIN_S, `it heals within ${HEALED_WITHIN_S} s, and took ${healed.toFixed(1)} s`)
	expectThat(ready === undefined || readiness.status === ready, `/readyz answers ${ready}, and answered ${JSON.stringify(readiness)}`)
	const lost = await people.lostWrites()
	expectThat(lost === 0, `acknowledged writes are there once: ${lost} are not`)
	const errors = (await newLines()).filter(({ msg }) => /unexpected/.test(msg))
	for (const { msg, err } of errors.slice(0, 3))
		expectThat(false, `no error of ours is logged: ${msg} ${err?.code ?? ''} ${err?.message ?? ''}`)
	return {
		visitors: `${kept.length} kept pages served; others ${describeSamples(samples, VISITORS)}`,
		members: `${describeSamples(samples, MEMBERS)}; ${people.acknowledged() - acknowledged} writes acknowledged, ${lost} lost`,
		heals: `all, after ${healed.toFixed(1)} s; /readyz ${readiness.status} meanwhile`,
		broken,
	}
}

const brief = ({ status, ms, retryAfter, text }: Sample): string =>
	`${status} after ${Math.round(ms)} ms, Retry-After ${retryAfter}: ${text.replaceAll(/<style[\s\S]*?<\/style>|<[^>]*>|\s+/g, ' ').slice(0, 120)}`
