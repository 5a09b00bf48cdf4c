import { verify } from '@node-rs/argon2'
import { demoAddresses } from '../seed/demo/accounts.ts'
import { PUBLIC_DEMO_PASSWORD } from '../src/demo-access.ts'
import { findSession } from '../src/domain/accounts/sessions.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { createPasswordHasher } from '../src/platform/password.ts'
import { startBare } from './bare.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { browserHeaders, compare, get, keptHeaders } from './load.ts'
import { postgresCpuSeconds } from './postgres-cpu.ts'
import { record } from './recording.ts'
import { rounds, roundSeconds } from './settings.ts'
import { CSRF, newBrowser } from './sign-in.ts'
import { siteFolder, withSite } from './site.ts'
import { median, timed } from './statistics.ts'

const CHECKS = 40
const SIGN_INS_AT_ONCE = 4
const CONNECTIONS = 8
const [address = ''] = demoAddresses

/** Signing in, asking whether somebody is signed in, and the password check that bounds the first of them. */
export const measureAccounts = (): Promise<Figure[]> =>
	// Behind a proxy every guess has another address, so that no rate limit is measured.
	withSite({ TRUST_PROXY: '1' }, async (site) => {
		const postgres = await startEmbeddedPostgres({ dataDir: await siteFolder(), role: 'script', log: createLog('warn') })
		const database = await openDatabase<Database>({ url: postgres.url, poolSize: 2, log: createLog('warn'), name: 'bench' })
		try {
			const { password_hash: hash } = await database.db
				.selectFrom('identities')
				.select('password_hash')
				.where('email', '=', address)
				.executeTakeFirstOrThrow()
			if (hash === null) throw new Error(`${address} has no password`)
			const figures = [await passwordCheck(hash), await signIns(site.url, hash)]

			const browser = newBrowser(site.url, address)
			await browser.signIn()
			const session = await browser.enter()
			const statements = await record(database.pool, async (db) => {
				if (!(await findSession({ db, now: () => new Date(), accounts: { sessionIdleDays: 3 } }, session)))
					throw new Error('the session is not known')
			})
			const headers = { ...browserHeaders, cookie: `csrfToken=${CSRF}; session=${session}`, 'sec-fetch-site': 'same-origin' }
			const { body, rawHeaders } = await get(`${site.url}/api/sessionCheck`, headers)
			const bare = await startBare({
				kind: 'queries',
				url: postgres.url,
				poolSize: 10,
				headers: keptHeaders(rawHeaders, ['content-length']),
				trips: statements.map((trip) => trip.map(({ text, values }) => ({ name: 'session', text, values: values.map(asText) }))),
				bytes: body.length,
			})
			try {
				const withPostgres = (own: () => Promise<number>) => async () => (await own()) + (await postgresCpuSeconds(postgres))
				const {
					ours,
					bare: theirs,
					ratio,
					cpuRatio,
				} = await compare(
					{ url: `${site.url}/api/sessionCheck`, headers, cpuSeconds: withPostgres(async () => (await site.process()).cpuSeconds) },
					{ url: bare.url, headers, cpuSeconds: withPostgres(bare.cpuSeconds) },
					CONNECTIONS,
				)
				figures.push(
					{
						name: `session checks, ${statements.flat().length} query, beside the bare prepared query`,
						value: perSecond(ours.perSecond),
						baseline: perSecond(theirs.perSecond),
						ratio,
					},
					{
						name: '  processor time for each, with PostgreSQL',
						value: `${ours.cpuMicroseconds.toFixed(0)} µs`,
						baseline: `${theirs.cpuMicroseconds.toFixed(0)} µs`,
						ratio: cpuRatio,
					},
				)
				return figures
			} finally {
				await bare.stop()
			}
		} finally {
			await database.close()
			await postgres.stop()
		}
	})

/** One check after another, alternating ours and the bare one. */
async function passwordCheck(hash: string): Promise<Figure> {
	const passwords = createPasswordHasher()
	await passwords.verify(PUBLIC_DEMO_PASSWORD, null)
	const ours: number[] = []
	const bare: number[] = []
	for (let check = 0; check < CHECKS; check++) {
		ours.push(await timed(() => passwords.verify(PUBLIC_DEMO_PASSWORD, hash)))
		bare.push(await timed(() => verify(hash, PUBLIC_DEMO_PASSWORD)))
	}
	return {
		name: 'a password check beside a bare argon2 verify',
		value: ms(median(ours)),
		baseline: ms(median(bare)),
		ratio: median(bare) / median(ours),
	}
}

async function signIns(url: string, hash: string): Promise<Figure> {
	const browsers = Array.from({ length: SIGN_INS_AT_ONCE }, () => newBrowser(url, address))
	// Once each, so that the browsers are known ones.
	for (const browser of browsers) await browser.signIn()
	const ours: number[] = []
	const bare: number[] = []
	for (let round = 0; round < rounds; round++) {
		ours.push(await rate(async (place) => browsers[place]?.signIn()))
		bare.push(await rate(() => verify(hash, PUBLIC_DEMO_PASSWORD)))
	}
	return {
		name: `sign-ins, ${SIGN_INS_AT_ONCE} at once, beside bare argon2 verifies`,
		value: perSecond(median(ours)),
		baseline: perSecond(median(bare)),
		ratio: median(ours.map((one, round) => one / (bare[round] ?? Number.NaN))),
	}
}

/** Calls of `work` in a second at this concurrency. */
async function rate(work: (place: number) => Promise<unknown>): Promise<number> {
	let done = 0
	const begun = performance.now()
	const until = begun + roundSeconds * 1_000
	await Promise.all(
		Array.from({ length: SIGN_INS_AT_ONCE }, async (_, place) => {
			while (performance.now() < until) {
				await work(place)
				done++
			}
		}),
	)
	return (1_000 * done) / (performance.now() - begun)
}

/** The bare server gets JSON, which has no bytes or dates. */
const asText = (value: unknown): unknown =>
	Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value instanceof Date ? value.toISOString() : value
