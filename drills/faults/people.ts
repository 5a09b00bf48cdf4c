import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../src/domain/shared/context.ts'
import { insertMember, insertSession } from '../../test/sessions.ts'

const CSRF = 'AbCdEf12'
const GIVE_UP_MS = 180_000

export const kinds = ['kept page', 'page', 'search', "member's page", "member's write"] as const
export type Kind = (typeof kinds)[number]

export type Sample = { kind: Kind; status: number; ms: number; retryAfter: string | null; text: string }

/** Visitors and a member of a site, who ask for the same things again and again. */
export type People = {
	/** Asks once for each kind of thing, at the same time. */
	askAll: () => Promise<Sample[]>
	/** Asks until told to end. */
	askUntil: (isOver: () => boolean) => Promise<Sample[]>
	/** The writes that were acknowledged and are not in the database, or more than once. */
	lostWrites: () => Promise<number>
	acknowledged: () => number
	/** Sends a form of the member. */
	post: (path: string, form: FormData | URLSearchParams) => Promise<Response>
	get: (path: string) => Promise<Response>
}

/** Makes a member by `db`, which leads to the site's database whatever fails between the two. */
export async function makePeople(siteUrl: string, db: Kysely<Database>): Promise<People> {
	const email = `drill-${randomUUID()}@example.com`
	await insertMember(db, email, { passwordHash: null, isVerified: true })
	const session = await insertSession(db, email)
	const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
	const targets = await db.selectFrom('offices').select('id').where('state', '=', 'published').orderBy('id').execute()
	const written: number[] = []
	let turn = 0

	const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
		turn += 1
		const headers = new Headers(init.headers)
		// Each comes from another address, past the limits of one.
		headers.set('x-forwarded-for', `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`)
		return fetch(siteUrl + path, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(GIVE_UP_MS) })
	}
	const cookie = { cookie: `csrfToken=${CSRF}; session=${session}` }
	const get = (path: string) => ask(path, { headers: cookie })
	const post = (path: string, form: FormData | URLSearchParams) => {
		form.set('csrfToken', CSRF)
		return ask(path, { method: 'POST', body: form, headers: { ...cookie, origin: siteUrl, 'sec-fetch-site': 'same-origin' } })
	}
	const officeOf = (place: number) => targets[place % targets.length]?.id ?? 0
	const write = async (): Promise<Response> => {
		const target = officeOf(turn)
		const form = new URLSearchParams({ intent: 'add', kind: 'office', targetId: String(target), back: '/favorite' })
		const response = await post('/favorite', form)
		if (response.status === 303) written.push(target)
		return response
	}
	const requests: Record<Kind, () => Promise<Response>> = {
		'kept page': () => ask('/'),
		page: () => ask(`/office/${officeOf(turn)}?from=${turn}`),
		search: () => ask(`/search?q=${encodeURIComponent('税理士')}&page=${1 + (turn % 3)}`),
		"member's page": () => get('/favorite'),
		"member's write": write,
	}
	const sample = async (kind: Kind): Promise<Sample> => {
		const begun = performance.now()
		try {
			const response = await requests[kind]()
			const text = await response.text()
			return { kind, status: response.status, ms: performance.now() - begun, retryAfter: response.headers.get('retry-after'), text }
		} catch (error) {
			return { kind, status: 0, ms: performance.now() - begun, retryAfter: null, text: String(error) }
		}
	}
	const askAll = () => Promise.all(kinds.map(sample))
	return {
		askAll,
		async askUntil(isOver) {
			const samples: Sample[] = []
			const one = async (kind: Kind) => {
				for (; !isOver(); await delay(200)) samples.push(await sample(kind))
			}
			await Promise.all(kinds.map(one))
			return samples
		},
		async lostWrites() {
			const { rows } = await sql<{ id: number; times: number }>`
				select office_id::int as id, count(*)::int as times from favourites where user_id = ${userId} group by office_id
			`.execute(db)
			const times = new Map(rows.map((row) => [row.id, row.times]))
			return new Set(written).size - [...new Set(written)].filter((id) => times.get(id) === 1).length
		},
		acknowledged: () => written.length,
		post,
		get,
	}
}

/** Waits until everything is answered as it should be. Returns the seconds that it took; infinite where it did not happen in time. */
export async function untilHealed(people: People, withinSeconds: number): Promise<number> {
	const begun = performance.now()
	for (;;) {
		const samples = await people.askAll()
		const seconds = (performance.now() - begun) / 1_000
		if (samples.every(isServed)) return seconds
		if (seconds > withinSeconds) return Number.POSITIVE_INFINITY
		await delay(200)
	}
}

export const isServed = ({ status }: Sample): boolean => status === 200 || status === 303

/** A refusal that says when to come back, in a sentence. */
export const isPoliteRefusal = ({ status, retryAfter, text }: Sample): boolean =>
	(status === 503 || status === 507) && retryAfter !== null && /[ぁ-ん]/.test(text)

/** `200 × 12, 503 × 3; 4,870 ms at most` of the named kinds. */
export function describeSamples(samples: readonly Sample[], of: readonly Kind[]): string {
	const chosen = samples.filter(({ kind }) => of.includes(kind))
	const counts = new Map<number, number>()
	for (const { status } of chosen) counts.set(status, (counts.get(status) ?? 0) + 1)
	const slowest = Math.max(0, ...chosen.map(({ ms }) => ms))
	const parts = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status === 0 ? 'no answer' : status}`)
	return `${parts.join(', ')}; ${(slowest / 1_000).toFixed(1)} s at most`
}
