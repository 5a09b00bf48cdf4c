import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, ask, closedLoad, type Load, type NextRequest, openLoad } from './load.ts'
import { quantile, withDemoSite } from './site.ts'

/**
 * `node drills/overload.ts [SECONDS] [CONNECTIONS]`: measures what the site can render, then asks for ten times as much, of pages and of
 * searches, while kept pages are read, and while idle connections, slow readers and slow writers hold sockets. What was accepted must be
 * at least 90% of the capacity with a slowest hundredth of at most five times that of a quiet site; all else must be 503 with Retry-After;
 * kept pages must stay fast. Ends with exit code 1 otherwise. The load comes from the same machine and stops by itself. Needs a build.
 */
const seconds = Number(process.argv[2] ?? 30)
const connections = Number(process.argv[3] ?? 5_000)
const TIMES = 10
const SLOW = 100
const KEPT = '/'
const WORDS = ['%E7%A8%8E%E7%90%86%E5%A3%AB', '%E7%9B%B8%E7%B6%9A', '%E5%8A%A9%E6%88%90%E9%87%91', '%E5%95%86%E6%A8%99']

const failures: string[] = []
const check = (name: string, isKept: boolean, figures: string) => {
	console.log(`${isKept ? 'PASS' : 'FAIL'} ${name}: ${figures}`)
	if (!isKept) failures.push(name)
}

// Without room for more than a few pages nearly every page is rendered; the log is written as in production.
await withDemoSite({ TRUST_PROXY: '1', PAGE_CACHE_MB: '1', LOG_LEVEL: 'info' }, async ({ url }) => {
	const pages = await rendered(url)
	await closedLoad(pages, { clients: 4, seconds: Math.min(5, seconds) })
	const quiet = await withKept(url, () => closedLoad(pages, { clients: 1, seconds: Math.min(8, seconds) }))
	const capacity = await closedLoad(pages, { clients: 6, seconds: Math.min(15, seconds) })
	const rate = goodput(capacity)
	console.log(`quiet: ${describe(quiet.load)}; at capacity: ${describe(capacity)}`)

	await drill('ten times as many pages', { url, rate, quiet, load: () => openLoad(pages, { perSecond: TIMES * rate, seconds }) })

	const searches = searchesOf(url)
	const search = goodput(await closedLoad(searches, { clients: 3, seconds: Math.min(8, seconds) }))
	const rush = openLoad(searches, { perSecond: TIMES * search, seconds })
	const beside = await withKept(url, () => closedLoad(pages, { clients: 1, seconds }))
	checkStatuses('a rush of searches', await rush)
	check('pages beside ten times as many searches', refused(beside.load) === 0, describe(beside.load))

	const idle = await hold(url, connections, () => undefined)
	const readers = await hold(url, SLOW, readNothing)
	const writers = await hold(url, SLOW, drip)
	const held = await withKept(url, () => closedLoad(pages, { clients: 1, seconds: Math.min(10, seconds) }))
	const figures = `${idle.length} idle, ${readers.length} slow readers, ${writers.length} slow writers: ${describe(held.load)}`
	const isServed = idle.length === connections && refused(held.load) === 0 && slowest(held.load) <= 5 * slowest(quiet.load)
	check('held connections cost no page', isServed, figures)
	for (const socket of [...idle, ...readers, ...writers]) socket.destroy()
})
process.exitCode = failures.length === 0 ? 0 : 1

type Beside = { load: Load; kept: Answer[] }

async function drill(name: string, { url, rate, quiet, load }: { url: string; rate: number; quiet: Beside; load: () => Promise<Load> }) {
	const { load: over, kept } = await withKept(url, load)
	const offered = over.answers.length / seconds
	check(
		`${name}: accepted`,
		goodput(over) >= 0.9 * rate,
		`${((100 * goodput(over)) / rate).toFixed(0)}% of the capacity of ${rate.toFixed(0)}/s; ${offered.toFixed(0)}/s asked`,
	)
	check(`${name}: as fast`, slowest(over) <= 5 * slowest(quiet.load), `p99 ${ms(slowest(over))}, quiet ${ms(slowest(quiet.load))}`)
	checkStatuses(name, over)
	const times = kept.map((answer) => answer.ms)
	const isKept = kept.every(({ status }) => status === 200) && quantile(times, 0.5) <= 100
	check(`${name}: kept pages`, isKept, `${kept.length} read, p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`)
}

