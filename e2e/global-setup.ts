import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeDataDir, startSite } from '../scripts/site/start-site.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { createLog } from '../src/platform/log.ts'
import { clusterFolder, isAlive, readPidFile } from '../src/platform/postgres-cluster.ts'

/**
 * Starts the site for all journeys on a free port, in a data folder that is removed afterwards. With E2E_DATA the demo is created in that
 * folder once and copied for each run, which saves a developer most of the wait before one file of journeys. With E2E_URL nothing is
 * started: the journeys run on the site there, for instance that of `npm run dev`.
 */
export default async function setup(): Promise<() => Promise<void>> {
	const running = process.env['E2E_URL']
	if (running !== undefined && running !== '') return joinRunningSite(running)
	const dataDir = await makeDataDir()
	const kept = process.env['E2E_DATA']
	if (kept !== undefined) await copyKeptDemo(kept, dataDir)
	const metricsPort = String(await findFreePort())
	const mailSecret = randomBytes(24).toString('hex')
	const inbound = { INBOUND_MAIL_DOMAIN: 'reply.shirube.example', INBOUND_MAIL_SECRET: mailSecret }
	// Calendars elsewhere, as journeys serve them.
	const internal = { WEBHOOK_INTERNAL_HOSTS: 'localhost' }
	const site = await startSite({ dataDir, env: { TRUST_PROXY: '1', METRICS_PORT: metricsPort, ...inbound, ...internal } })
	const database = await startEmbeddedPostgres({ dataDir, role: 'script', log: createLog('error') })
	await database.stop()
	// For the workers: the address of every page, and the database in which long journeys move the rows' times.
	process.env['E2E_URL'] = site.url
	process.env['E2E_METRICS_PORT'] = metricsPort
	process.env['E2E_DATABASE_URL'] = database.url
	process.env['E2E_MAIL_SECRET'] = mailSecret
	return async () => {
		// What the journeys have written is the sample of a release (`npm run release:sample`).
		if (process.env['E2E_SAMPLE'] === 'true')
			execFileSync(process.execPath, ['scripts/release-sample.ts'], { stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } })
		await site.stop()
		await rm(dataDir, { recursive: true, force: true })
	}
}

/** The settings of the running site that journeys need are read from the same variables as it reads them. */
async function joinRunningSite(url: string): Promise<() => Promise<void>> {
	const answer = await fetch(new URL('/readyz', url)).catch(() => null)
	if (!answer?.ok) throw new Error(`E2E_URL is ${url}, where no site is ready.`)
	process.env['E2E_DATABASE_URL'] = process.env['DATABASE_URL'] ?? (await addressOfRunning(path.resolve(process.env['DATA_DIR'] ?? 'data')))
	process.env['E2E_METRICS_PORT'] = process.env['METRICS_PORT'] ?? ''
	process.env['E2E_MAIL_SECRET'] = process.env['INBOUND_MAIL_SECRET'] ?? ''
	return async () => {}
}

async function addressOfRunning(dataDir: string): Promise<string> {
	const postmaster = await readPidFile(clusterFolder(dataDir))
	if (postmaster === null || !isAlive(postmaster.pid))
		throw new Error(`No database runs in ${dataDir}: set DATA_DIR or DATABASE_URL as the site of E2E_URL has it.`)
	const database = await startEmbeddedPostgres({ dataDir, role: 'script', log: createLog('error') })
	await database.stop()
	return database.url
}

async function copyKeptDemo(kept: string, dataDir: string): Promise<void> {
	const mark = path.join(kept, 'is-complete')
	if (!existsSync(mark)) {
		await mkdir(kept, { recursive: true })
		await chmod(kept, 0o711)
		await (await startSite({ dataDir: kept })).stop()
		await writeFile(mark, '')
	}
	// The files of PostgreSQL keep their owner and their modes. The site brings its copy to the schema and the content of this code.
	execFileSync('cp', ['-a', `${kept}/.`, dataDir])
}
