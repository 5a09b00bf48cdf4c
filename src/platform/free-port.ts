import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that was free on `host` (every address when unset) a moment ago. Another program may still take it first. */
export async function findFreePort(host?: string): Promise<number> {
	const server = createServer().listen({ port: 0, ...(host === undefined ? {} : { host }) })
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	await once(server, 'close')
	return port
}
