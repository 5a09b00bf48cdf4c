import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Fault } from './oracle.ts'
import type { HostileRequest } from './requests.ts'

export type Finding = Fault & {
	/** How often it was met. */
	count: number
	/** Whether the same request alone meets it again. What is not reproduced needs other requests at the same moment. */
	isReproduced: boolean
	/** The first request that broke it, reduced to what is needed for that. */
	reproduction: { index: number; method: string; target: string; headers: [string, string][]; body: string; as: string[] }
}

export type Summary = {
	seed: number
	/** Number of the first request. */
	from: number
	startedAt: string
	seconds: number
	requests: number
	perSecond: number
	rounds: number
	/** Answers by kind of request and class of status; `none` where a connection that was no HTTP got none. */
	answers: Record<string, Record<string, number>>
	/** Planned answers from 500 and refusals by limits. */
	planned: Record<string, number>
	canaries: { planted: number; uncovered: readonly string[] }
	slowestMs: number
	/** Without those of the database. */
	cpuSeconds: { client: number; site: number }
	residentMb: { start: number; end: number }
	writes: number
	findings: Finding[]
}

/** Both parts of a campaign as one. Throws unless the second goes on where the first ended. */
export function addSummaries(first: Summary, second: Summary): Summary {
	if (first.seed !== second.seed || first.from + first.requests !== second.from) throw new Error('not two parts of one campaign')
	const answers = addCounts(first.answers, second.answers)
	const [requests, seconds] = [first.requests + second.requests, first.seconds + second.seconds]
	return {
		...second,
		from: first.from,
		startedAt: first.startedAt,
		seconds,
		requests,
		perSecond: requests / seconds,
		rounds: first.rounds + second.rounds,
		answers,
		planned: addCounts({ all: first.planned }, { all: second.planned })['all'] ?? {},
		slowestMs: Math.max(first.slowestMs, second.slowestMs),
		cpuSeconds: {
			client: first.cpuSeconds.client + second.cpuSeconds.client,
			site: first.cpuSeconds.site + second.cpuSeconds.site,
		},
		writes: first.writes + second.writes,
		findings: [...first.findings, ...second.findings],
	}
}

type Counts = Summary['answers']

function addCounts(one: Counts, other: Counts): Counts {
	const sum = structuredClone(one)
	for (const [kind, byClass] of Object.entries(other)) {
		const into = (sum[kind] ??= {})
		for (const [name, count] of Object.entries(byClass)) into[name] = (into[name] ?? 0) + count
	}
	return sum
}

export function reproductionOf({ index, method, target, headers, body, raw, people }: HostileRequest): Finding['reproduction'] {
	const bytes = raw ?? body
	return { index, method, target, headers, body: bytes?.toString('latin1').slice(0, 4_000) ?? '', as: people.map(({ actor }) => actor) }
}

const classes = ['2xx', '3xx', '4xx', '429', '5xx', 'none'] as const

/** The summary as Markdown, for the terminal and for docs/security.md. */
export function summaryTable({ answers, planned, canaries, findings, ...run }: Summary): string {
	const count = (number: number) => number.toLocaleString('en-US')
	const rows = Object.entries(answers).map(([kind, byClass]) => [
		kind,
		count(Object.values(byClass).reduce((sum, one) => sum + one, 0)),
		...classes.map((one) => count(byClass[one] ?? 0)),
	])
	const table = [['Requests', 'All', ...classes], ['---', ...Array<string>(classes.length + 1).fill('---:')], ...rows]
	return [
		...table.map((cells) => `| ${cells.join(' | ')} |`),
		'',
		'| Figure | Value |',
		'| --- | ---: |',
		`| Requests | ${count(run.requests)} |`,
		`| Seed | ${run.seed} |`,
		`| Date | ${run.startedAt.slice(0, 10)} |`,
		`| Time | ${Math.floor(run.seconds / 60)} min ${Math.round(run.seconds % 60)} s (${count(Math.round(run.perSecond))} requests a second) |`,
		`| Rows of the database written | ${count(run.writes)} |`,
		`| Canaries | ${count(canaries.planted)} |`,
		`| Planned 503 and 429 | ${Object.entries(planned)
			.map(([status, number]) => `${status}: ${count(number)}`)
			.join(', ')} |`,
		`| Slowest answer | ${count(Math.round(run.slowestMs))} ms |`,
		`| Processor time | ${count(Math.round(run.cpuSeconds.site))} s of the site, ${count(Math.round(run.cpuSeconds.client))} s of the client |`,
		`| Memory of the process | ${run.residentMb.start} MB at the start, ${run.residentMb.end} MB at the end |`,
		`| Findings | ${count(findings.length)} |`,
	].join('\n')
}

export async function writeSummary(file: string, summary: Summary): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true })
	await writeFile(file, `${JSON.stringify(summary, null, '\t')}\n`)
}

/** Replaces the figures between the marks `<!-- abuse -->` and `<!-- /abuse -->`. */
export async function writeDocument(file: string, summary: Summary): Promise<void> {
	const text = await readFile(file, 'utf8')
	const figures = `<!-- abuse -->\n${summaryTable(summary)}\n<!-- /abuse -->`
	await writeFile(
		file,
		text.replace(/<!-- abuse -->[\s\S]*<!-- \/abuse -->/, () => figures),
	)
}

export function printFindings(findings: readonly Finding[], say: (line: string) => void): void {
	for (const { rule, detail, count, reproduction, isReproduced } of findings) {
		const { index, method, target, headers, body, as } = reproduction
		say(`\n✗ ${rule} (${count}×): ${detail}`)
		say(`  request ${index} as ${as.join(' and ')}${isReproduced ? '' : ' (not met again by this request alone)'}`)
		say(`  ${method} ${target}`)
		for (const [name, value] of headers) say(`  ${name}: ${value}`)
		if (body !== '') say(`\n  ${body.slice(0, 600)}`)
	}
}
