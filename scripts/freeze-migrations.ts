import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { readDone, type ReleasedMigration } from '../src/platform/migration-marks.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { runScript } from './run-script.ts'

/**
 * `npm run migrations:freeze`: runs all migrations on an empty database and lists those that no release has had yet in
 * `migrations/released.json`, with their checksums and with what they do to the release before. A part of making a release.
 */
const FILE = path.resolve('migrations/released.json')

await runScript(async () => {
	const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
	const listed = JSON.parse(await readFile(FILE, 'utf8').catch(() => '[]')) as ReleasedMigration[]
	const names = new Set(listed.map(({ name }) => name))
	const added = (await readMarks()).filter(({ name }) => !names.has(name))
	const entries = [...listed, ...added.map(({ name, checksum, phase }) => ({ name, release: version, checksum, phase }))]
	// One line for each, so that a review sees what a release adds.
	await writeFile(FILE, `[\n${entries.map((entry) => `\t${JSON.stringify(entry)}`).join(',\n')}\n]\n`)
	for (const { name, phase } of added) console.log(`${name}: ${phase}`)
	console.log(`${added.length} migrations are frozen with ${version}.`)
})

async function readMarks() {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'shirube-freeze-'))
	const log = createLog('warn')
	try {
		const postgres = await startEmbeddedPostgres({ dataDir, role: 'script', durable: false, log })
		try {
			const { db, close } = await openDatabase({ url: postgres.url, poolSize: 2, log })
			await migrateToLatest(db)
			const done = await readDone(db)
			await close()
			return [...done.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
		} finally {
			await postgres.stop()
		}
	} finally {
		await rm(dataDir, { recursive: true, force: true })
	}
}
