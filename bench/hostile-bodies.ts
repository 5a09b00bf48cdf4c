import { connect, type Socket } from 'node:net'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'

/**
 * Keeps a number of hostile bodies in flight against a site on this machine, in a separate thread: each connection
 * sends its body as fast as it is taken, and as soon as the server ends it another one takes its place.
 */
export type HostileOptions = { port: number; origin: string; connections: number }

/** How often each kind was sent, and what it was answered. */
export type HostileCounts = Record<string, Record<string, number>>

type Hostile = { kind: string; head: string[]; target: string; body: Buffer; isEndless?: boolean; trickles?: boolean }

const LARGE = 12 * 1_048_576
const SMALL = 64 * 1_024
const BOUNDARY = 'hostile'

const repeated = (text: string, bytes: number): Buffer => Buffer.alloc(Math.floor(bytes / text.length) * text.length, text)
const nested = (bytes: number): Buffer => Buffer.concat([repeated('[', bytes / 2), repeated(']', bytes / 2)])
const flat = (bytes: number): Buffer => Buffer.concat([Buffer.from('[0'), repeated(',0', bytes - 16), Buffer.from(']')])

function hostileBodies(origin: string): Hostile[] {
	const own = [`Origin: ${origin}`, 'Cookie: csrfToken=AAAAAAAA; session=forged', 'X-CSRF-TOKEN: AAAAAAAA']
	const json = 'Content-Type: application/json'
	const form = 'Content-Type: application/x-www-form-urlencoded'
	const multipart = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`
	const parts = (bytes: number) => repeated(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`, bytes)
	const chunk = Buffer.from(`10000\r\n${'a'.repeat(65_536)}\r\n`)
	return [
		{ kind: 'nested JSON, 12 MB', target: '/api/identity/signIn', head: [...own, json], body: nested(LARGE) },
		{ kind: 'nested JSON, 64 KB', target: '/api/user/category', head: [...own, json], body: nested(SMALL) },
		{ kind: 'long JSON, 64 KB', target: '/api/user/category', head: [...own, json], body: flat(SMALL) },
		{ kind: 'form pairs, 12 MB', target: '/login', head: [...own, form], body: repeated('a&', LARGE) },
		{ kind: 'form pairs, 64 KB', target: '/login', head: [...own, form], body: repeated('a&', SMALL) },
		{ kind: 'multipart parts, 12 MB', target: '/qa/post', head: [...own, multipart], body: parts(LARGE) },
		{ kind: 'multipart parts, 64 KB', target: '/qa/post', head: [...own, multipart], body: parts(SMALL) },
		{ kind: 'foreign origin, 12 MB', target: '/login', head: ['Origin: https://evil.example', form], body: repeated('a&', LARGE) },
		{ kind: 'chunked without end', target: '/qa/post', head: [...own, multipart], body: chunk, isEndless: true },
		{ kind: 'trickled', target: '/login', head: [...own, form], body: repeated('a', SMALL), trickles: true },
	]
}

/** Sends one body on a separate connection. Resolves with the status when the server has ended it. */
function sendBody(port: number, { head, target, body, isEndless, trickles }: Hostile, sockets: Set<Socket>): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1')
		sockets.add(socket)
		let status = 'cut'
		let timer: NodeJS.Timeout | undefined
		const length = isEndless ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
		socket.write(`POST ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${[...head, length].join('\r\n')}\r\n\r\n`)
		if (trickles) timer = setInterval(() => socket.write('a'), 1_000)
		else if (isEndless) {
			const more = () => void (socket.destroyed || socket.write(body, () => setImmediate(more)))
			more()
		} else socket.write(body)
		socket.on('data', (data: Buffer) => {
			status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? status
			// What was sent to its end is answered; the others go on until the server closes.
			if (socket.writableLength === 0 && !isEndless && !trickles) socket.end()
		})
		socket.on('error', () => undefined)
		socket.on('close', () => {
			clearInterval(timer)
			sockets.delete(socket)
			resolve(status)
		})
	})
}

async function keepInFlight({ port, origin, connections }: HostileOptions, post: (counts: HostileCounts) => void, stopped: Promise<void>) {
	const kinds = hostileBodies(origin)
	const counts: HostileCounts = {}
	const sockets = new Set<Socket>()
	const state = { isStopped: false }
	const slots = Array.from({ length: connections }, async (_, slot) => {
		const hostile = kinds[slot % kinds.length]!
		const answers = (counts[hostile.kind] ??= {})
		while (!state.isStopped) {
			const status = await sendBody(port, hostile, sockets)
			answers[status] = (answers[status] ?? 0) + 1
		}
	})
	await stopped
	state.isStopped = true
	for (const socket of sockets) socket.destroy()
	await Promise.all(slots)
	post(counts)
}

if (!isMainThread && parentPort !== null) {
	const port = parentPort
	const stopped = new Promise<void>((resolve) => port.once('message', () => resolve()))
	await keepInFlight(workerData as HostileOptions, (counts) => port.postMessage(counts), stopped)
	port.close()
}
