import { CSRF_COOKIE, CSRF_FIELD, CSRF_HEADER, RECENT_COOKIE } from '../src/http/csrf.ts'
import { PASSWORD } from '../src/domain/accounts/accounts-for-test.ts'
import { CSRF, ORIGIN } from '../test/permission-world.ts'
import { confuse, encodeForm, type Encoded, mutateJson, mutatePairs, type Pair, pairsOf, type Pool } from './bodies.ts'
import { addressHeaders, clientHeaders, cookieHeader, hostileHeaders, originHeaders } from './headers.ts'
import { hostileKey, hostileSegment, hostileText } from './hostile.ts'
import { type Random, randomFor } from './random.ts'
import { rawBytes } from './raw.ts'
import type { Draft, Kind, Template } from './templates.ts'
import type { Person } from './world.ts'

export type HostileRequest = {
	index: number
	kind: Kind
	/** Pattern that it is about. */
	name: string
	method: string
	target: string
	headers: [name: string, value: string][]
	body: Buffer | null
	/** Whose session, ID token or password it carries. */
	people: readonly Person[]
	/** Sent instead of all that, over a separate connection. */
	raw: Buffer | null
}

export type Grammar = {
	templates: readonly Template[]
	people: readonly Person[]
	pool: Pool
	/** Puts the addresses that are in the database in place of those of the permission tests. */
	readdress: (text: string) => string
}

const RAW_SHARE = 0.01
const kindShares: readonly (readonly [number, Kind])[] = [
	[30, 'form'],
	[42, 'call'],
	[14, 'page'],
	[9, 'route'],
	[5, 'other'],
]

/** By which a line of the site's log names its request. */
export const requestId = (index: number): string => `abuse-${String(index).padStart(8, '0')}`

/** Makes request `index` of the run of `seed`; the same each time for the same world. */
export async function makeRequest(grammar: Grammar, seed: number, index: number): Promise<HostileRequest> {
	const random = randomFor(seed, index)
	if (random.chance(RAW_SHARE)) {
		const raw = rawBytes(random)
		return { index, kind: 'raw', name: 'raw', method: 'RAW', target: '', headers: [], body: null, people: [], raw }
	}
	const kind = random.weighted(kindShares)
	const template = random.weighted(grammar.templates.filter((one) => one.kind === kind).map((one) => [one.weight, one] as const))
	const isRightful = template.rightful.length > 0 && random.chance(0.5)
	const person = random.pick(isRightful ? template.rightful : grammar.people)
	const draft = template.draft(person)
	/** 0 sends what the site's own pages would send. */
	const changes = random.weighted([
		[3, 0],
		[4, 1],
		[2, 2],
		[1, 4],
	])
	const method = random.chance(0.04)
		? random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'])
		: draft.method
	const encoded = await bodyFor(random, grammar, template, draft, changes)
	const isWrite = !/^(?:GET|HEAD|OPTIONS)$/i.test(method)
	const path = random.chance(0.15 * changes) ? changePath(random, draft.path, grammar.pool) : draft.path
	const query = random.chance(0.2 * changes) ? changeQuery(random, draft.query, grammar.pool) : draft.query
	// React Router's data of a page: the same loaders and actions, without the cost of rendering.
	const data = /form|page|route/.test(kind) && random.chance(0.4) ? '.data' : ''
	const target = printable(`${path}${data}${query === '' ? '' : `?${query}`}`)
	const second = random.chance(0.02) ? random.pick(grammar.people) : null
	const body = encoded?.bytes ?? null
	const headers: [string, string][] = [
		...clientHeaders(random),
		['X-Request-Id', requestId(index)],
		...addressHeaders(random),
		...cookieHeader(random, person, second, [`${CSRF_COOKIE}=${CSRF}`, `${RECENT_COOKIE}=`]),
		...(isWrite ? originHeaders(random, ORIGIN) : []),
		...(isWrite && (draft.body === null || !('fields' in draft.body))
			? [[CSRF_HEADER, random.chance(0.96) ? CSRF : 'zyxwvuts'] as [string, string]]
			: []),
		...(draft.hasIdToken && person.idToken !== undefined ? [['Authorization', `Bearer ${person.idToken}`] as [string, string]] : []),
		...(encoded && encoded.type !== '' ? [['Content-Type', encoded.type] as [string, string]] : []),
		...(random.chance(0.12 * changes) ? hostileHeaders(random) : []),
		...(body === null && !isWrite ? [] : [['Content-Length', String(body?.length ?? 0)] as [string, string]]),
	]
	const people = [person, ...(second === null ? [] : [second])]
	return { index, kind, name: template.name, method, target, headers, body, people: withPassword(people, grammar, body), raw: null }
}

