import type { Database } from '../src/domain/shared/context.ts'
import type { OpenedDatabase } from '../src/platform/database.ts'
import { type Canaries, plantCanaries } from './canaries.ts'
import { Connection, type Outcome } from './connection.ts'
import { watchInvariants } from './invariants.ts'
import { createLogWatch } from './log-watch.ts'
import { capability, createOracle, DEADLINE_MS, type Fault, isAlone, type Oracle } from './oracle.ts'
import { bytesOf, type Grammar, type HostileRequest, makeRequest } from './requests.ts'
import { keepPastRows } from './past-rows.ts'
import type { AbusedSite } from './site.ts'
import { takeSnapshot } from './snapshot.ts'
import { type Finding, reproductionOf, type Summary } from './summary.ts'
import { makeTemplates } from './templates.ts'
import { type AbuseWorld, makeAbuseWorld } from './world.ts'

export type CampaignOptions = {
	requests: number
	seed: number
	/** Number of the first request. */
	from: number
	workers: number
	/** Ends the run early, as an abort does after the present round. */
	minutes: number
	signal: AbortSignal
	site: AbusedSite
	database: OpenedDatabase<Database>
	listen: (hear: (text: string) => void) => void
	say: (line: string) => void
}

/** Number of requests after which the world is restored. */
const ROUND = 6_000
const RAW_DEADLINE_MS = 400
const MOST_REPRODUCED = 40
const MEMORY_GROWTH_BYTES = 400 * 1_048_576

class Campaign {
	readonly answers: Summary['answers'] = {}
	readonly planned: Record<string, number> = {}
	readonly findings = new Map<string, Finding>()
	slowestMs = 0
	sent = 0
	readonly #options: CampaignOptions
	readonly #grammar: Grammar
	readonly #oracle: Oracle

	constructor(options: CampaignOptions, grammar: Grammar, oracle: Oracle) {
		this.#options = options
		this.#grammar = grammar
		this.#oracle = oracle
	}

	/** Sends the requests from `from` to before `until` over the workers' connections. */
	async round(from: number, until: number): Promise<void> {
		const { workers, seed, site } = this.#options
		let next = from
		await Promise.all(
			Array.from({ length: workers }, async () => {
				const connection = new Connection(site.port)
				while (next < until) {
					const index = next
					next += 1
					const request = await makeRequest(this.#grammar, seed, index)
					await this.#one(connection, request)
				}
				connection.close()
			}),
		)
	}

	async #one(connection: Connection, request: HostileRequest): Promise<void> {
		const outcome = await this.#send(connection, request)
		this.sent += 1
		this.#count(request, outcome)
		for (const fault of await this.#oracle(request, outcome)) await this.note(fault, request)
	}

	async #send(connection: Connection, request: HostileRequest): Promise<Outcome> {
		const isOdd = request.raw !== null || isAlone(request.headers)
		const options = { isHead: request.method === 'HEAD', deadlineMs: request.raw === null ? DEADLINE_MS : RAW_DEADLINE_MS }
		if (!isOdd) return connection.send(bytesOf(request), options)
		const own = new Connection(this.#options.site.port)
		try {
			return await own.send(bytesOf(request), options)
		} finally {
			own.close()
		}
	}

	#count({ kind, raw }: HostileRequest, outcome: Outcome): void {
		const byClass = (this.answers[kind] ??= {})
		const name = 'silence' in outcome ? 'none' : outcome.answer.status === 429 ? '429' : `${Math.floor(outcome.answer.status / 100)}xx`
		byClass[name] = (byClass[name] ?? 0) + 1
		if ('silence' in outcome) return
		const { status, ms } = outcome.answer
		if (raw === null) this.slowestMs = Math.max(this.slowestMs, ms)
		if (status === 429 || status === 503) this.planned[status] = (this.planned[status] ?? 0) + 1
	}

