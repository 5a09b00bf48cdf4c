import http from 'node:http'
import autocannon from 'autocannon'
import { median } from './statistics.ts'
import { rounds, roundSeconds } from './settings.ts'

/** The request of a returning browser, with the cookie of its first visit. */
export const browserHeaders = {
	accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
	'accept-encoding': 'gzip, deflate, br',
	'accept-language': 'ja',
	cookie: 'csrfToken=AbCdEf12',
	'sec-fetch-mode': 'navigate',
	'sec-fetch-dest': 'document',
	'sec-fetch-site': 'none',
	'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
}

export type Side = {
	url: string
	headers: Record<string, string>
	cpuSeconds: () => Promise<number>
	/** Requests that each connection sends in turns; `url` with `headers` when unset. */
	requests?: readonly { path: string; headers?: Record<string, string> }[]
	/** The cookies of different people: each connection is the next one. `headers` alone when unset. */
	people?: readonly string[]
}
export type Measured = { perSecond: number; cpuMicroseconds: number }
export type Compared = { ours: Measured; bare: Measured; ratio: number; cpuRatio: number }

/**
 * Loads both in turns, so that other load affects both, and takes medians: of the requests, and of the
 * processor time that each server's own process spent on one. The ratio is that of neighbouring rounds. Throws when a larger share
 * than `mayRefuse` of a round was refused.
 */
export async function compare(
	ours: Side,
	bare: Side,
	connections: number,
	{ turns = rounds, seconds = roundSeconds, mayRefuse = 0 }: { turns?: number; seconds?: number; mayRefuse?: number } = {},
): Promise<Compared> {
	for (const side of [ours, bare]) await round(side, connections, { seconds: 1, mayRefuse })
	const measured: { ours: Measured; bare: Measured }[] = []
	for (let turn = 0; turn < turns; turn++) {
		const oursFirst = turn % 2 === 0
		const first = await round(oursFirst ? ours : bare, connections, { seconds, mayRefuse })
		const second = await round(oursFirst ? bare : ours, connections, { seconds, mayRefuse })
		measured.push(oursFirst ? { ours: first, bare: second } : { ours: second, bare: first })
	}
	const middle = (side: 'ours' | 'bare'): Measured => ({
		perSecond: median(measured.map((one) => one[side].perSecond)),
		cpuMicroseconds: median(measured.map((one) => one[side].cpuMicroseconds)),
	})
	return {
		ours: middle('ours'),
		bare: middle('bare'),
		ratio: median(measured.map((one) => one.ours.perSecond / one.bare.perSecond)),
		cpuRatio: median(measured.map((one) => one.bare.cpuMicroseconds / one.ours.cpuMicroseconds)),
	}
}

async function round(
	{ url, headers, cpuSeconds, requests, people = [] }: Side,
	connections: number,
	{ seconds, mayRefuse }: { seconds: number; mayRefuse: number },
): Promise<Measured> {
	const before = await cpuSeconds()
	const all = requests?.map((one) => ({ path: one.path, headers: { ...headers, ...one.headers } }))
	let opened = 0
	const setupClient = (client: { setHeaders: (headers: Record<string, string>) => void }): void => {
		const cookie = people[opened++ % people.length]
		if (cookie !== undefined) client.setHeaders({ ...headers, cookie })
	}
	const result = await autocannon({ url, connections, duration: seconds, headers, setupClient, ...(all && { requests: all }) })
	const spent = (await cpuSeconds()) - before
	const refused = result['4xx'] + result['5xx']
	if (refused > mayRefuse * result.requests.total || result.errors > 0)
		throw new Error(
			`${url}${requests?.[0]?.path ?? ''}: ${refused} of ${result.requests.total} requests were refused, ${result.errors} failed`,
		)
	return { perSecond: result.requests.average, cpuMicroseconds: (1e6 * spent) / result.requests.total }
}

export type Answer = { status: number; rawHeaders: string[]; body: Buffer }

/** One request as it goes over the wire: nothing decoded. */
export function get(url: string, headers: Record<string, string>, agent?: http.Agent): Promise<Answer> {
	return new Promise((resolve, reject) => {
		http
			.get(url, { headers, ...(agent ? { agent } : {}) }, (response) => {
				const parts: Buffer[] = []
				response.on('data', (part: Buffer) => parts.push(part))
				response.on('end', () => resolve({ status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: Buffer.concat(parts) }))
				response.on('error', reject)
			})
			.on('error', reject)
	})
}

const ofTheConnection = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Alternating header names and values, without those that Node adds by itself. */
export function keptHeaders(rawHeaders: readonly string[], without: readonly string[] = []): string[] {
	const kept: string[] = []
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
		if (!ofTheConnection.has(name.toLowerCase()) && !without.includes(name.toLowerCase())) kept.push(name, value)
	}
	return kept
}

/** One form as a browser sends it. Resolves with the status. */
export function send(
	url: string,
	form: Readonly<Record<string, string>>,
	headers: Record<string, string>,
	agent: http.Agent,
): Promise<number> {
	const body = new URLSearchParams(form).toString()
	return new Promise((resolve, reject) => {
		const sent = http.request(
			url,
			{
				method: 'POST',
				agent,
				headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
			},
			(response) => {
				response.on('end', () => resolve(response.statusCode ?? 0))
				response.on('error', reject)
				response.resume()
			},
		)
		sent.on('error', reject)
		sent.end(body)
	})
}
