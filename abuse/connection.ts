import net from 'node:net'

export type Answer = {
	status: number
	/** Names in lower case; several lines of one name in their order. */
	headers: ReadonlyMap<string, readonly string[]>
	body: Buffer
	ms: number
}

/** Why there is no response. */
export type Silence = 'closed' | 'deadline' | 'malformed'

export type Outcome = { answer: Answer } | { silence: Silence; ms: number }

const HEAD_BYTES = 256 * 1_024
const END_OF_HEAD = Buffer.from('\r\n\r\n')

type Head = Pick<Answer, 'status' | 'headers'> & { length: number }

function parseHead(bytes: Buffer): Head | null {
	const end = bytes.indexOf(END_OF_HEAD)
	if (end === -1) {
		if (bytes.length > HEAD_BYTES) throw new Error('no end of the head')
		return null
	}
	const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
	const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]
	if (status === undefined) throw new Error('no status line')
	const headers = new Map<string, string[]>()
	for (const line of lines) {
		const colon = line.indexOf(':')
		if (colon < 1) throw new Error('no header line')
		const name = line.slice(0, colon).toLowerCase()
		const values = headers.get(name)
		const value = line.slice(colon + 1).trim()
		if (values) values.push(value)
		else headers.set(name, [value])
	}
	return { status: Number(status), headers, length: end + END_OF_HEAD.length }
}

/** The body of a chunked answer and the bytes that it took; null while it is incomplete. */
function parseChunks(bytes: Buffer): { body: Buffer; length: number } | null {
	const parts: Buffer[] = []
	let from = 0
	for (;;) {
		const end = bytes.indexOf('\r\n', from)
		if (end === -1) return null
		const size = Number.parseInt(bytes.toString('latin1', from, end), 16)
		if (!(size >= 0)) throw new Error('no size of a chunk')
		const start = end + 2
		if (size === 0) {
			const tail = bytes.indexOf('\r\n', start)
			return tail === -1 ? null : { body: Buffer.concat(parts), length: tail + 2 }
		}
		if (bytes.length < start + size + 2) return null
		parts.push(bytes.subarray(start, start + size))
		from = start + size + 2
	}
}

/** Parses the first complete response in `bytes`; null while it is incomplete. Throws for what is no HTTP. */
function parseAnswer(bytes: Buffer, isHead: boolean, hasEnded: boolean): Omit<Answer, 'ms'> | null {
	const head = parseHead(bytes)
	if (head === null) return null
	if (head.status < 200) return parseAnswer(bytes.subarray(head.length), isHead, hasEnded)
	const { status, headers } = head
	const rest = bytes.subarray(head.length)
	if (isHead || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) }
	if (headers.get('transfer-encoding')?.at(-1)?.toLowerCase() === 'chunked') {
		const chunks = parseChunks(rest)
		return chunks && { status, headers, body: chunks.body }
	}
	const length = headers.get('content-length')?.[0]
	if (length === undefined) return hasEnded ? { status, headers, body: rest } : null
	return rest.length < Number(length) ? null : { status, headers, body: rest.subarray(0, Number(length)) }
}

/**
 * A client that sends exactly the bytes that it is given: `fetch` and `node:http` would refuse or correct half of what a
 * hostile client sends. Keeps its connection open from one request to the next; one request at a time.
 */
export class Connection {
	readonly #port: number
	#socket: net.Socket | null = null
	/** How many answers came over the present socket. */
	#served = 0

	constructor(port: number) {
		this.#port = port
	}

	/** Sends one request. Never throws; sends it once more when the server had closed an idle connection. */
	async send(bytes: Buffer, options: { isHead: boolean; deadlineMs: number }): Promise<Outcome> {
		const wasUsed = this.#served > 0
		const outcome = await this.#exchange(bytes, options)
		if ('silence' in outcome && outcome.silence === 'closed' && wasUsed) return this.#exchange(bytes, options)
		return outcome
	}

	close(): void {
		this.#socket?.destroy()
		this.#socket = null
		this.#served = 0
	}

	#exchange(bytes: Buffer, { isHead, deadlineMs }: { isHead: boolean; deadlineMs: number }): Promise<Outcome> {
		const started = performance.now()
		const socket = this.#open()
		return new Promise((resolve) => {
			const parts: Buffer[] = []
			let hasEnded = false
			const finish = (outcome: Outcome, keeps: boolean) => {
				clearTimeout(timer)
				socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close')
				if (keeps) this.#served += 1
				else this.close()
				resolve(outcome)
			}
			const ms = () => performance.now() - started
			const read = () => {
				try {
					const answer = parseAnswer(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts), isHead, hasEnded)
					if (answer === null) {
						if (hasEnded) finish({ silence: 'closed', ms: ms() }, false)
						return
					}
					const closes = hasEnded || answer.headers.get('connection')?.[0]?.toLowerCase() === 'close'
					finish({ answer: { ...answer, ms: ms() } }, !closes)
				} catch {
					finish({ silence: 'malformed', ms: ms() }, false)
				}
			}
			const timer = setTimeout(() => finish({ silence: 'deadline', ms: ms() }, false), deadlineMs)
			const end = () => {
				hasEnded = true
				read()
			}
			socket.on('data', (part: Buffer) => {
				parts.push(part)
				read()
			})
			socket.on('end', end)
			socket.on('close', end)
			socket.write(bytes)
		})
	}

	#open(): net.Socket {
		if (this.#socket !== null && !this.#socket.destroyed && this.#socket.writable) return this.#socket
		this.#served = 0
		const socket = net.connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
		// The error adds nothing to the end of the socket.
		socket.on('error', () => undefined)
		this.#socket = socket
		return socket
	}
}
