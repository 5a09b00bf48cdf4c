import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/**
 * `pass`: as if it were not there. `refused`: the port is closed and all connections end, as when the server has stopped. `silent`:
 * connections are accepted and nothing is ever answered, as when a cable is cut.
 */
export type ProxyMode = 'pass' | 'refused' | 'silent'

/** Stands between the site and a server that it depends on, and can take that server away. */
export type FaultProxy = {
	port: number
	/** `delayMs` holds back everything that the server says for so long. */
	set: (mode: ProxyMode, options?: { delayMs?: number }) => Promise<void>
	/** Resets all connections in the middle of whatever they do, and goes on to accept new ones. Returns how many there were. */
	cut: () => number
	stop: () => Promise<void>
}

export async function startFaultProxy(upstream: NetConnectOpts): Promise<FaultProxy> {
	let mode: ProxyMode = 'pass'
	let delayMs = 0
	const clients = new Set<Socket>()
	const accept = (client: Socket) => {
		clients.add(client)
		client.on('error', () => undefined)
		client.on('close', () => clients.delete(client))
		const server = connect(upstream)
		server.on('error', () => client.destroy())
		server.on('close', () => client.destroy())
		client.on('close', () => server.destroy())
		client.on('data', (data) => {
			if (mode === 'pass') server.write(data)
		})
		server.on('data', (data) => {
			const say = () => {
				if (mode === 'pass' && !client.destroyed) client.write(data)
			}
			// Timers of the same length fire in the order in which they were set.
			if (delayMs === 0) say()
			else setTimeout(say, delayMs)
		})
	}
	const listener = createServer(accept)
	const listen = async (port: number) => {
		listener.listen(port, '127.0.0.1')
		await once(listener, 'listening')
	}
	const reset = () => {
		const count = clients.size
		for (const client of clients) client.resetAndDestroy()
		return count
	}
	const close = async () => {
		const closed = once(listener, 'close')
		listener.close()
		reset()
		await closed
	}
	await listen(0)
	const { port } = listener.address() as AddressInfo
	return {
		port,
		async set(next, options = {}) {
			const wasSilent = mode === 'silent'
			mode = next
			delayMs = options.delayMs ?? 0
			if (next === 'refused' && listener.listening) await close()
			if (next !== 'refused' && !listener.listening) await listen(port)
			// What was swallowed meanwhile cannot be continued.
			if (wasSilent) reset()
		},
		cut: reset,
		async stop() {
			if (listener.listening) await close()
		},
	}
}
