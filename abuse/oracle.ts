import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { ORIGIN } from '../test/permission-world.ts'
import type { Canaries, Canary } from './canaries.ts'
import type { Answer, Outcome } from './connection.ts'
import { MARK } from './hostile.ts'
import { LINK_HOLDER } from './private-rules.ts'
import type { HostileRequest } from './requests.ts'

/** A guard against an answer that never comes, not against a slow one: the machine may be busy. */
export const DEADLINE_MS = 60_000

export type Fault = {
	/** Kind of the fault; with the pattern of the request it identifies a finding. */
	rule: string
	detail: string
	/** Says the same of every request, so that it is one finding for all of them. */
	isGeneral?: true
}

/** A mailed link: a request that contains it acts for the person to whom it was mailed. */
export type Capability = { text: string; userId: number }

export type OracleOptions = { canaries: Canaries; capabilities: readonly Capability[] }

export type Oracle = (request: HostileRequest, outcome: Outcome) => Promise<Fault[]>

/** Statuses from 500 that a limit or an overload plans: they must say when to come back. */
const isPlanned = ({ status, headers }: Answer): boolean => status === 503 && headers.has('retry-after')

const NOT_OURS = 'not an answer of the site'

/** Judges an answer by what must hold of any answer to anybody. */
export function createOracle({ canaries, capabilities }: OracleOptions): Oracle {
	return async (request, outcome) => {
		if ('silence' in outcome) return silenceFaults(request, outcome)
		const { answer } = outcome
		const headFaults = answerFaults(request, answer)
		if (headFaults.some(({ rule }) => rule === NOT_OURS)) return []
		const body = decoded(answer)
		if (body === null)
			return [...headFaults, { rule: 'a body that cannot be decoded', detail: String(answer.headers.get('content-encoding')) }]
		const type = answer.headers.get('content-type')?.[0] ?? ''
		return [...headFaults, ...bodyFaults(type, body, request, answer), ...(await leaks(request, answer, body))]
	}

	async function leaks(request: HostileRequest, answer: Answer, body: string): Promise<Fault[]> {
		const lines = [...answer.headers].map(([name, values]) => `${name}: ${values.join(' ')}`).join('\n')
		const found = canaries.findIn(`${lines}\n${body}`)
		if (found.length === 0) return []
		const sent = sentText(request)
		const readers = [
			...request.people.map(({ userId }) => userId),
			...capabilities.filter(({ text }) => sent.includes(text)).map(({ userId }) => userId),
		]
		const sentAt = new Date(Date.now() - answer.ms)
		const faults: Fault[] = []
		for (const canary of found) {
			// What a request says itself is no news to its sender.
			if (sent.includes(canary.value)) continue
			if (await someMayRead(canary, readers, sentAt)) continue
			const { table = '', column = '', key } = canary.places[0] ?? {}
			faults.push({
				rule: `a canary of ${table}.${column}`,
				detail: `${canary.isSecret ? 'secret' : canary.value} of row ${JSON.stringify(key)} to ${request.people.map(({ actor }) => actor).join(' and ')}`,
			})
		}
		return faults
	}

	async function someMayRead(canary: Canary, readers: readonly number[], since: Date): Promise<boolean> {
		if (!canary.isSecret && readers.some((reader) => canary.readers.has(reader))) return true
		for (const reader of new Set([0, ...readers])) if (await canaries.mayRead(canary, reader, since)) return true
		return false
	}
}

function sentText({ raw, target, headers, body }: HostileRequest): string {
	if (raw !== null) return raw.toString('latin1')
	const text = body?.toString() ?? ''
	return `${target}\n${headers.map(([, value]) => value).join('\n')}\n${text}\n${safeDecode(text)}`
}

function safeDecode(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}

function silenceFaults({ raw, headers }: HostileRequest, { silence, ms }: { silence: string; ms: number }): Fault[] {
	// A connection that does not speak HTTP may be closed, or waited for until it goes on.
	if (raw !== null || isAlone(headers)) return []
	if (silence === 'deadline') return [{ rule: 'no answer in time', detail: `after ${Math.round(ms)} ms` }]
	return [{ rule: silence === 'closed' ? 'a connection closed without an answer' : 'an answer that is not HTTP', detail: '' }]
}

/** Whether the request changes what its connection is, so that no other may follow on it. */
export const isAlone = (headers: readonly (readonly [string, string])[]): boolean =>
	headers.some(([name]) => /^(?:transfer-encoding|upgrade|expect|te)$/i.test(name))

