import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import type { Recorded } from '../recording.ts'

/** Listens for PostgreSQL clients, passes all bytes on to a server, and notes the statements that go by. */
export type StatementProxy = {
	/** The address of the same database by way of the proxy. */
	url: string
	/** Runs `work` and returns the statements meanwhile by round trip: those of one were sent before any of them was answered. */
	record: (work: () => Promise<unknown>) => Promise<Recorded[][]>
	stop: () => Promise<void>
}

export async function startStatementProxy(url: string): Promise<StatementProxy> {
	let trips: Recorded[][] = []
	let isAnswered = true
	const note = (statement: Recorded) => {
		if (isAnswered) trips.push([])
		isAnswered = false
		trips.at(-1)?.push(statement)
	}
	const sockets = new Set<Socket>()
	const server = createServer((client) => {
		const upstream = connect(addressOf(url))
		const read = createMessageReader(note)
		client.on('data', read)
		upstream.on('data', () => (isAnswered = true))
		client.pipe(upstream).pipe(client)
		for (const socket of [client, upstream]) {
			sockets.add(socket)
			// The end of one side is that of the other.
			socket.on('error', () => undefined)
			socket.on('close', () => {
				sockets.delete(socket)
				client.destroy()
				upstream.destroy()
			})
		}
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const proxied = new URL(url)
	proxied.search = ''
	proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		url: proxied.href,
		async record(work) {
			trips = []
			isAnswered = true
			await work()
			return trips
		},
		async stop() {
			server.close()
			for (const socket of sockets) socket.destroy()
			await once(server, 'close')
		},
	}
}

function addressOf(url: string) {
	const { searchParams, hostname, port } = new URL(url)
	const host = searchParams.get('host') ?? hostname
	const number = Number(searchParams.get('port') ?? (port || 5432))
	return host.startsWith('/') ? { path: path.join(host, `.s.PGSQL.${number}`) } : { host, port: number }
}

/** The application_name of connections that requests use (src/server.ts, src/platform/database-pools.ts); jobs have others. */
const poolsOfRequests = /\0application_name\0shirube (?:web|search)\b/

/** Reads the messages of one client: https://www.postgresql.org/docs/18/protocol-message-formats.html */
function createMessageReader(note: (statement: Recorded) => void) {
	const texts = new Map<string, string>()
	let rest: Buffer = Buffer.alloc(0)
	let hasStarted = false
	let isOfRequests = false
	const handle = (type: string, body: Buffer) => {
		if (!isOfRequests) return
		const fields = createFieldReader(body)
		if (type === 'Q') note({ text: fields.text(), values: [] })
		if (type === 'P') texts.set(fields.text(), fields.text())
		if (type === 'B') {
			fields.text()
			const text = texts.get(fields.text())
			if (text !== undefined) note({ text, values: fields.values() })
		}
	}
	return (data: Buffer): void => {
		rest = rest.length === 0 ? data : Buffer.concat([rest, data])
		for (;;) {
			// The first message has no type.
			const at = hasStarted ? 1 : 0
			if (rest.length < at + 4) return
			const end = at + rest.readInt32BE(at)
			if (rest.length < end) return
			const body = rest.subarray(at + 4, end)
			if (hasStarted) handle(String.fromCharCode(rest[0] ?? 0), body)
			else isOfRequests = poolsOfRequests.test(body.toString('latin1'))
			hasStarted = true
			rest = rest.subarray(end)
		}
	}
}

function createFieldReader(body: Buffer) {
	let at = 0
	const int16 = () => body.readInt16BE((at += 2) - 2)
	const int32 = () => body.readInt32BE((at += 4) - 4)
	return {
		text(): string {
			const end = body.indexOf(0, at)
			const text = body.toString('utf8', at, end)
			at = end + 1
			return text
		},
		/** The values of a Bind message as texts. */
		values(): (string | null)[] {
			const formats = Array.from({ length: int16() }, int16)
			return Array.from({ length: int16() }, (_, place) => {
				const length = int32()
				if (length === -1) return null
				const value = body.subarray(at, (at += length))
				const isBinary = (formats.length === 1 ? formats[0] : formats[place]) === 1
				return isBinary ? `\\x${value.toString('hex')}` : value.toString('utf8')
			})
		},
	}
}
