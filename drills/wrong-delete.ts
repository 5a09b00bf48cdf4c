import { setTimeout as delay } from 'node:timers/promises'
import { queryOnce } from '../test/query-once.ts'

/** What drills have in common that go back to the second before a wrong DELETE. */

/** What must be there after a recovery to a moment. */
export type Truth = { moment: Date; writes: number; offices: number }

export const makeWritesTable = (url: string) =>
	queryOnce(url, 'create table drill_writes (n bigserial, at timestamptz not null default clock_timestamp())')

/** Writes rows, takes so many moments between them, then deletes all offices and goes on writing. */
export async function writeAndDelete(url: string, moments: number): Promise<Truth[]> {
	const truths: Truth[] = []
	const count = `select (select count(*) from drill_writes)::int as writes, (select count(*) from offices)::int as offices, clock_timestamp() as moment`
	for (let round = 0; round < moments; round += 1) {
		for (let turn = 0; turn < 50; turn += 1) await queryOnce(url, 'insert into drill_writes default values')
		// The moment lies between two commits.
		truths.push(...(await queryOnce<Truth>(url, count)))
		await delay(1_100)
	}
	await queryOnce(url, 'truncate offices cascade')
	for (let turn = 0; turn < 50; turn += 1) await queryOnce(url, 'insert into drill_writes default values')
	return truths
}

/** Whether a recovered database has every row committed until the moment and none after it. */
export async function isAsItWas(url: string, { writes, offices, moment }: Truth): Promise<boolean> {
	const found = await queryOnce<{ writes: number; offices: number; later: number }>(
		url,
		`select count(*)::int as writes, count(*) filter (where at > '${moment.toISOString()}')::int as later,
			(select count(*) from offices)::int as offices from drill_writes`,
	)
	const [now] = found
	const isSame = now?.writes === writes && now.offices === offices && now.later === 0
	if (!isSame) console.error(`expected ${writes} writes and ${offices} offices at ${moment.toISOString()}: ${JSON.stringify(now)}`)
	return isSame
}
