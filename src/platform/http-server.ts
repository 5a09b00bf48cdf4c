import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { StartError } from './start-error.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Address = {
	port: number
	/** Undefined means every address. */
	host: string | undefined
	/** Name of the setting to mention when the port cannot be had. */
	setting: string
}

export type HttpServer = {
	server: Server
	/** Throws `StartError` when the port cannot be had. */
	listen: (handler: Handler, address: Address) => Promise<void>
	/** Accepts nothing new, lets running requests finish for `graceMs`, then cuts them off. */
	close: (graceMs: number) => Promise<void>
	/** Cuts off every connection at once. */
	cut: () => void
}

/** A server with limits that a slow or idle client cannot exhaust. */
export function createHttpServer(): HttpServer {
	let handle: Handler = (_request, response) => void response.writeHead(503).end()
	let closing = false
	const server = createServer(
		{
			// Longer than the idle time of the usual load balancers, so that they never send into a closing connection.
			keepAliveTimeout: 65_000,
			headersTimeout: 15_000,
			// Photographs from a telephone take their time.
			requestTimeout: 120_000,
			connectionsCheckingInterval: 5_000,
			maxHeaderSize: 16_384,
		},
		(request, response) => {
			if (closing) response.setHeader('connection', 'close')
			handle(request, response)
		},
	)
	return {
		server,
		async listen(handler, address) {
			handle = handler
			await listen(server, address)
		},
		async close(graceMs) {
			closing = true
			const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
			// A connection whose last answer was already promised to be kept alive becomes idle only later.
			const sweep = setInterval(() => server.closeIdleConnections(), 50)
			if (server.listening) await new Promise((resolve) => server.close(resolve))
			clearTimeout(cutOff)
			clearInterval(sweep)
		},
		cut: () => server.closeAllConnections(),
	}
}

/** Fails early where the port is taken: before minutes are spent on a first start. */
export async function checkPort(address: Address): Promise<void> {
	const server = createServer()
	await listen(server, address)
	await new Promise((resolve) => server.close(resolve))
}

async function listen(server: Server, { port, host, setting }: Address): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen({ port, host }, () => {
			server.off('error', reject)
			resolve()
		})
	}).catch((error: NodeJS.ErrnoException) => {
		throw new StartError(sentenceFor(error, { port, host, setting }), error)
	})
}

function sentenceFor(error: NodeJS.ErrnoException, { port, host, setting }: Address): string {
	if (error.code === 'EADDRINUSE') return `Port ${port} is already in use: stop the other program, or set ${setting} to another port.`
	if (error.code === 'EACCES') return `Port ${port} may not be used by this user: set ${setting} to 1024 or more.`
	if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `This machine has no address ${host}: correct the setting HOST.`
	return `The server cannot listen on port ${port}: ${error.message}.`
}
