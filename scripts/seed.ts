import { parseArgs } from 'node:util'
import { seedDemo } from '../seed/index.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { createProgress } from '../src/platform/progress.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

/**
 * `npm run seed [-- --offices N]`: geography, taxonomy and demo content. Called by hand it is asked for, so it also
 * fills an outside database.
 */
await runScript(() => {
	const offices = officesAskedFor()
	return withDatabase(async ({ db }) => {
		const progress = createProgress((line) => console.log(line))
		await progress.step('Schema', () => migrateToLatest(db))
		await progress.step('Content', (detail) => seedDemo(db, { ...(offices === undefined ? {} : { offices }), onProgress: detail }))
	})
})

function officesAskedFor(): number | undefined {
	let given: string | undefined
	try {
		given = parseArgs({ options: { offices: { type: 'string' } } }).values.offices
	} catch (error) {
		throw new StartError(`npm run seed takes --offices N only: ${error instanceof Error ? error.message : String(error)}`)
	}
	if (given === undefined) return undefined
	if (!/^\d{1,8}$/.test(given)) throw new StartError(`--offices must be a whole number, not "${given}".`)
	return Number(given)
}
