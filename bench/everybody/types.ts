import { createHash } from 'node:crypto'
import { startBare } from '../bare.ts'
import { atLeast, type Figure } from '../figures.ts'
import { compare, keptHeaders } from '../load.ts'
import { cpuOf } from '../pages.ts'
import { fewRounds, shortSeconds } from '../settings.ts'
import { type MeasuredSite, siteFolder, withSite } from '../site.ts'
import { median } from '../statistics.ts'
import { plainHeaders, recordPages, type RecordedPage, uncached, withPostgres } from './page-statements.ts'
import { callers, publicPageTypes } from './page-types.ts'

const GOAL = 0.4
const CONNECTIONS = 10
/** Ten people who search without a pause wait at times longer than the queue of searches lets them. */
const MAY_REFUSE = 0.1

/** The processor time of Node for each type of page, beside a bare server that sends the same statements and joins strings. */
export async function measureTypes(): Promise<Figure[]> {
	const dataDir = await siteFolder()
	const types = publicPageTypes()
	// The first start fills the folder.
	await withSite({}, async () => undefined)
	return withPostgres(dataDir, async (url) => {
		const pages = await recordPages(dataDir, url, types)
		const figures = await withSite(uncached, async (site) => {
			const found: Figure[] = []
			for (const page of pages) found.push(await measureType(site, page, url))
			return found
		})
		const ratios = figures.map(({ ratio = Number.NaN }) => ratio)
		const worst = Math.min(...ratios)
		return [
			...figures,
			{ name: `worst of ${pages.length} types`, value: '', ratio: worst, goal: atLeast(String(GOAL), worst, GOAL) },
			{ name: 'median of the types', value: '', ratio: median(ratios), goal: atLeast(String(GOAL), median(ratios), GOAL) },
			{
				name: 'types that were recorded',
				value: `${pages.length} of ${types.length}`,
				goal: { text: 'all', met: pages.length === types.length },
			},
		]
	})
}

async function measureType(site: MeasuredSite, { pattern, path, trips, rawHeaders, bytes }: RecordedPage, url: string): Promise<Figure> {
	const bare = await startBare({
		kind: 'queries',
		url,
		poolSize: CONNECTIONS,
		headers: keptHeaders(rawHeaders, ['content-length']),
		trips: trips.map((trip) =>
			trip.map(({ text, values }) => ({ name: createHash('sha1').update(text).digest('hex').slice(0, 16), text, values: [...values] })),
		),
		bytes,
	})
	try {
		const requests = callers(path)
		const { ours, bare: theirs } = await compare(
			{ url: site.url, headers: plainHeaders, requests, cpuSeconds: cpuOf(site) },
			{ url: bare.url, headers: plainHeaders, requests, cpuSeconds: bare.cpuSeconds },
			CONNECTIONS,
			{ turns: fewRounds, seconds: shortSeconds, mayRefuse: MAY_REFUSE },
		)
		const ratio = theirs.cpuMicroseconds / ours.cpuMicroseconds
		return {
			name: `${pattern}, ${trips.flat().length} statements`,
			value: `${ours.cpuMicroseconds.toFixed(0)} µs`,
			baseline: `${theirs.cpuMicroseconds.toFixed(0)} µs`,
			ratio,
			goal: atLeast(String(GOAL), ratio, GOAL),
		}
	} finally {
		await bare.stop()
	}
}