/** A request with an address and its password acts for the owner. */
function withPassword(people: Person[], { people: all, readdress }: Grammar, body: Buffer | null): Person[] {
	const text = body?.toString().replaceAll('+', ' ').replaceAll('%40', '@') ?? ''
	if (!text.includes(PASSWORD)) return people
	return [
		...people,
		...all.filter(({ actor }) => text.includes(readdress(`${actor === 'admin' ? 'staff' : actor.toLowerCase()}@example.com`))),
	]
}

/** Where an address only says whose account is meant. Elsewhere it would be published, and then it is no canary any more. */
const accountTargets = /login|register$|password_reset|sign(?:In|Up)|resetPassword|getUserWithParam|admin\/staff/

async function bodyFor(
	random: Random,
	grammar: Grammar,
	template: Template,
	{ method, body }: Draft,
	changes: number,
): Promise<Encoded | null> {
	const addressed = (field: string, text: string) =>
		accountTargets.test(template.name) && field === 'email' ? grammar.readdress(text) : text
	if (body === null) {
		if (method === 'GET' || !random.chance(0.3)) return method === 'GET' ? null : { bytes: Buffer.alloc(0), type: '' }
		return { bytes: Buffer.from(JSON.stringify(mutateJson(random, {}, grammar.pool) ?? null)), type: 'application/json' }
	}
	let encoded: Encoded
	if ('bytes' in body) encoded = changes > 1 ? { bytes: Buffer.from(hostileText(random)), type: body.type } : body
	else if ('json' in body) {
		let json = body.json
		for (let change = 0; change < changes; change += 1) json = mutateJson(random, json, grammar.pool)
		encoded = { bytes: Buffer.from(addressed('email', (JSON.stringify(json) ?? 'null').toWellFormed())), type: 'application/json' }
	} else {
		const token = random.chance(0.96) ? CSRF : random.pick([null, '', 'zyxwvuts', `${CSRF}x`])
		let pairs = (await pairsOf(body.fields, token)).map(([name, value]): Pair => [
			name,
			typeof value === 'string' ? addressed(name, value) : value,
		])
		for (let change = 0; change < changes; change += 1) {
			// The token is left alone here, or hardly any changed form would get past it.
			const own = pairs.filter(([name]) => name === CSRF_FIELD)
			pairs = [
				...own,
				...mutatePairs(
					random,
					pairs.filter(([name]) => name !== CSRF_FIELD),
					grammar.pool,
				),
			]
		}
		encoded = encodeForm(random, pairs, random.chance(0.05))
	}
	return random.chance(0.03 * changes) ? confuse(random, encoded) : encoded
}

function changePath(random: Random, path: string, pool: Pool): string {
	const segments = path.split('/')
	const place = 1 + random.below(Math.max(1, segments.length - 1))
	const spelt = (text: string) =>
		random.weighted<() => string>([
			[10, () => encodeURIComponent(text.toWellFormed())],
			[2, () => encodeURIComponent(encodeURIComponent(text.toWellFormed()))],
			[3, () => text],
		])()
	return random.weighted<() => string>([
		[6, () => segments.with(place, spelt(hostileSegment(random))).join('/')],
		[
			4,
			() => segments.map((segment) => (/^\d+$/.test(segment) ? random.pick(pool.ids.filter((id) => /^\d+$/.test(id))) : segment)).join('/'),
		],
		[1, () => `${path}/`],
		[1, () => `/${path}`],
		[1, () => `${path}${random.pick([';x=1', '%20', '%00', '.', '.json', '/.', '/..', '%2f', '//', '.data', '.rsc'])}`],
		[1, () => path.toUpperCase()],
		[1, () => segments.toSpliced(place, 1).join('/') || '/'],
	])()
}

function changeQuery(random: Random, query: string, pool: Pool): string {
	const pair = () =>
		`${encodeURIComponent(random.chance(0.2) ? hostileKey(random).toWellFormed() : random.pick([...queryKeys, ...pool.names]))}=${random.chance(0.1) ? hostileText(random, 800) : encodeURIComponent((random.chance(0.6) ? hostileText(random, 1_500) : random.pick(pool.values)).toWellFormed())}`
	const added = Array.from(
		{
			length: random.weighted([
				[5, 1],
				[2, 3],
				[0.3, 70],
			]),
		},
		pair,
	).join('&')
	return query === '' || random.chance(0.2) ? added : random.chance(0.5) ? `${query}&${added}` : `${added}&${query}`
}

const queryKeys =
	'q area task category prefecture municipality station code title kicker line redirect next mode oobCode step notice order page cursor filter state scope office id email profession weekend online index _routes p version token key notice provider attempt'.split(
		' ',
	)

/** What a request line can hold. */
const printable = (target: string): string =>
	Buffer.from(target.toWellFormed())
		.toString('latin1')
		.replaceAll(/[^\u0021-\u00FF]|\u007F/g, '+')

/** The request as it goes over the wire. */
export function bytesOf({ raw, method, target, headers, body }: HostileRequest): Buffer {
	if (raw !== null) return raw
	const head = `${method} ${target} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
	return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}