	/** Records a finding once for each rule and pattern, with the smallest request that reproduces it. */
	async note(fault: Fault, request: HostileRequest | null): Promise<void> {
		const key = fault.isGeneral
			? `${fault.rule} ${request === null || /log/.test(fault.rule) ? '' : fault.detail}`
			: `${fault.rule} ${request?.method} ${request?.name}`
		const known = this.findings.get(key)
		if (known) {
			known.count += 1
			return
		}
		const finding: Finding = {
			...fault,
			count: 1,
			isReproduced: false,
			reproduction: request ? reproductionOf(request) : { index: -1, method: '', target: '', headers: [], body: '', as: [] },
		}
		this.findings.set(key, finding)
		this.#options.say(`${finding.rule}: ${finding.detail} (${finding.reproduction.method} ${finding.reproduction.target})`)
		if (request === null || request.raw !== null || /log/.test(fault.rule) || this.findings.size > MOST_REPRODUCED) return
		const smallest = await this.#reduce(fault.rule, request)
		finding.isReproduced = smallest !== null
		if (smallest) finding.reproduction = reproductionOf(smallest)
	}

	/** For a finding of the log, which has at most the number of its request. */
	async noteByIndex(fault: Fault, index: number | null): Promise<void> {
		const request = index === null ? null : await makeRequest(this.#grammar, this.#options.seed, index)
		await this.note(fault, request)
	}

	/** Removes one header after the other, and the body, as long as the same rule is still broken; null when it is not. */
	async #reduce(rule: string, request: HostileRequest): Promise<HostileRequest | null> {
		const connection = new Connection(this.#options.site.port)
		const isBroken = async (candidate: HostileRequest) =>
			(await this.#oracle(candidate, await this.#send(connection, candidate))).some((fault) => fault.rule === rule)
		let smallest = request
		try {
			if (!(await isBroken(request))) return null
			for (const header of request.headers) {
				if (/^(?:host|content-length)$/i.test(header[0])) continue
				const candidate = { ...smallest, headers: smallest.headers.filter((one) => one !== header) }
				if (await isBroken(candidate)) smallest = candidate
			}
			const bare = { ...smallest, body: null, headers: smallest.headers.filter(([name]) => !/^content-/i.test(name)) }
			if (smallest.body !== null && (await isBroken(bare))) smallest = bare
		} finally {
			connection.close()
		}
		return smallest
	}
}

/** Makes the world, plants the canaries and sends the requests, round by round. */
export async function runAbuse(options: CampaignOptions): Promise<Summary> {
	const { site, database, say, from, requests, minutes, signal } = options
	const world = await makeAbuseWorld(database, site.dataDir)
	const past = await keepPastRows(database.pool)
	const canaries = await plantCanaries(database.pool, past)
	const snapshot = await takeSnapshot(database, past)
	const invariants = await watchInvariants(database, world.bystanderId)
	const campaign = new Campaign(options, grammarOf(world, canaries), createOracle({ canaries, capabilities: capabilitiesOf(world) }))
	const log = createLogWatch(canaries)
	options.listen(log.hear)

	await forgetWrites(database)
	const startedAt = new Date()
	const started = performance.now()
	const [ownCpu, siteCpu] = [process.cpuUsage(), await site.cpuSeconds()]
	const seconds = () => (performance.now() - started) / 1_000
	let startBytes = 0
	let rounds = 0
	let writes = 0
	for (let next = from; next < from + requests && seconds() < minutes * 60 && !signal.aborted; next += ROUND) {
		const until = Math.min(next + ROUND, from + requests)
		await campaign.round(next, until)
		rounds += 1
		for (const detail of await invariants.check())
			await campaign.note({ rule: detail.split(':')[0] ?? '', detail: `${detail} (requests ${next} to ${until})` }, null)
		for (const { index, ...fault } of log.take()) await campaign.noteByIndex(fault, index)
		writes += await writtenRows(database)
		await snapshot.restore()
		await forgetWrites(database)
		if (rounds === 3 || startBytes === 0) startBytes = await site.residentBytes()
		if (!site.isAlive()) {
			await campaign.note({ rule: 'the process has ended', detail: `requests ${next} to ${until}` }, null)
			break
		}
		say(`${campaign.sent} requests, ${Math.round(campaign.sent / seconds())} a second, ${campaign.findings.size} findings`)
	}
	const endBytes = await site.residentBytes()
	if (endBytes > startBytes + MEMORY_GROWTH_BYTES)
		await campaign.note({ rule: 'memory that grows', detail: `${startBytes} to ${endBytes} bytes` }, null)
	const { user, system } = process.cpuUsage(ownCpu)
	return {
		cpuSeconds: { client: (user + system) / 1e6, site: (await site.cpuSeconds()) - siteCpu },
		seed: options.seed,
		from,
		startedAt: startedAt.toISOString(),
		seconds: seconds(),
		requests: campaign.sent,
		perSecond: campaign.sent / seconds(),
		rounds,
		answers: campaign.answers,
		planned: campaign.planned,
		canaries: { planted: canaries.planted, uncovered: canaries.uncovered },
		slowestMs: campaign.slowestMs,
		residentMb: { start: Math.round(startBytes / 1_048_576), end: Math.round(endBytes / 1_048_576) },
		writes,
		findings: [...campaign.findings.values()].toSorted((a, b) => b.count - a.count),
	}
}

/** Rows added, changed or removed since `forgetWrites`, as PostgreSQL counts them. */
async function writtenRows({ pool }: OpenedDatabase<Database>): Promise<number> {
	const { rows } = await pool.query<{ count: string }>(
		`select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) as count from pg_stat_user_tables where schemaname = 'public'`,
	)
	return Number(rows[0]?.count ?? 0)
}

const forgetWrites = ({ pool }: OpenedDatabase<Database>) => pool.query('select pg_stat_force_next_flush(), pg_stat_reset()')

function grammarOf(world: AbuseWorld, canaries: Canaries): Grammar {
	const templates = makeTemplates(world)
	const original = /[\w.-]+@example\.com/g
	const fields = templates.flatMap(({ draft }) => {
		const { body } = draft(world.people[0] as (typeof world.people)[number])
		return body !== null && 'fields' in body ? Object.entries(body.fields) : []
	})
	return {
		templates,
		people: world.people,
		readdress: (text) => text.replaceAll(original, (address) => canaries.addressFor(address) ?? address),
		pool: {
			ids: [...idsIn(world.forms)],
			names: [...new Set(fields.map(([name]) => name))],
			values: [
				...new Set(fields.flatMap(([, value]) => (typeof value === 'object' || String(value).includes('@') ? [] : [String(value)]))),
			],
		},
	}
}

/** Numbers and tokens of the world: the ids of everybody's things. */
function idsIn(value: unknown, found = new Set<string>(), depth = 0): Set<string> {
	if (typeof value === 'number' || (typeof value === 'string' && value.length < 400)) found.add(String(value))
	else if (typeof value === 'object' && value !== null && depth < 3 && Object.getPrototypeOf(value) === Object.prototype)
		for (const [name, one] of Object.entries(value))
			if (!/^(?:ctx|app|site|browsers|accounts|password)$/.test(name)) idsIn(one, found, depth + 1)
	return found
}

function capabilitiesOf({ forms, people }: AbuseWorld) {
	const idOf = (actor: string) => people.find((person) => person.actor === actor)?.userId
	const member = idOf('member')
	return [
		...[forms.estimates.draft, forms.estimates.sentDraft, forms.verifyCode, forms.resetCode, forms.unsubscribeToken].map((text) =>
			capability(text, member),
		),
		...[forms.estimates.sentDraft, forms.estimates.result, forms.diagnoses.key, forms.diagnoses.token].map((text) =>
			capability(text, undefined),
		),
		capability(forms.invitation, idOf('expert')),
	]
}
