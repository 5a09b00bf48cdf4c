import { lookup as resolve, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why a request got no answer. */
export type SendFailure = 'forbidden-address' | 'name' | 'connection' | 'tls' | 'timeout'

export type SendResult = { status: number } | { failure: SendFailure }

/** `body` is null for one that was longer than asked for. */
export type ReadResult = { status: number; etag: string | null; body: string | null } | { failure: SendFailure }

export type WebhookSender = {
	/** Whether requests may go to this URL, as far as its text shows: https, no credentials, no private address. */
	accepts: (url: string) => boolean
	/**
	 * Sends one POST and returns the status of the answer. The host's name is resolved once and the connection goes to the
	 * address that was checked, so that a second resolution cannot lead elsewhere. Redirects are not followed, and the body of
	 * the answer is not kept. Never throws for what the receiver does.
	 */
	send: (url: string, message: { headers: Readonly<Record<string, string>>; body: string | Buffer }) => Promise<SendResult>
	/** Sends one GET under the same rules and returns the answer's text, up to `maxBytes`. */
	read: (url: string, request: { headers: Readonly<Record<string, string>>; maxBytes: number }) => Promise<ReadResult>
}

export type WebhookSenderSettings = {
	/** Names of hosts that may have private addresses and may be reached without TLS. */
	internalHosts?: readonly string[]
	timeoutMs?: number
	/** Passed in by tests. */
	lookup?: typeof resolve
}

const TIMEOUT_MS = 10_000
/** Of the answer; what is longer is cut off. */
const MOST_BYTES = 64 * 1_024

/** Whether an address can be reached by everyone: no loopback, private, link-local, multicast or otherwise reserved range. */
export function isPublicAddress(address: string): boolean {
	if (!ipaddr.isValid(address)) return false
	// An IPv4 address in the clothes of IPv6 counts as what it is.
	return ipaddr.process(address).range() === 'unicast'
}

/** Without the brackets of an IPv6 address and the dot of a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '')

export function createWebhookSender({
	internalHosts = [],
	timeoutMs = TIMEOUT_MS,
	lookup = resolve,
}: WebhookSenderSettings = {}): WebhookSender {
	const isInternal = (host: string) => internalHosts.includes(host)

	function accepts(text: string): boolean {
		if (!URL.canParse(text)) return false
		const url = new URL(text)
		const host = hostOf(url)
		if (url.username !== '' || url.password !== '' || url.hash !== '') return false
		if (isInternal(host)) return url.protocol === 'https:' || url.protocol === 'http:'
		if (url.protocol !== 'https:') return false
		// A name without a dot is one of the local network.
		return isIP(host) === 0 ? host.includes('.') && !/\.(?:local|internal|localhost|home\.arpa)$/.test(host) : isPublicAddress(host)
	}

	/** Resolves a name for the socket; one forbidden address among several refuses the name. */
	const lookupFor =
		(host: string): LookupFunction =>
		(name, options, callback) =>
			lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
				if (error !== null) return callback(error, '')
				if (addresses.length === 0) return callback(new SendError('name'), '')
				if (!isInternal(host) && addresses.some(({ address }) => !isPublicAddress(address)))
					return callback(new SendError('forbidden-address'), '')
				if (options.all) return callback(null, addresses)
				const [first] = addresses
				callback(null, first?.address ?? '', first?.family)
			})

	return {
		accepts,
		async send(text, message) {
			// The rules of hosts may have changed since the URL was stored.
			if (!accepts(text)) return { failure: 'forbidden-address' }
			const url = new URL(text)
			return post(url, message, { lookup: lookupFor(hostOf(url)), signal: AbortSignal.timeout(timeoutMs) })
		},
		async read(text, request) {
			if (!accepts(text)) return { failure: 'forbidden-address' }
			const url = new URL(text)
			return get(url, request, { lookup: lookupFor(hostOf(url)), signal: AbortSignal.timeout(timeoutMs) })
		},
	}
}

function post(
	url: URL,
	{ headers, body }: { headers: Readonly<Record<string, string>>; body: string | Buffer },
	{ lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
): Promise<SendResult> {
	const { request } = url.protocol === 'https:' ? https : http
	// A connection of its own, which ends with the answer: a kept one would skip the check of the address.
	const options = { method: 'POST', agent: false, lookup, signal, headers: { ...headers, 'content-length': Buffer.byteLength(body) } }
	return new Promise((settle) => {
		const sent = request(url, options, (answer) => {
			let received = 0
			answer
				.on('data', (chunk: Buffer) => {
					received += chunk.length
					if (received > MOST_BYTES) answer.destroy()
				})
				// Whatever becomes of the rest, the status was received.
				.on('error', () => undefined)
				.on('close', () => settle(signal.aborted ? { failure: 'timeout' } : { status: answer.statusCode ?? 0 }))
		})
		sent.on('error', (error) => settle({ failure: failureOf(error) }))
		sent.end(body)
	})
}

function get(
	url: URL,
	{ headers, maxBytes }: { headers: Readonly<Record<string, string>>; maxBytes: number },
	{ lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
): Promise<ReadResult> {
	const { request } = url.protocol === 'https:' ? https : http
	return new Promise((settle) => {
		const sent = request(url, { method: 'GET', agent: false, lookup, signal, headers }, (answer) => {
			const chunks: Buffer[] = []
			let received = 0
			answer
				.on('data', (chunk: Buffer) => {
					received += chunk.length
					if (received > maxBytes) answer.destroy()
					else chunks.push(chunk)
				})
				.on('error', () => undefined)
				.on('close', () => {
					if (signal.aborted) return settle({ failure: 'timeout' })
					// Cut off by the other side, or by us.
					if (!answer.complete && received <= maxBytes) return settle({ failure: 'connection' })
					const body = received > maxBytes ? null : Buffer.concat(chunks).toString('utf8')
					settle({ status: answer.statusCode ?? 0, etag: answer.headers.etag ?? null, body })
				})
		})
		sent.on('error', (error) => settle({ failure: failureOf(error) }))
		sent.end()
	})
}

class SendError extends Error {
	readonly failure: SendFailure

	constructor(failure: SendFailure) {
		super(failure)
		this.failure = failure
	}
}

function failureOf(error: Error & { code?: string }): SendFailure {
	if (error instanceof SendError) return error.failure
	const code = error.code ?? ''
	if (error.name === 'AbortError' || error.name === 'TimeoutError' || code === 'ABORT_ERR' || code === 'ETIMEDOUT') return 'timeout'
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'name'
	return /^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code) ? 'tls' : 'connection'
}
