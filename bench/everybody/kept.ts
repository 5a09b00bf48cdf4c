import { pages } from '../../src/web/routes.ts'
import { startBare } from '../bare.ts'
import type { Figure } from '../figures.ts'
import { browserHeaders, compare, get, keptHeaders } from '../load.ts'
import { cpuOf, lines } from '../pages.ts'
import { roundSeconds, rounds } from '../settings.ts'
import { type MeasuredSite, withSite } from '../site.ts'
import { somePages } from '../sitemap.ts'
import { patternOf } from './page-types.ts'

const ADDRESSES = 320
const CONNECTIONS = 10
const COMPRESSED_WITHIN_MS = 90_000

const { cookie: _cookie, ...firstVisit } = browserHeaders

const codings = [
	{ name: 'br', goal: 0.9, headers: firstVisit },
	{ name: 'gzip', goal: 0.7, headers: { ...firstVisit, 'accept-encoding': 'gzip' } },
	{ name: 'identity', goal: 0.7, headers: { ...firstVisit, 'accept-encoding': 'identity' } },
]

/** Kept pages at many addresses as a new browser asks for them, beside a bare server that sends the same bytes by address. */
export const measureKept = (): Promise<Figure[]> => withSite({}, measure)

async function measure(site: MeasuredSite): Promise<Figure[]> {
	const keptPatterns = new Set(pages.flatMap(({ pattern, cache }) => (cache === undefined ? [] : [pattern])))
	const found = await somePages(site.url, 2 * ADDRESSES)
	const paths = found.filter((path) => keptPatterns.has(patternOf(path))).slice(0, ADDRESSES)
	await warmUp(site.url, paths)
	const { results: before } = await site.pageCache()
	const figures: Figure[] = []
	for (const { name, goal, headers } of codings) {
		const answers: Record<string, { headers: string[]; bodyBase64: string }> = {}
		for (const path of paths) {
			const { status, rawHeaders, body } = await get(site.url + path, headers)
			if (status !== 200) throw new Error(`${path} answered ${status}`)
			answers[path] = { headers: keptHeaders(rawHeaders), bodyBase64: body.toString('base64') }
		}
		const bare = await startBare({ kind: 'pages', pages: answers })
		try {
			const requests = paths.map((path) => ({ path }))
			const result = await compare(
				{ url: site.url, headers, requests, cpuSeconds: cpuOf(site) },
				{ url: bare.url, headers, requests, cpuSeconds: bare.cpuSeconds },
				CONNECTIONS,
				{ turns: Math.min(rounds, 3), seconds: roundSeconds },
			)
			figures.push(...lines(`kept, ${paths.length} addresses, ${name}`, result, goal))
		} finally {
			await bare.stop()
		}
	}
	const { results: after } = await site.pageCache()
	const countOf = (result: string) => (after[result] ?? 0) - (before[result] ?? 0)
	const kept = countOf('hit') + countOf('stale')
	const share = kept / (kept + countOf('miss'))
	figures.push({ name: 'requests answered from memory', value: `${(100 * share).toFixed(2)}%` })
	return figures
}

/** Until all pages are compressed as well as they can be, which happens after some requests, one page after the other. */
async function warmUp(origin: string, paths: readonly string[]): Promise<void> {
	for (const until = Date.now() + COMPRESSED_WITHIN_MS; ;) {
		let best = 0
		for (const path of paths) {
			const { rawHeaders } = await get(origin + path, firstVisit)
			if (rawHeaders.some((value) => value.includes('-b11'))) best++
		}
		if (best === paths.length) return
		if (Date.now() > until) {
			console.log(`  ${paths.length - best} of ${paths.length} pages were not compressed within ${COMPRESSED_WITHIN_MS / 1_000} s`)
			return
		}
		await new Promise((resolve) => setTimeout(resolve, 500))
	}
}
