import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { demoAddresses } from '../seed/demo/accounts.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { atLeast, type Figure, perSecond } from './figures.ts'
import { browserHeaders, compare, get, type Side } from './load.ts'
import { postgresCpuSeconds, TICKS_PER_SECOND } from './postgres-cpu.ts'
import { sessionOf } from './sign-in.ts'
import { siteFolder, withSite } from './site.ts'

const CONNECTIONS = 10
const READY_MS = 120_000
/** Of a signed-in reader's pages beside those of any peer. */
const SIGNED_IN_GOAL = 20

/** Pages that every forum of questions has, with ours. */
const kinds = { questions: { name: 'list of questions', path: '/qa' }, question: { name: 'a question', path: '/qa/39' } } as const

const peerSchema = z.strictObject({
	name: z.string().min(1),
	/** Stays in the foreground with all its processes and ends them at SIGTERM. */
	command: z.array(z.string()).min(1),
	cwd: z.string(),
	url: z.url(),
	pages: z.strictObject({ questions: z.string().startsWith('/'), question: z.string().startsWith('/') }),
	/** The form that signs a member in; its hidden fields are sent as they are found. */
	signIn: z.strictObject({ path: z.string().startsWith('/'), fields: z.record(z.string(), z.string()) }),
})
type Peer = z.infer<typeof peerSchema>

/**
 * Pages of questions beside other programs on the same machine, visitors' and members', in neighbouring rounds. The
 * programs are those of the JSON file that `BENCH_PEERS` names; docs/benchmarks.md has its form.
 */
export async function measurePeers(): Promise<Figure[]> {
	const file = process.env['BENCH_PEERS']
	if (!file) throw new Error('BENCH_PEERS names no file of peers: see docs/benchmarks.md')
	const peers = z.array(peerSchema).parse(JSON.parse(await readFile(file, 'utf8')))
	const postgres = await startEmbeddedPostgres({ dataDir: await siteFolder(), role: 'script', log: createLog('warn') })
	try {
		return await withSite({}, async (site) => {
			const session = await sessionOf(site.url, demoAddresses[0] ?? '')
			const cpuSeconds = async () => (await site.process()).cpuSeconds + (await postgresCpuSeconds(postgres))
			const ours = { url: site.url, cookie: `${browserHeaders.cookie}; session=${session}`, cpuSeconds }
			const figures: Figure[] = []
			for (const peer of peers) figures.push(...(await measurePeer(ours, peer)))
			return figures
		})
	} finally {
		await postgres.stop()
	}
}

type Ours = { url: string; cookie: string; cpuSeconds: () => Promise<number> }

async function measurePeer(ours: Ours, peer: Peer): Promise<Figure[]> {
	const child = spawn(peer.command[0] ?? '', peer.command.slice(1), { cwd: peer.cwd, detached: true, stdio: 'ignore' })
	try {
		await untilReady(peer, child)
		const readers = [
			{ name: 'visitor', ours: browserHeaders.cookie, theirs: '' },
			{ name: 'signed in', ours: ours.cookie, theirs: await signIn(peer), goal: SIGNED_IN_GOAL },
		]
		const figures: Figure[] = []
		for (const reader of readers)
			for (const kind of ['questions', 'question'] as const) {
				const [mine, theirs] = [
					await side(ours.url + kinds[kind].path, reader.ours, ours.cpuSeconds),
					await side(peer.url + peer.pages[kind], reader.theirs, () => sessionCpuSeconds(child)),
				]
				figures.push(
					...lines(`${kinds[kind].name}, ${reader.name}, beside ${peer.name}`, await compare(mine, theirs, CONNECTIONS), reader.goal),
				)
			}
		return figures
	} finally {
		await end(child)
	}
}

const lines = (name: string, { ours, bare, ratio, cpuRatio }: Awaited<ReturnType<typeof compare>>, goal?: number): Figure[] => [
	{
		name,
		value: perSecond(ours.perSecond),
		baseline: perSecond(bare.perSecond),
		ratio,
		...(goal === undefined ? {} : { goal: atLeast(String(goal), ratio, goal) }),
	},
	{
		name: '  processor time for each, with the database',
		value: `${ours.cpuMicroseconds.toFixed(0)} µs`,
		baseline: `${bare.cpuMicroseconds.toFixed(0)} µs`,
		ratio: cpuRatio,
	},
]

/** A side of the comparison; throws unless the address answers with a page. */
async function side(url: string, cookie: string, cpuSeconds: () => Promise<number>): Promise<Side> {
	const { cookie: _, ...plain } = browserHeaders
	const headers = cookie ? { ...plain, cookie } : plain
	const { status } = await get(url, headers)
	if (status !== 200) throw new Error(`${url} answered ${status}`)
	return { url, headers, cpuSeconds }
}

async function untilReady(peer: Peer, child: ChildProcess): Promise<void> {
	const until = Date.now() + READY_MS
	while (Date.now() < until) {
		if (child.exitCode !== null) throw new Error(`${peer.name} ended with ${child.exitCode}`)
		const status = await get(peer.url + peer.pages.questions, {}).then(
			(answer) => answer.status,
			() => 0,
		)
		if (status === 200) return
		await new Promise((resolve) => setTimeout(resolve, 250))
	}
	throw new Error(`${peer.name} was not ready within ${READY_MS / 1_000} seconds`)
}

/** Sends the peer's own form of signing in; returns the cookies that it sets. */
async function signIn({ name, url, signIn: { path, fields } }: Peer): Promise<string> {
	const page = await fetch(url + path)
	const cookies = new Map(page.headers.getSetCookie().map(pairOf))
	const body = new URLSearchParams()
	for (const [input] of (await page.text()).matchAll(/<input\b[^>]*\btype="hidden"[^>]*>/g)) {
		const hidden = /\bname="([^"]*)"/.exec(input)?.[1]
		if (hidden) body.append(hidden, /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '')
	}
	for (const [field, value] of Object.entries(fields)) body.set(field, value)
	const answer = await fetch(url + path, {
		method: 'POST',
		body,
		redirect: 'manual',
		headers: { cookie: cookieText(cookies), origin: url },
	})
	for (const cookie of answer.headers.getSetCookie()) cookies.set(...pairOf(cookie))
	if (answer.status !== 302 && answer.status !== 303) throw new Error(`${name} refused to sign in: ${answer.status}`)
	return cookieText(cookies)
}

const pairOf = (cookie: string): [string, string] => {
	const [pair = ''] = cookie.split(';')
	const at = pair.indexOf('=')
	return [pair.slice(0, at), pair.slice(at + 1)]
}
const cookieText = (cookies: ReadonlyMap<string, string>): string => [...cookies].map((pair) => pair.join('=')).join('; ')

/** Processor seconds of all processes of the session that `child` leads, ended ones included; zero without /proc. */
async function sessionCpuSeconds({ pid }: ChildProcess): Promise<number> {
	if (process.platform !== 'linux') return 0
	let ticks = 0
	for (const name of await readdir('/proc')) {
		if (!/^\d+$/.test(name)) continue
		const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
		// The command name, in parentheses, may contain any character.
		const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
		if (Number(fields[3]) === pid) for (const field of [11, 12, 13, 14]) ticks += Number(fields[field] ?? 0)
	}
	return ticks / TICKS_PER_SECOND
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.pid === undefined) return
	const ended = new Promise((resolve) => child.once('exit', resolve))
	process.kill(-child.pid, 'SIGTERM')
	await ended
}
