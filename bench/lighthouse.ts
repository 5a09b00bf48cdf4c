import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import lighthouse from 'lighthouse'
import { findFreePort } from '../src/platform/free-port.ts'
import { openBrowser } from './browser.ts'
import type { Figure } from './figures.ts'
import { cacheFolder, pageTypes } from './settings.ts'
import { withSite } from './site.ts'

const RUNS = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof categories)[number], number>

/**
 * Lighthouse as it comes: a mid-range phone on slow 4G, simulated. Each run has a separate browser. Other work on the machine
 * only slows a page down, so its best run counts for performance; the other scores must be the same in every run.
 */
export async function measureLighthouse(): Promise<Figure[]> {
	return withSite({}, async (site) => {
		const figures: Figure[] = []
		for (const { name, path: target } of pageTypes) {
			const runs: { scores: Scores; notes: string[] }[] = []
			for (let run = 0; run < RUNS; run++) runs.push(await audit(site.url + target, `lighthouse-${name}-${run + 1}.html`))
			const best = runs.toSorted((one, other) => other.scores.performance - one.scores.performance)[0]
			const worst = (category: (typeof categories)[number]) => Math.min(...runs.map((run) => run.scores[category]))
			const scores = Object.fromEntries(
				categories.map((category) => [category, category === 'performance' ? (best?.scores.performance ?? 0) : worst(category)]),
			) as Scores
			figures.push({
				name: `${name} (${target})`,
				value: categories.map((category) => `${category} ${scores[category]}`).join(', '),
				baseline: best?.notes.join(', ') ?? '',
				goal: { text: '100 in all four', met: categories.every((category) => scores[category] === 100) },
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
