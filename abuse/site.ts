import { readFile, rm } from 'node:fs/promises'
import { makeDataDir, startSite } from '../scripts/site/start-site.ts'
import { SECRET } from '../test/database.ts'
import { isAlive } from '../src/platform/postgres-cluster.ts'
import { ORIGIN } from '../test/permission-world.ts'

export type AbusedSite = {
	port: number
	dataDir: string
	isAlive: () => boolean
	/** Resident memory of its process; 0 where the system has no /proc. */
	residentBytes: () => Promise<number>
	/** Processor time that its process has used. */
	cpuSeconds: () => Promise<number>
	/** Returns the exit code. */
	stop: () => Promise<number | null>
}

/** Of Linux, in /proc. */
const TICKS_PER_SECOND = 100

/** Flags of Node in the script `start`. */
async function startFlags(): Promise<string[]> {
	const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
	return /^node (.*)\bsrc\/server\.ts$/.exec(scripts.start)?.[1]?.trim().split(/\s+/) ?? []
}

/**
 * Starts the production site without demo content on a free port of this machine, with a separate database in a folder
 * that is removed with it. Calls `onOutput` with each piece of its log.
 */
export async function startAbusedSite(onOutput: (text: string) => void): Promise<AbusedSite> {
	const dataDir = await makeDataDir()
	const removeData = () => rm(dataDir, { recursive: true, force: true })
	const settings = {
		HOST: '127.0.0.1',
		PUBLIC_URL: ORIGIN,
		SEED_DEMO: 'false',
		SECRET_KEY: SECRET,
		// Requests come from many addresses, or the limits would answer in place of the domain.
		TRUST_PROXY: '1',
		LOG_LEVEL: 'info',
	}
	const site = await startSite({ dataDir, env: settings, nodeArguments: await startFlags(), onOutput }).catch(async (error: unknown) => {
		await removeData()
		throw error
	})
	return {
		port: site.port,
		dataDir,
		isAlive: () => isAlive(site.pid),
		residentBytes: async () => {
			const status = await readFile(`/proc/${site.pid}/status`, 'utf8').catch(() => '')
			return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
		},
		cpuSeconds: async () => {
			const stat = await readFile(`/proc/${site.pid}/stat`, 'utf8').catch(() => '')
			const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
			return (user + system) / TICKS_PER_SECOND
		},
		async stop() {
			const code = await site.stop()
			await removeData()
			return code
		},
	}
}
