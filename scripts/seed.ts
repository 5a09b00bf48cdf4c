import { parseArgs } from 'node:util'
import { seedDemo } from '../seed/index.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { createProgress } from '../src/platform/progress.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

const NAMES = ['offices', 'questions'] as const
type Sizes = Partial<Record<(typeof NAMES)[number], number>>

/**
 * `npm run seed [-- --offices N --questions N]`: geography, taxonomy and demo content, and this many generated questions besides
 * the demo's written ones. A manual call is explicit, so it also fills an external database.
 */
await runScript(() => {
	const sizes = sizesAskedFor()
	return withDatabase(async ({ db }) => {
		const progress = createProgress((line) => console.log(line))
		await progress.step('Schema', () => migrateToLatest(db))
		await progress.step('Content', (detail) => seedDemo(db, { ...sizes, onProgress: detail }))
	})
})

function sizesAskedFor(): Sizes {
	let given: Partial<Record<(typeof NAMES)[number], string>>
	try {
		given = parseArgs({ options: { offices: { type: 'string' }, questions: { type: 'string' } } }).values
	} catch (error) {
		throw new StartError(`npm run seed takes --offices N and --questions N only: ${error instanceof Error ? error.message : String(error)}`)
	}
	const sizes: Sizes = {}
	for (const name of NAMES) {
		const text = given[name]
		if (text === undefined) continue
		if (!/^\d{1,8}$/.test(text)) throw new StartError(`--${name} must be a whole number, not "${text}".`)
		sizes[name] = Number(text)
	}
	return sizes
}
