import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { demoAddresses } from '../seed/demo/accounts.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { atLeast, type Figure, perSecond } from './figures.ts'
import { browserHeaders, compare, get, type Side } from './load.ts'
import { postgresCpuSeconds, TICKS_PER_SECOND } from './postgres-cpu.ts'
import { sessionsOf } from './sign-in.ts'
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
		return await withSite({ TRUST_PROXY: '1' }, async (site) => {
			// As many as there are connections: reads of one session at once would be one.
			const sessions = await sessionsOf(site.url, demoAddresses[0] ?? '', CONNECTIONS)
			const cpuSeconds = async () => (await site.process()).cpuSeconds + (await postgresCpuSeconds(postgres))
			const people = sessions.map((session) => `${browserHeaders.cookie}; session=${session}`)
			const ours = { url: site.url, people, cpuSeconds }
			const figures: Figure[] = []
			for (const peer of peers) figures.push(...(await measurePeer(ours, peer)))
			return figures
		})
	} finally {
		await postgres.stop()
	}
}

type Ours = { url: string; people: readonly string[]; cpuSeconds: () => Promise<number> }

async function measurePeer(ours: Ours, peer: Peer): Promise<Figure[]> {
	const child = spawn(peer.command[0] ?? '', peer.command.slice(1), { cwd: peer.cwd, detached: true, stdio: 'ignore' })
	try {
		await untilReady(peer, child)
		const readers = [
			{ name: 'visitor', ours: [browserHeaders.cookie], theirs: '' },
			{ name: 'signed in', ours: ours.people, theirs: await signIn(peer), goal: SIGNED_IN_GOAL },
		]
		const figures: Figure[] = []
		for (const reader of readers)
			for (const kind of ['questions', 'question'] as const) {
				const [mine, theirs] = [
					await side(ours.url + kinds[kind].path, reader.ours, ours.cpuSeconds),
					await side(peer.url + peer.pages[kind], [reader.theirs], () => cpuSecondsOf(child)),
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
async function side(url: string, people: readonly string[], cpuSeconds: () => Promise<number>): Promise<Side> {
	const { cookie: _, ...plain } = browserHeaders
	const [cookie] = people
	const headers = cookie ? { ...plain, cookie } : plain
	const { status } = await get(url, headers)
	if (status !== 200) throw new Error(`${url} answered ${status}`)
	return { url, headers, people: people.filter((one) => one !== ''), cpuSeconds }
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

type ProcessTimes = { pid: number; parent: number; session: number; ticks: number }

/**
 * Processor seconds of `child`, of what descends from it and of its session, ended ones included; zero without /proc. A manager of
 * processes such as php-fpm begins a session of its own.
 */
async function cpuSecondsOf({ pid }: ChildProcess): Promise<number> {
	if (process.platform !== 'linux') return 0
	const all = (await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readTimes))).filter(
		(one) => one !== null,
	)
	const parents = new Map(all.map((one) => [one.pid, one.parent]))
	const descends = (from: number): boolean => {
		for (let at: number | undefined = from; at !== undefined && at > 1; at = parents.get(at)) if (at === pid) return true
		return false
	}
	const ticks = all.reduce((sum, one) => sum + (one.session === pid || descends(one.pid) ? one.ticks : 0), 0)
	return ticks / TICKS_PER_SECOND
}

async function readTimes(name: string): Promise<ProcessTimes | null> {
	const line = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null)
	if (line === null) return null
	// The command name, in parentheses, may contain any character.
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
	const numberAt = (place: number) => Number(fields[place] ?? 0)
	return {
		pid: Number(name),
		parent: numberAt(1),
		session: numberAt(3),
		ticks: numberAt(11) + numberAt(12) + numberAt(13) + numberAt(14),
	}
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.pid === undefined) return
	const ended = new Promise((resolve) => child.once('exit', resolve))
	process.kill(-child.pid, 'SIGTERM')
	await ended
}
