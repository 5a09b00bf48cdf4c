import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Capacity, capacityOf, type Costs, type Demand, usualAssumptions } from './capacity/model.ts'

/**
 * `npm run capacity -- --offices 1e6 --questions 1e7 --pageviews-per-day 1e8 [--page-cache-mb 512] [--pool-size 20]`: how many processes,
 * replicas, cores and gigabytes that needs, by the measured costs of capacity/costs.json, and what breaks first. With `--measure` it
 * measures the costs at three sizes instead, prints prediction ÷ measurement, and writes them to the file with `--write`.
 */
const options = {
	offices: { type: 'string', default: '10000' },
	questions: { type: 'string', default: '10000' },
	'pageviews-per-day': { type: 'string', default: '1e6' },
	'page-cache-mb': { type: 'string', default: '128' },
	'pool-size': { type: 'string', default: '10' },
	measure: { type: 'boolean', default: false },
	write: { type: 'boolean', default: false },
	sizes: { type: 'string', default: '2400,10000,40000' },
} as const

const count = z.coerce.number().min(1).max(1e12)
const file = path.resolve(import.meta.dirname, 'capacity', 'costs.json')

const values = readOptions()
if (values !== null) {
	const costs = JSON.parse(await readFile(file, 'utf8')) as Costs
	if (values.measure) {
		const { measureCosts } = await import('./capacity/measure.ts')
		const isClose = await measureCosts(
			values.sizes.split(',').map((size) => count.parse(size)),
			{ costs, file: values.write ? file : null },
		)
		process.exitCode = isClose ? 0 : 1
	} else {
		const demand: Demand = { offices: values.offices, questions: values.questions, pageviewsPerDay: values['pageviews-per-day'] }
		const assumptions = { ...usualAssumptions, pageCacheBytes: values['page-cache-mb'] * 1_048_576, poolSize: values['pool-size'] }
		print(demand, capacityOf(demand, costs, assumptions))
		console.log(`\nCosts: ${costs.source}.`)
		console.log(
			`Assumed: ${Object.entries(assumptions)
				.map(([name, value]) => `${name} ${value}`)
				.join(', ')}.`,
		)
	}
}

/** Prints what is wrong with the arguments and returns null, or returns them. */
function readOptions() {
	try {
		const given = parseArgs({ options }).values
		const numbers = z.object({
			offices: count,
			questions: count,
			'pageviews-per-day': count,
			'page-cache-mb': count,
			'pool-size': count,
		})
		return { ...given, ...numbers.parse(given) }
	} catch (error) {
		console.error(error instanceof z.ZodError ? z.prettifyError(error) : String(error))
		process.exitCode = 1
		return null
	}
}

function print(demand: Demand, found: Capacity): void {
	const gb = (bytes: number) => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0)} GB`
	const rows = [
		['requests a second at the peak', found.requestsPerSecond.toFixed(0)],
		['pages from memory', `${(100 * found.hitRatio).toFixed(1)}%`],
		['web processes, one core each', `${found.processes} (${found.webCores.toFixed(1)} cores of work)`],
		['memory of a process, with its pages', gb(found.memoryBytesPerProcess)],
		['cores of the primary', found.primaryCores.toFixed(1)],
		[
			'replicas',
			found.replicas === 0 ? 'none for the load; one or two for safety' : `${found.replicas} (${found.replicaCores.toFixed(1)} cores each)`,
		],
		['database on disk', gb(found.databaseBytes)],
		['memory of a database server', gb(found.databaseMemoryBytes)],
		['write-ahead log a day', gb(found.walBytesPerDay)],
		['database connections', String(found.connections)],
	]
	const of = `${demand.offices.toLocaleString('en')} offices, ${demand.questions.toLocaleString('en')} questions, ${demand.pageviewsPerDay.toLocaleString('en')} page views a day`
	console.log(`${of}:`)
	for (const [name = '', value] of rows) console.log(`  ${name.padEnd(38)}${value}`)
	console.log('\nWhat breaks first (share of the limit, by what sign it is seen):')
	for (const { name, share, sign } of found.limits) console.log(`  ${`${(100 * share).toFixed(1)}%`.padStart(8)}  ${name}: ${sign}`)
}
