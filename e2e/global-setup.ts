import { rm } from 'node:fs/promises'
import { makeDataDir, startSite } from './site.ts'

/** Starts the site for the whole run on the port of `baseURL`, in a data folder that is thrown away. */
export default async function setup(): Promise<() => Promise<void>> {
	const dataDir = await makeDataDir()
	// For the workers: journeys that last for days move the rows' times.
	process.env['E2E_DATA_DIR'] = dataDir
	const site = await startSite({ port: Number(process.env['E2E_PORT'] ?? 4310), dataDir, env: { TRUST_PROXY: '1' } })
	return async () => {
		await site.stop()
		await rm(dataDir, { recursive: true, force: true })
	}
}
