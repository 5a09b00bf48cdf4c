import { readFile } from 'node:fs/promises'
import { findFreePort } from '../src/platform/free-port.ts'
import { type RunningSite, startSite } from '../scripts/site/start-site.ts'
import { folderFor } from './settings.ts'

export type MeasuredSite = RunningSite & {
	/** Of the site's Node process, without its database. */
	process: () => Promise<{ rssBytes: number; pssBytes: number; heapBytes: number; cpuSeconds: number }>
	/** What the page cache did with its requests so far, by result, and the bytes that it keeps. */
	pageCache: () => Promise<{ results: Record<string, number>; bytes: number; entries: number }>
}

/** The folder of the site that pages are measured on: 2,400 demo offices, seeded by its first start. */
export const siteFolder = () => folderFor('site')

/** The site as `npm start` runs it, on the folder of the measured pages unless another is named. */
export async function openSite(env: Record<string, string> = {}, dataDir?: string): Promise<MeasuredSite> {
	const metricsPort = await findFreePort()
	const site = await startSite({
		dataDir: dataDir ?? (await siteFolder()),
		env: { ...env, METRICS_PORT: String(metricsPort) },
		nodeArguments: await startArguments(),
	})
	const readMetrics = async () => {
		const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
		return { text, read: (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN) }
	}
	return {
		...site,
		async pageCache() {
			const { text, read } = await readMetrics()
			const results = [...text.matchAll(/^page_cache_requests_total\{result="(\w+)"\} (\d+)$/gm)]
			return {
				results: Object.fromEntries(results.map(([, result = '', count]) => [result, Number(count)])),
				bytes: read('page_cache_bytes'),
				entries: read('page_cache_entries'),
			}
		},
		async process() {
			const { read } = await readMetrics()
			return {
				rssBytes: read('process_resident_memory_bytes'),
				pssBytes: await proportionalBytes(site.pid),
				heapBytes: read('nodejs_heap_size_used_bytes'),
				cpuSeconds: read('process_cpu_seconds_total'),
			}
		},
	}
}

/** Resident memory with that which is shared with other processes divided among them; Linux only. */
async function proportionalBytes(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
	return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? Number.NaN) * 1_024
}

/** Those of Node in the script `start`. */
async function startArguments(): Promise<string[]> {
	const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
	return /^node (.*)\bsrc\/server\.ts$/.exec(scripts.start)?.[1]?.trim().split(/\s+/) ?? []
}

/** Runs `work` on a site that is stopped whatever happens. */
export async function withSite<T>(env: Record<string, string>, work: (site: MeasuredSite) => Promise<T>, dataDir?: string): Promise<T> {
	const site = await openSite(env, dataDir)
	try {
		return await work(site)
	} finally {
		await site.stop()
	}
}
