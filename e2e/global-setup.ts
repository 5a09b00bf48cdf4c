import { startSite } from './site.ts'

/** Starts the site for the whole run on the port of `baseURL`, in a data folder that is thrown away. */
export default async function setup(): Promise<() => Promise<void>> {
	const site = await startSite({ port: Number(process.env['E2E_PORT'] ?? 4310), env: { TRUST_PROXY: '1' } })
	return site.stop
}
