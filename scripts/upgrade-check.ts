import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { readDone } from '../src/platform/migration-marks.ts'
import { editedMigrations, listMigrations, migrateToThese } from '../src/platform/migrator.ts'
import { readSchemaFacts, schemaDifferences, type SchemaFacts } from '../src/platform/schema-compatibility.ts'
import { StartError } from '../src/platform/start-error.ts'
import { VERSION } from '../src/platform/version.ts'
import { runScript, withDatabase } from './run-script.ts'

/**
 * `npm run upgrade:check`: says before a start what this release will do to the database of the settings, and changes nothing. The
 * schema is compared with the one that the same migrations give an empty database. Ends with 1 when the start would fail or
 * something is not as it should be.
 */
await runScript(() =>
	// The settings have been read when this runs: a bad one has ended it with its sentence.
	withDatabase(async ({ db }) => {
		console.log(`Release ${VERSION}. The settings are valid.`)
		const done = await readDone(db)
		const known = await listMigrations()
		const pending = known.filter((name) => !done.has(name))
		const newer = [...done.values()].filter(({ name }) => !known.includes(name))
		const faults: string[] = []
		for (const { name, phase } of newer) {
			console.log(`Of a newer release: ${name} (${phase ?? 'unknown'}).`)
			if (phase !== 'expand') faults.push(`The migration ${name} of a newer release changed what this one needs.`)
		}
		for (const name of await editedMigrations(db)) faults.push(`The migration ${name} is another one than the database ran.`)
		if (newer.length === 0) faults.push(...schemaDifferences(await readSchemaFacts(db), await schemaOf([...done.keys()])))
		console.log(pending.length === 0 ? 'No migration will run.' : `${pending.length} migrations will run: ${pending.join(', ')}.`)
		if (pending.length > 0) console.log('Make a backup first: it is the way back if one of them takes something away.')
		for (const fault of faults) console.log(fault)
		if (faults.length > 0) throw new StartError(`${faults.length} things are not as they should be.`)
		console.log('The schema is what its migrations give.')
	}),
)

/** The schema that these migrations give an empty database. */
async function schemaOf(names: readonly string[]): Promise<SchemaFacts> {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'shirube-upgrade-'))
	const log = createLog('error')
	try {
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log })
		try {
			const { db, close } = await openDatabase({ url: postgres.url, poolSize: 2, log })
			await migrateToThese(db, names)
			const facts = await readSchemaFacts(db)
			await close()
			return facts
		} finally {
			await postgres.stop()
		}
	} finally {
		await rm(dataDir, { recursive: true, force: true })
	}
}
