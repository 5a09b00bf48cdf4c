import http from 'node:http'
import { atMost, type Figure, ms, perSecond } from '../figures.ts'
import { browserHeaders, get } from '../load.ts'
import { roundSeconds } from '../settings.ts'
import { CSRF, sessionOf } from '../sign-in.ts'
import { withSite } from '../site.ts'
import { percentile, timed } from '../statistics.ts'

const CROWD = 500
const SERVED_MS = 500
const REFUSED_MS = 50
const WARM_UP_REQUESTS = 100

type Answers = { served: number[]; refused: number[]; seconds: number }

/** 500 connections that never pause: of people who are signed in, and of visitors of pages that are not kept. */
export const measureCrowd = (): Promise<Figure[]> =>
	withSite({ TRUST_PROXY: '1' }, async (site) => {
		const session = await sessionOf(site.url, 'member@example.com')
		const signedIn = { ...browserHeaders, cookie: `csrfToken=${CSRF}; session=${session}` }
		return [
			...lines('signed in, own pages', await crowd(site.url, ['/mypage', '/favorite', '/notifications'], signedIn)),
			...lines(
				'visitors, not kept',
				await crowd(site.url, ['/search?q=%E7%A2%BA%E5%AE%9A%E7%94%B3%E5%91%8A', '/cases', '/calendar'], browserHeaders),
			),
		]
	})

async function crowd(origin: string, paths: readonly string[], headers: Record<string, string>): Promise<Answers> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: CROWD })
	let requests = 0
	const answers: Answers = { served: [], refused: [], seconds: 0 }
	const ask = async (times: { served: number[]; refused: number[] }) => {
		const place = ++requests
		let status = 0
		const address = `10.${(place >> 14) & 127}.${(place >> 7) & 127}.${place & 127}`
		const took = await timed(async () => {
			;({ status } = await get(origin + paths[place % paths.length], { ...headers, 'x-forwarded-for': address }, agent))
		})
		if (status !== 200 && status !== 503) throw new Error(`${paths[place % paths.length]} answered ${status}`)
		times[status === 200 ? 'served' : 'refused'].push(took)
	}
	try {
		for (let request = 0; request < WARM_UP_REQUESTS; request++) await ask({ served: [], refused: [] })
		const startedAt = performance.now()
		const until = startedAt + 2_000 * roundSeconds
		const person = async () => {
			while (performance.now() < until) await ask(answers)
		}
		await Promise.all(Array.from({ length: CROWD }, person))
		return { ...answers, seconds: (performance.now() - startedAt) / 1_000 }
	} finally {
		agent.destroy()
	}
}

function lines(name: string, { served, refused, seconds }: Answers): Figure[] {
	const p99 = percentile(served, 0.99)
	const late = refused.length === 0 ? 0 : percentile(refused, 0.99)
	return [
		{
			name: `${name}: served, p50 / p99`,
			value: `${ms(percentile(served, 0.5))} / ${ms(p99)}`,
			baseline: perSecond(served.length / seconds),
			goal: atMost(ms(SERVED_MS), p99, SERVED_MS),
		},
		{
			name: `${name}: 503, p50 / p99`,
			value: refused.length === 0 ? 'none' : `${ms(percentile(refused, 0.5))} / ${ms(late)}`,
			baseline: perSecond(refused.length / seconds),
			goal: atMost(ms(REFUSED_MS), late, REFUSED_MS),
		},
	]
}
