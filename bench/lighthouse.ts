import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import lighthouse from 'lighthouse'
import { findFreePort } from '../src/platform/free-port.ts'
import { openBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { cacheFolder, pages } from './settings.ts'
import { withSite } from './site.ts'
import { median } from './statistics.ts'

const RUNS = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const PERFORMANCE = 98

type Scores = Record<(typeof categories)[number], number>

/** Lighthouse as it comes: a mid-range phone on slow 4G, simulated. Each run has a separate browser. */
export async function measureLighthouse(): Promise<Figure[]> {
	return withSite({}, async (site) => {
		const figures: Figure[] = []
		for (const { name, path: target } of pages) {
			const runs: { scores: Scores; notes: string[] }[] = []
			for (let run = 0; run < RUNS; run++) runs.push(await audit(site.url + target, `lighthouse-${name}-${run + 1}.html`))
			const scores = Object.fromEntries(categories.map((category) => [category, median(runs.map((run) => run.scores[category]))])) as Scores
			const met = scores.performance >= PERFORMANCE && categories.slice(1).every((category) => scores[category] === 100)
			figures.push({
				name: `${name} (${target})`,
				value: categories.map((category) => `${category} ${scores[category]}`).join(', '),
				baseline: runs.at(-1)?.notes.join(', ') ?? '',
				goal: { text: `performance ≥ ${PERFORMANCE}, others 100`, met },
			})
		}
		return figures
	})
}

async function audit(url: string, file: string): Promise<{ scores: Scores; notes: string[] }> {
	const debugPort = await findFreePort()
	const browser = await openBrowser([`--remote-debugging-port=${debugPort}`])
	try {
		const result = await lighthouse(url, { port: debugPort, output: 'html', onlyCategories: [...categories], logLevel: 'error' })
		if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
		const { lhr, report } = result
		await writeFile(path.join(cacheFolder, file), String(report))
		const scores = Object.fromEntries(
			categories.map((category) => [category, Math.round(100 * (lhr.categories[category]?.score ?? 0))]),
		) as Scores
		const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const
		const failed = Object.values(lhr.audits)
			.filter(({ id, score }) => score !== null && score < 1 && isWeighted(lhr, id))
			.map(({ id }) => id)
		return {
			scores,
			notes: [...timings.map((id) => `${short[id]} ${lhr.audits[id]?.displayValue ?? '?'}`), ...failed.map((id) => `below full: ${id}`)],
		}
	} finally {
		await browser.close()
	}
}

const short = {
	'first-contentful-paint': 'FCP',
	'largest-contentful-paint': 'LCP',
	'total-blocking-time': 'TBT',
	'cumulative-layout-shift': 'CLS',
}

type Report = { categories: Record<string, { auditRefs: readonly { id: string; weight: number }[] }> }

const isWeighted = ({ categories: all }: Report, id: string): boolean =>
	Object.values(all).some(({ auditRefs }) => auditRefs.some((reference) => reference.id === id && reference.weight > 0))
