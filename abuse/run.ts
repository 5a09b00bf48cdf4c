import { parseArgs } from 'node:util'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { runAbuse } from './campaign.ts'
import { startAbusedSite } from './site.ts'
import { addSummaries, printFindings, type Summary, summaryTable, writeDocument, writeSummary } from './summary.ts'

/**
 * `npm run test:abuse -- [--requests N] [--seed N] [--from N] [--after FILE] [--workers N] [--minutes N] [--out FILE]
 * [--document]`: starts a separate production site, sends it N hostile requests and exits with 1 when one of them finds
 * something. Only 127.0.0.1 is used. `--from` with the same seed begins at a later request; `--after` goes on where the run
 * that wrote FILE ended, up to N of both, and adds its figures; `--document` writes docs/security.md. SIGINT ends the run
 * after the present round, with its figures.
 */
const { values } = parseArgs({
	options: {
		requests: { type: 'string', default: '1000000' },
		seed: { type: 'string', default: String(randomInt(2 ** 31)) },
		from: { type: 'string', default: '0' },
		after: { type: 'string' },
		workers: { type: 'string', default: '24' },
		minutes: { type: 'string', default: '120' },
		document: { type: 'boolean', default: false },
		out: { type: 'string', default: 'test-results/abuse.json' },
	},
})
const say = (line: string) => console.log(line)
const before = values.after === undefined ? null : (JSON.parse(await readFile(values.after, 'utf8')) as Summary)
const stopping = new AbortController()
process.once('SIGINT', () => stopping.abort())
const options = {
	requests: Number(values.requests) - (before?.requests ?? 0),
	seed: before?.seed ?? Number(values.seed),
	from: before ? before.from + before.requests : Number(values.from),
	signal: stopping.signal,
	workers: Number(values.workers),
	minutes: Number(values.minutes),
}
say(`seed ${options.seed}, ${options.requests} requests from number ${options.from}`)

const heard: ((text: string) => void)[] = []
const site = await startAbusedSite((text) => heard.forEach((hear) => hear(text)))
try {
	const log = createLog('error')
	const postgres = await startEmbeddedPostgres({ dataDir: site.dataDir, role: 'script', log })
	const database = await openDatabase<Database>({ url: postgres.url, poolSize: 4, log, name: 'shirube abuse', statementTimeoutMs: 0 })
	try {
		const part = await runAbuse({ ...options, site, database, listen: (hear) => heard.push(hear), say })
		const summary = before === null ? part : addSummaries(before, part)
		await writeSummary(values.out, summary)
		if (values.document) await writeDocument('docs/security.md', summary)
		say(`\n${summaryTable(summary)}`)
		if (summary.canaries.uncovered.length > 0) say(`\nPrivate columns without a row: ${summary.canaries.uncovered.join(', ')}`)
		printFindings(summary.findings, say)
		say(summary.findings.length === 0 ? '\nNothing found.' : `\n${summary.findings.length} findings; all of them in ${values.out}`)
		process.exitCode = summary.findings.length === 0 ? 0 : 1
	} finally {
		await database.close()
		await postgres.stop()
	}
} finally {
	await site.stop()
}