function answerFaults(request: HostileRequest, answer: Answer): Fault[] {
	const { status, headers, body } = answer
	const get = (name: string) => headers.get(name)?.[0]
	// Node refuses what is not HTTP before it is a request.
	if (
		status >= 400 &&
		status < 500 &&
		body.length === 0 &&
		get('content-type') === undefined &&
		get('connection')?.toLowerCase() === 'close'
	)
		return [{ rule: NOT_OURS, detail: '' }]
	const faults: Fault[] = []
	const add = (isWrong: boolean, rule: string, detail = '') => {
		if (isWrong) faults.push({ rule, detail })
	}
	const need = (name: string, isThere = get(name) !== undefined) => {
		if (!isThere) faults.push({ rule: `no ${name}`, detail: `status ${status}`, isGeneral: true })
	}
	add(status >= 500 && !isPlanned(answer), `status ${status}`)
	add(status === 429 && get('retry-after') === undefined, 'a 429 without Retry-After')
	need('x-content-type-options', get('x-content-type-options') === 'nosniff')
	need('content-security-policy', status === 304 || get('content-security-policy') !== undefined)
	need('strict-transport-security')
	need('referrer-policy')
	add(get('x-powered-by') !== undefined, 'X-Powered-By')
	const cache = get('cache-control') ?? ''
	add(headers.has('set-cookie') && /public|s-maxage/.test(cache), 'a cookie on a page for shared caches', cache)
	add(
		headers.has(`x-${MARK}`) || (headers.get('set-cookie') ?? []).some((cookie) => cookie.startsWith(MARK)),
		'a header that the request made',
	)
	const location = get('location')
	add(location !== undefined && !isOwn(location), 'a redirect to elsewhere', location)
	add(request.kind !== 'raw' && (headers.get('content-length')?.length ?? 0) > 1, 'several Content-Length')
	add(
		(headers.get('set-cookie') ?? []).some((cookie) => !/; ?secure/i.test(cookie)),
		'a cookie without Secure',
	)
	return faults
}

const isOwn = (location: string): boolean => {
	if (/[\s\p{Cc}\\]/u.test(location)) return false
	try {
		return new URL(location, ORIGIN).origin === ORIGIN
	} catch {
		return false
	}
}

function decoded({ headers, body }: Answer): string | null {
	try {
		switch (headers.get('content-encoding')?.[0]) {
			case undefined:
				return body.toString()
			case 'gzip':
				return gunzipSync(body).toString()
			case 'br':
				return brotliDecompressSync(body).toString()
			case 'zstd':
				return zstdDecompressSync(body).toString()
			default:
				return null
		}
	} catch {
		// A HEAD or a 304 says how the body would be encoded and has none.
		return body.length === 0 ? '' : null
	}
}

const insides =
	/node_modules|node:internal|\n\s+at .+:\d+:\d+|syntax error at or near|violates (?:\w+[ -])+constraint|duplicate key value|relation "\w+"|password_hash|\$argon2/
const injectedTag = new RegExp(`<${MARK}`, 'i')
/** In the data of React's scripts a quote is only a character. */
const injectedAttribute = new RegExp(`["']${MARK}=`, 'i')
const scripts = /<script[^>]*>.*?<\/script>/gs

function bodyFaults(type: string, body: string, { kind, target }: HostileRequest, { status }: Answer): Fault[] {
	if (body === '' || /javascript|text\/css|font|image\/(?!svg)/.test(type)) return []
	const faults: Fault[] = []
	const inside = insides.exec(body)
	if (inside && !/openapi|docs/.test(target) && kind !== 'raw')
		faults.push({ rule: 'insides of the server', detail: body.slice(Math.max(0, inside.index - 60), inside.index + 120) })
	if (type.startsWith('text/html')) {
		const markup = injectedTag.exec(body) ?? injectedAttribute.exec(body.includes(MARK) ? body.replaceAll(scripts, '') : '')
		if (markup) faults.push({ rule: 'injected markup', detail: markup.input.slice(Math.max(0, markup.index - 80), markup.index + 80) })
		if (!body.trimEnd().endsWith('</html>')) faults.push({ rule: 'half a page', detail: body.slice(-80) })
	}
	if (/^application\/(?:problem\+)?json/.test(type)) {
		try {
			JSON.parse(body)
		} catch {
			faults.push({ rule: 'broken JSON', detail: body.slice(0, 80) })
		}
		if (/problem/.test(type) && status < 400) faults.push({ rule: 'a problem with a status of success', detail: String(status) })
	}
	return faults
}

/** The links of the world by whom they were mailed to. */
export const capability = (text: string, userId: number | undefined): Capability => ({ text, userId: userId ?? LINK_HOLDER })
