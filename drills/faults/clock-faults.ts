import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { type Cell, createChecks } from './cells.ts'
import type { CaughtMail } from './mail-catcher.ts'
import { describeSamples, isServed, untilHealed } from './people.ts'
import type { Surroundings } from './surroundings.ts'

const JUMPS = ['+2h', '-2h', '+25h'] as const
/** Longer than the half minute after which due schedules are looked for. */
const WATCHED_MS = 75_000

/** Settings of a process whose clock is the machine's with what is written in the file of `setClock`. */
export function clockSettings(folder: string, library: string): Record<string, string> {
	return {
		LD_PRELOAD: library,
		FAKETIME_TIMESTAMP_FILE: fileIn(folder),
		FAKETIME_NO_CACHE: '1',
		// Timers go on as they do when a clock is set.
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	}
}

const fileIn = (folder: string): string => path.join(folder, 'clock')
export const setClock = (folder: string, offset: string): Promise<void> => writeFile(fileIn(folder), `${offset}\n`)

export function clockFaults(surroundings: Surroundings, folder: string, caught: CaughtMail[]): Cell[] {
	return JUMPS.map((jump) => ({
		dependency: 'clock of a process',
		fault: `jumps by ${jump}, then back`,
		run: () => tryJump(surroundings, { folder, jump, caught }),
	}))
}

async function tryJump(
	{ people, db, newLines }: Surroundings,
	{ folder, jump, caught }: { folder: string; jump: string; caught: CaughtMail[] },
) {
	const { expectThat, broken } = createChecks()
	await untilHealed(people, 60)
	await newLines()
	const since = new Date()
	const acknowledged = people.acknowledged()
	const state = { isOver: false }
	const asking = people.askUntil(() => state.isOver)
	await setClock(folder, jump)
	await delay(WATCHED_MS)
	const ran = await runsSince(db, since)
	await setClock(folder, '+0')
	await delay(WATCHED_MS / 3)
	state.isOver = true
	const samples = await asking
	const wrong = samples.filter((sample) => !isServed(sample))
	const doubled = caught.length - new Set(caught.map(({ to, id }) => `${to} ${id}`)).size
	const errors = (await newLines()).filter(({ msg }) => /unexpected|failed|given up/.test(msg))
	const lost = await people.lostWrites()
	const most = Math.max(0, ...ran.map(({ count }) => count))
	expectThat(
		wrong.length === 0,
		`everybody is served and stays signed in: ${wrong.length} were not (${wrong[0]?.kind} ${wrong[0]?.status})`,
	)
	expectThat(doubled === 0, `each mail goes out once: ${doubled} were sent twice`)
	expectThat(lost === 0, `acknowledged writes are there once: ${lost} are not`)
	expectThat(ran.length > 0, 'scheduled jobs go on')
	// Those of every minute run twice in this time; one more may have been due before.
	expectThat(most <= 4, `no scheduled job runs again and again: ${JSON.stringify(ran.filter(({ count }) => count > 4))}`)
	expectThat(errors.length === 0, `no job fails: ${errors[0]?.msg} ${errors[0]?.queue ?? ''} ${errors[0]?.err?.message ?? ''}`)
	return {
		visitors: describeSamples(samples, ['kept page', 'page', 'search']),
		members: `signed in all the time: ${describeSamples(samples, ["member's page", "member's write"])}; ${people.acknowledged() - acknowledged} writes acknowledged, ${lost} lost`,
		heals: `nothing has to: ${ran.length} scheduled jobs ran, each ${most} times at most; ${caught.length} mails, ${doubled} twice`,
		broken,
	}
}

/** How often each scheduled job has begun. */
async function runsSince(db: Kysely<Database>, since: Date): Promise<{ name: string; count: number }[]> {
	const { rows } = await sql<{ name: string; count: number }>`
		select j.name, count(*)::int as count from pgboss.job j join pgboss.schedule s using (name) where j.started_on >= ${since} group by j.name
	`.execute(db)
	return rows
}
