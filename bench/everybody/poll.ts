import { startBare } from '../bare.ts'
import { atLeast, type Figure, perSecond } from '../figures.ts'
import { browserHeaders, compare, get, keptHeaders } from '../load.ts'
import { cpuOf } from '../pages.ts'
import { roundSeconds, rounds } from '../settings.ts'
import { CSRF, sessionsOf } from '../sign-in.ts'
import { withSite } from '../site.ts'

const GOAL = 2_000
const CONNECTIONS = 10

/** How often a second the number of unread notices can be asked for, beside a bare server that sends the same bytes. */
export const measurePoll = (): Promise<Figure[]> =>
	withSite({ TRUST_PROXY: '1' }, async (site) => {
		// As many as there are connections: polls of one session would be one.
		const people = (await sessionsOf(site.url, 'member@example.com', CONNECTIONS)).map((session) => `csrfToken=${CSRF}; session=${session}`)
		const headers = { ...browserHeaders, accept: '*/*', cookie: people[0] ?? '', 'sec-fetch-site': 'same-origin' }
		const url = `${site.url}/api/notifications/unread`
		const { status, rawHeaders, body } = await get(url, headers)
		if (status !== 200) throw new Error(`${url} answered ${status}`)
		const bare = await startBare({ kind: 'bytes', status, headers: keptHeaders(rawHeaders), bodyBase64: body.toString('base64') })
		try {
			const {
				ours,
				bare: theirs,
				ratio,
			} = await compare(
				{ url, headers, people, cpuSeconds: cpuOf(site) },
				{ url: bare.url, headers, cpuSeconds: bare.cpuSeconds },
				CONNECTIONS,
				{
					turns: Math.min(rounds, 3),
					seconds: roundSeconds,
				},
			)
			return [
				{
					name: 'unread poll',
					value: perSecond(ours.perSecond),
					baseline: perSecond(theirs.perSecond),
					ratio,
					goal: atLeast(perSecond(GOAL), ours.perSecond, GOAL),
				},
				{
					name: '  processor time for each',
					value: `${ours.cpuMicroseconds.toFixed(0)} µs`,
					baseline: `${theirs.cpuMicroseconds.toFixed(0)} µs`,
				},
			]
		} finally {
			await bare.stop()
		}
	})