/** Every answer is a page, or 503 with Retry-After, which comes early. */
function checkStatuses(name: string, { answers }: Load): void {
	const others = answers.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter !== undefined))
	const early = answers.filter(({ status }) => status === 503).map((answer) => answer.ms)
	const figures = `${answers.length} answers, ${early.length} × 503 after ${ms(quantile(early, 0.5))} (median), ${others.length} others`
	check(`${name}: refused early`, others.length === 0 && (early.length === 0 || quantile(early, 0.5) <= 100), figures)
}

/** Reads a kept page every fifty milliseconds while `work` goes on. */
async function withKept(url: string, work: () => Promise<Load>): Promise<Beside> {
	const kept: Answer[] = []
	const state = { isOver: false }
	const reading = (async () => {
		for (; !state.isOver; await delay(50)) kept.push(await ask(`${url}${KEPT}`))
	})()
	const load = await work()
	state.isOver = true
	await reading
	return { load, kept }
}

/** Office pages in turn: more than are kept. */
async function rendered(url: string): Promise<NextRequest> {
	const paths: string[] = []
	for (let id = 1; paths.length < 400 && id <= 1_000; id += 1) {
		const { status } = await ask(`${url}/office/${id}`)
		if (status === 200) paths.push(`/office/${id}`)
	}
	if (paths.length < 100) throw new Error('the demo has too few offices')
	let turn = 0
	return () => ({ url: `${url}${paths[turn++ % paths.length]}` })
}

function searchesOf(url: string): NextRequest {
	let turn = 0
	return () => {
		turn += 1
		const from = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
		return { url: `${url}/search?q=${WORDS[turn % WORDS.length]}&page=${1 + (turn % 3)}`, headers: { 'x-forwarded-for': from } }
	}
}

/** Opens connections, a hundred at a time. Returns those that were accepted. */
async function hold(url: string, count: number, use: (socket: Socket) => void): Promise<Socket[]> {
	const { port, hostname } = new URL(url)
	const open: Socket[] = []
	const one = () =>
		new Promise<void>((resolve) => {
			const socket = connect(Number(port), hostname, () => {
				open.push(socket)
				use(socket)
				resolve()
			})
			socket.on('error', () => resolve())
		})
	for (let begun = 0; begun < count; begun += 100) await Promise.all(Array.from({ length: Math.min(100, count - begun) }, one))
	return open
}

/** Asks for a page and takes none of it. */
function readNothing(socket: Socket): void {
	socket.pause()
	socket.write(`GET ${KEPT} HTTP/1.1\r\nHost: x\r\n\r\n`)
}

/** Sends a form byte by byte. */
function drip(socket: Socket): void {
	socket.write('POST /qa/post HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n')
	const timer = setInterval(() => socket.write('a'), 200)
	timer.unref()
	socket.on('close', () => clearInterval(timer))
}

function accepted({ answers }: Load): Answer[] {
	return answers.filter(({ status }) => status === 200)
}

function refused({ answers }: Load): number {
	return answers.filter(({ status }) => status !== 200).length
}

function goodput(load: Load): number {
	return accepted(load).length / load.seconds
}

function slowest(load: Load): number {
	return quantile(
		accepted(load).map((answer) => answer.ms),
		0.99,
	)
}

function ms(value: number): string {
	return `${value.toFixed(0)} ms`
}

function describe(load: Load): string {
	return `${goodput(load).toFixed(0)} pages a second, p99 ${ms(slowest(load))}, ${refused(load)} not served`
}
