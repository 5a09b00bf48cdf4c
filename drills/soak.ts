import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { findFreePort } from '../src/platform/free-port.ts'
import { describeSamples, isServed, kinds, makePeople, type Sample } from './faults/people.ts'
import { seedSmallDemo } from './faults/small-demo.ts'
import { copyFolder, openEmbedded, startWatchedSite } from './faults/surroundings.ts'

/**
 * `node drills/soak.ts [MINUTES]`: visitors, searches and a member use a site for two hours, or as long as asked. Each minute the heap
 * after a garbage collection, the resident memory and the connections to the database are noted. The heap may grow by one megabyte an
 * hour at most: by the median of the slopes between all pairs of samples (Theil and Sen) after the first quarter of the time. A run of
 * less than two hours fails only where nearly all slopes are steeper, because a short one says little. Ends with exit code 1 when the
 * heap grows, connections pile up or a request fails. Needs a build.
 */
const minutes = Number(process.argv[2] ?? 120)
const EVERY_MS = Math.min(60_000, (minutes * 60_000) / 20)
const LONG_MINUTES = 120
const MOST_MB_PER_HOUR = 1
const MOST_CONNECTIONS = 40
const PEOPLE = 3
const MB = 1_048_576

type Measured = { hours: number; heapMb: number; residentMb: number; connections: number }

const home = process.env['DRILL_DATA'] ?? (await mkdtemp(path.join(tmpdir(), 'shirube-drill-')))
const folder = await mkdtemp(path.join(tmpdir(), 'shirube-soak-'))
const dataDir = path.join(folder, 'site')
await copyFolder(await seedSmallDemo(home), dataDir)
const inspectorPort = await findFreePort('127.0.0.1')
const watched = await startWatchedSite({ DATA_DIR: dataDir, SEED_DEMO: 'false' }, path.join(folder, 'log'), [
	`--inspect=127.0.0.1:${inspectorPort}`,
])
const { db, close } = await openEmbedded(dataDir)
try {
	const inspector = await openInspector(inspectorPort)
	const state = { isOver: false }
	const people = await Promise.all(Array.from({ length: PEOPLE }, () => makePeople(watched.site.url, db)))
	const tally = { count: 0, wrong: [] as Sample[] }
	const using = Promise.all(people.map((one) => useUntil(one, () => state.isOver, tally)))
	const measured: Measured[] = []
	const begun = performance.now()
	for (let next = EVERY_MS; next <= minutes * 60_000; next += EVERY_MS) {
		await delay(Math.max(0, next - (performance.now() - begun)))
		measured.push(await measure(inspector, db, watched.site.process.pid ?? 0, (performance.now() - begun) / 3_600_000))
	}
	state.isOver = true
	await using
	inspector.close()
	report(measured.slice(Math.floor(measured.length / 4)), tally)
} finally {
	await close()
	await watched.stop()
	await rm(folder, { recursive: true, force: true })
	if (process.env['DRILL_DATA'] === undefined) await rm(home, { recursive: true, force: true })
}

async function useUntil(people: Awaited<ReturnType<typeof makePeople>>, isOver: () => boolean, tally: { count: number; wrong: Sample[] }) {
	for (; !isOver(); await delay(100))
		for (const sample of await people.askAll()) {
			tally.count += 1
			if (!isServed(sample)) tally.wrong.push(sample)
		}
}

async function measure({ ask }: Inspector, database: Kysely<Database>, pid: number, hours: number): Promise<Measured> {
	await ask('HeapProfiler.collectGarbage')
	const { usedSize } = (await ask('Runtime.getHeapUsage')) as { usedSize: number }
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
	`.execute(database)
	const residentMb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1_024
	return { hours, heapMb: usedSize / MB, residentMb, connections: rows[0]?.count ?? 0 }
}

function report(measured: readonly Measured[], { count, wrong }: { count: number; wrong: Sample[] }): void {
	const heap = slopes(measured, ({ heapMb }) => heapMb)
	const resident = slopes(measured, ({ residentMb }) => residentMb)
	const connections = Math.max(...measured.map((one) => one.connections))
	const first = measured[0]
	const last = measured.at(-1)
	console.log(
		`${minutes} minutes, ${count} requests, ${wrong.length} not served${wrong[0] ? ` (${describeSamples(wrong, kinds)})` : ''}; heap after collection ` +
			`${first?.heapMb.toFixed(1)} → ${last?.heapMb.toFixed(1)} MB, ${heap.median.toFixed(2)} MB an hour (${heap.low.toFixed(2)} to ${heap.high.toFixed(2)}); ` +
			`resident ${first?.residentMb.toFixed(0)} → ${last?.residentMb.toFixed(0)} MB, ${resident.median.toFixed(1)} MB an hour; ${connections} connections at most`,
	)
	const isGrowing = heap.median > MOST_MB_PER_HOUR && (minutes >= LONG_MINUTES || heap.low > MOST_MB_PER_HOUR)
	process.exitCode = isGrowing || connections > MOST_CONNECTIONS || wrong.length > 0 ? 1 : 0
}

/** Slopes between all pairs of samples: the median, and what a tenth of them is below and above. One outlier moves none of them. */
function slopes(measured: readonly Measured[], of: (one: Measured) => number): { median: number; low: number; high: number } {
	const all = measured.flatMap((later, place) =>
		measured.slice(0, place).map((earlier) => (of(later) - of(earlier)) / (later.hours - earlier.hours)),
	)
	const sorted = all.toSorted((a, b) => a - b)
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
	return { median: at(0.5), low: at(0.1), high: at(0.9) }
}

type Inspector = { ask: (method: string) => Promise<unknown>; close: () => void }

/** Speaks to the debugger of a process: https://chromedevtools.github.io/devtools-protocol/v8/ */
async function openInspector(port: number): Promise<Inspector> {
	const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
	const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve)
		socket.addEventListener('error', reject)
	})
	const waiting = new Map<number, (result: unknown) => void>()
	socket.addEventListener('message', ({ data }) => {
		const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
		if (id !== undefined) waiting.get(id)?.(result)
	})
	let last = 0
	return {
		ask: (method) =>
			new Promise((resolve) => {
				const id = ++last
				waiting.set(id, resolve)
				socket.send(JSON.stringify({ id, method }))
			}),
		close: () => socket.close(),
	}
}
