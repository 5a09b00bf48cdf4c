import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { makeDataDir, startSite } from '../scripts/site/start-site.ts'
import { findFreePort } from '../src/platform/free-port.ts'

/** Starts the site for all journeys on a free port, in a data folder that is removed afterwards. */
export default async function setup(): Promise<() => Promise<void>> {
	const dataDir = await makeDataDir()
	const metricsPort = String(await findFreePort())
	const mailSecret = randomBytes(24).toString('hex')
	const inbound = { INBOUND_MAIL_DOMAIN: 'reply.shirube.example', INBOUND_MAIL_SECRET: mailSecret }
	// Calendars elsewhere, as journeys serve them.
	const internal = { WEBHOOK_INTERNAL_HOSTS: 'localhost' }
	const site = await startSite({ dataDir, env: { TRUST_PROXY: '1', METRICS_PORT: metricsPort, ...inbound, ...internal } })
	// For the workers: the address of every page, and the folder of the database in which long journeys move the rows' times.
	process.env['E2E_URL'] = site.url
	process.env['E2E_METRICS_PORT'] = metricsPort
	process.env['E2E_DATA_DIR'] = dataDir
	process.env['E2E_MAIL_SECRET'] = mailSecret
	return async () => {
		await site.stop()
		await rm(dataDir, { recursive: true, force: true })
	}
}
