import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, printFigures, seconds } from './figures.ts'
import { cacheFolder } from './settings.ts'

/**
 * `npm run bench [-- PART …]`: every figure beside what it is compared with, in one run. Data sets are made once and
 * kept; see docs/benchmarks.md.
 */
const parts: Record<string, { title: string; measure: () => Promise<Figure[]> }> = {
	cached: {
		title: 'A page out of the cache beside a bare server (medians of neighbouring rounds)',
		measure: async () => (await import('./pages.ts')).measureCachedPage(),
	},
	uncached: {
		title: 'A page that is rendered beside a bare server (medians of neighbouring rounds)',
		measure: async () => (await import('./pages.ts')).measureUncachedPage(),
	},
	kept: {
		title: 'Kept pages at 320 addresses, without cookies, beside a bare server (medians of neighbouring rounds)',
		measure: async () => (await import('./everybody/kept.ts')).measureKept(),
	},
	types: {
		title: 'Node’s processor time of each type of page, rendered for each request, beside a bare server of the same statements',
		measure: async () => (await import('./everybody/types.ts')).measureTypes(),
	},
	readers: {
		title: 'What signed-in people load: public pages until after the first key, and working rooms',
		measure: async () => (await import('./everybody/readers.ts')).measureReaders(),
	},
	crowd: {
		title: '500 connections that never pause, on pages that are not kept',
		measure: async () => (await import('./everybody/crowd.ts')).measureCrowd(),
	},
	poll: {
		title: 'The number of unread notices beside a bare server of the same bytes (medians of neighbouring rounds)',
		measure: async () => (await import('./everybody/poll.ts')).measurePoll(),
	},
	writes: {
		title: 'Writes of members beside one bare insert each (medians of neighbouring rounds)',
		measure: async () => (await import('./everybody/writes.ts')).measureWrites(),
	},
	growth: {
		title: 'Buffers and time of each type of page by number of offices and questions (the ratio is the growth of the buffers)',
		measure: async () => (await import('./everybody/growth.ts')).measureGrowth(),
	},
	'search-growth': {
		title: 'Searches with a place among the questions of the larger size of BENCH_GROWTH',
		measure: async () => (await import('./everybody/growth-search.ts')).measureGrowthSearch(),
	},
	lists: {
		title: 'Lists (p50 / p99 of the whole read by number of offices, in brackets p99 of every call; the ratio is the growth of p50)',
		measure: async () => (await import('./lists.ts')).measureLists(),
	},
	suggestions: {
		title: 'Suggestions while typing (in brackets p99 of every call)',
		measure: async () => (await import('./suggestions.ts')).measureSuggestions(),
	},
	search: {
		title: 'Search in questions (p50 / p95 of the medians of every text, in brackets p95 of every call)',
		measure: async () => (await import('./search.ts')).measureSearch(),
	},
	colloquial: {
		title: 'Searches in people’s own words on the demo, judged by rule (the half that is held back, and the half for tuning)',
		measure: async () => (await import('./colloquial.ts')).measureColloquial(),
	},
	questions: {
		title: 'Question pages: out of the cache beside a bare server, and what they are read with',
		measure: async () => (await import('./questions.ts')).measureQuestions(),
	},
	inbox: {
		title: 'The inbox of an office with 5,000 cases among 100,000',
		measure: async () => (await import('./inbox.ts')).measureInbox(),
	},
	staff: {
		title: 'Lists, search and charts of staff among a million offices and audit events (the largest of BENCH_SIZES)',
		measure: async () => (await import('./staff.ts')).measureStaff(),
	},
	accounts: {
		title: 'Signing in and asking for the session (medians of neighbouring rounds)',
		measure: async () => (await import('./accounts.ts')).measureAccounts(),
	},
	floods: {
		title: 'Visitors while hostile bodies are in flight (medians of neighbouring rounds)',
		measure: async () => (await import('./floods.ts')).measureFloods(),
	},
	sizes: { title: 'First load without pictures', measure: async () => (await import('./sizes.ts')).measureSizes() },
	zipf: {
		title: 'Many addresses, few of them popular, while offices change',
		measure: async () => (await import('./zipf.ts')).measureZipf(),
	},
	peers: {
		title: 'Pages of questions beside other programs (medians of neighbouring rounds)',
		measure: async () => (await import('./peers.ts')).measurePeers(),
	},
	memory: { title: 'Memory of the site’s process', measure: async () => (await import('./memory.ts')).measureMemory() },
	tasks: {
		title: 'Tasks of visitors (a phone of 360 × 740), members, experts and staff, walked in a browser',
		measure: async () => (await import('./tasks.ts')).measureTasks(),
	},
	lighthouse: { title: 'Lighthouse, mobile', measure: async () => (await import('./lighthouse.ts')).measureLighthouse() },
	start: { title: 'From a fresh clone to the first page', measure: async () => (await import('./fresh-start.ts')).measureStart() },
}

/** Several parts by one name. */
const groups: Record<string, string[]> = {
	pages: ['cached', 'uncached'],
	everybody: ['kept', 'types', 'readers', 'crowd', 'poll', 'writes', 'growth', 'search-growth', 'zipf'],
}

const { positionals: asked } = parseArgs({ allowPositionals: true })
const positionals = asked.flatMap((name) => groups[name] ?? [name])
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
	console.error(`There is no part ${unknown.join(', ')}. The parts are ${[...Object.keys(parts), ...Object.keys(groups)].join(', ')}.`)
	process.exit(1)
}

const processor = os.cpus()
console.log(`${processor.length} × ${processor[0]?.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node ${process.version}`)
console.log(`Load of the machine before: ${os.loadavg()[0]?.toFixed(1)}`)

await mkdir(cacheFolder, { recursive: true })
const file = path.join(cacheFolder, 'figures.json')
const found: Record<string, Figure[]> = {}
const failed: string[] = []
for (const [name, { title, measure }] of Object.entries(parts)) {
	// Peers are other programs, which a machine has only if its owner has put them there.
	if (positionals.length > 0 ? !positionals.includes(name) : name === 'peers' && !process.env['BENCH_PEERS']) continue
	const startedAt = performance.now()
	console.log(`\n${name} …`)
	try {
		found[name] = await measure()
		printFigures(title, found[name])
		console.log(`  measured in ${seconds((performance.now() - startedAt) / 1_000)}`)
		// After each part, so that a run that is ended early leaves what it has.
		await writeFile(file, `${JSON.stringify({ at: new Date().toISOString(), load: os.loadavg(), found }, null, '\t')}\n`)
	} catch (error) {
		failed.push(name)
		console.error(`\n${title}: could not be measured`)
		console.error(error)
	}
}

const missed = Object.values(found)
	.flat()
	.filter(({ goal }) => goal && !goal.met)
const verdict =
	missed.length > 0
		? `Missed: ${missed.map(({ name }) => name.trim()).join(' · ')}`
		: `Every goal ${failed.length === 0 ? 'is met' : 'that was measured is met'}.`
console.log(`\n${verdict}${failed.length === 0 ? '' : `\nNot measured: ${failed.join(', ')}`}\nAs JSON: ${file}`)
if (failed.length > 0) process.exitCode = 1
