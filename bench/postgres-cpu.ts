import { readdir, readFile } from 'node:fs/promises'
import type { EmbeddedPostgres } from '../src/platform/embedded-postgres.ts'

/** The kernel counts in hundredths of a second (sysconf(_SC_CLK_TCK) on every Linux of today). */
export const TICKS_PER_SECOND = 100

/**
 * Processor seconds that PostgreSQL has spent so far, in all its processes: a page's cost is also that of its queries.
 * Zero without /proc.
 */
export async function postgresCpuSeconds(postgres: Pick<EmbeddedPostgres, 'pid'>): Promise<number> {
	const postmaster = await postgres.pid()
	if (process.platform !== 'linux' || postmaster === null) return 0
	let ticks = 0
	for (const name of await readdir('/proc')) {
		if (!/^\d+$/.test(name)) continue
		const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
		// The command name, in parentheses, may contain any character.
		const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
		const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((field) => Number(fields[field] ?? 0))
		if (Number(name) === postmaster) ticks += (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)
		else if (parent === postmaster) ticks += (user ?? 0) + (system ?? 0)
	}
	return ticks / TICKS_PER_SECOND
}
