import { migrateToLatest } from '../src/platform/migrator.ts'
import { runScript, withDatabase } from './run-script.ts'

/** `npm run migrate`: brings the schema up to date. */
await runScript(() =>
	withDatabase(async ({ db }) => {
		const names = await migrateToLatest(db)
		console.log(names.length > 0 ? `Ran ${names.join(', ')}.` : 'The schema is up to date.')
	}),
)
