import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type ServerOpts, type Server as SocketServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from './start-error.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Address = {
	port: number
	/** Undefined means every address. Of several, those that the machine does not have are left out. */
	hosts: readonly string[] | undefined
	/** Names of the settings to mention when the port or address is unavailable. */
	setting: string
	hostSetting?: string
}

export type HttpServer = {
	server: Server
	/** Throws `StartError` when the port is unavailable. */
	listen: (handler: Handler, address: Address) => Promise<void>
	/** Serves connections that another process has accepted, which the returned function is called with. */
	serveAccepted: (handler: Handler) => (socket: Socket) => void
	/** Goes on serving for `ms`, and asks clients to open another connection after each answer. */
	drain: (ms: number) => Promise<void>
	/** Accepts nothing new, lets running requests finish for `graceMs`, then cuts them off. */
	close: (graceMs: number) => Promise<void>
	/** Cuts off every connection at once. */
	cut: () => void
}

type HeaderList = readonly (readonly [name: string, value: string])[]

const LIMITS = {
	// Longer than the idle time of the usual load balancers, so that they never send into a closing connection.
	keepAliveTimeout: 65_000,
	headersTimeout: 15_000,
	// Uploads of photographs from phones are slow.
	requestTimeout: 120_000,
	connectionsCheckingInterval: 5_000,
	maxHeaderSize: 16_384,
	// Refused below, with headers.
	requireHostHeader: false,
}

/**
 * Node accepts one connection of a listening socket in each turn of its event loop, so that while turns are long a crowd waits for
 * seconds before its requests are even read, checks of health with it. So many sockets share the port.
 */
const SOCKETS = process.platform === 'linux' ? 16 : 1

/**
 * A server with limits that a slow or idle client cannot exhaust. `refusalHeaders` are sent with the responses that it makes
 * without the handler: to what is no HTTP, comes too slowly or is too large to be read.
 */
export function createHttpServer(refusalHeaders: HeaderList): HttpServer {
	const refuse = (response: ServerResponse, status: number) =>
		void response.writeHead(status, [...refusalHeaders.flat(), 'cache-control', 'no-store', 'connection', 'close']).end()
	let handle: Handler = (_request, response) => refuse(response, 503)
	let closing = false
	/** Responses in progress: an error of the next bytes must not be written into one. */
	const answering = new WeakMap<Duplex, ServerResponse>()
	let others: SocketServer[] = []
	/** Open connections that another process has accepted. */
	const accepted = new Set<Socket>()
	const server = createServer(LIMITS, (request, response) => {
		answering.set(request.socket, response)
		if (request.headers.host === undefined && request.httpVersion === '1.1') return refuse(response, 400)
		if (closing) response.setHeader('connection', 'close')
		handle(request, response)
	})
	server.on('checkExpectation', (_request, response) => refuse(response, 417))
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		const begun = answering.get(socket)
		if (socket.writable && (begun === undefined || begun.writableFinished || !begun.headersSent))
			socket.write(bareAnswer(refusedStatus[error.code ?? ''] ?? 400, refusalHeaders))
		socket.destroy(error)
	})
	return {
		server,
		async listen(handler, address) {
			handle = handler
			others = await listenAt(server, address, { allowHalfOpen: true, noDelay: true }, SOCKETS)
		},
		serveAccepted(handler) {
			handle = handler
			// What Node does when a server listens: without it, connections would have no limits of time.
			server.emit('listening')
			return (socket) => {
				socket.allowHalfOpen = true
				accepted.add(socket)
				socket.once('close', () => accepted.delete(socket))
				server.emit('connection', socket)
			}
		},
		async drain(ms) {
			closing = true
			await delay(ms)
		},
		async close(graceMs) {
			closing = true
			const cutOff = setTimeout(() => server.closeAllConnections(), graceMs)
			// A keep-alive connection becomes idle only after its last response.
			const sweep = setInterval(() => server.closeIdleConnections(), 50)
			for (const listening of [...others, server]) if (listening.listening) await new Promise((resolve) => listening.close(resolve))
			while (accepted.size > 0) await delay(20)
			clearTimeout(cutOff)
			clearInterval(sweep)
		},
		cut: () => server.closeAllConnections(),
	}
}

/** By the code of the parser's error, as Node itself answers them. */
const refusedStatus: Record<string, number> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function bareAnswer(status: number, headers: HeaderList): string {
	const lines = [...headers, ['cache-control', 'no-store'], ['connection', 'close'], ['content-length', '0']]
	return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
}

/** Fails early if the port is taken, before a first start spends minutes. */
export async function checkPort(address: Address): Promise<void> {
	const server = createServer()
	for (const listening of [...(await listenAt(server, address, {})), server]) await new Promise((resolve) => listening.close(resolve))
}

/**
 * Lets the server listen on every address. A server of Node listens on one only: the others are returned, each of which
 * hands its connections to it; `options` are those of their connections. With `sockets` so many listen on each address.
 */
export async function listenAt(server: SocketServer, address: Address, options: ServerOpts, sockets = 1): Promise<SocketServer[]> {
	const { port, hosts, setting, hostSetting = 'HOST' } = address
	const reusePort = sockets > 1
	// Another process that shares its port would take half of the connections without an error.
	if (reusePort) await checkPort(address)
	const others: SocketServer[] = []
	let missing: StartError | undefined
	for (const host of hosts ?? [undefined])
		for (let place = 0; place < sockets; place += 1) {
			const next = server.listening ? createSocketServer(options, (socket) => server.emit('connection', socket)) : server
			try {
				// With port 0 all use the port of the first.
				await listenOn(next, { port: server.listening ? portOf(server) : port, host, reusePort })
				if (next !== server) others.push(next)
			} catch (error) {
				const reason = error as NodeJS.ErrnoException
				const failure = new StartError(sentenceFor(reason, { port, host, setting, hostSetting }), reason)
				if (!ABSENT.has(reason.code ?? '')) {
					for (const listening of [...others, server]) listening.close()
					throw failure
				}
				missing = failure
				break
			}
		}
	if (!server.listening && missing) throw missing
	return others
}

/** Codes of a machine without this address, or without this kind of addresses. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

const portOf = (server: SocketServer): number => (server.address() as AddressInfo).port

async function listenOn(server: SocketServer, address: { port: number; host: string | undefined; reusePort: boolean }): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(address, () => {
			server.off('error', reject)
			resolve()
		})
	})
}

function sentenceFor(
	error: NodeJS.ErrnoException,
	{ port, host, setting, hostSetting }: { port: number; host: string | undefined; setting: string; hostSetting: string },
): string {
	if (error.code === 'EADDRINUSE') return `Port ${port} is already in use: stop the other program, or set ${setting} to another port.`
	if (error.code === 'EACCES') return `Port ${port} may not be used by this user: set ${setting} to 1024 or more.`
	if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
		return `This machine has no address ${host}: correct the setting ${hostSetting}.`
	return `The server cannot listen on port ${port}: ${error.message}.`
}
