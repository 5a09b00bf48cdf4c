import { type Config, ConfigError, loadConfig } from '../src/config.ts'
import type { Database } from '../src/domain/context.ts'
import { openDatabase, type OpenedDatabase } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { StartError } from '../src/platform/start-error.ts'

/** Ends a script with one sentence where the cause is known, and with exit code 1. */
export async function runScript(work: () => Promise<unknown>): Promise<void> {
	try {
		await work()
	} catch (error) {
		console.error(error instanceof StartError || error instanceof ConfigError ? error.message : error)
		process.exitCode = 1
	}
}

/** Runs `work` on the site's database, beside a running server or alone, and leaves things as they were. */
export async function withDatabase(work: (database: OpenedDatabase<Database>, config: Config) => Promise<unknown>): Promise<void> {
	const config = loadConfig(process.env)
	const log = createLog('warn')
	const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, role: 'script', log })
	// A stopped script must not leave its PostgreSQL behind.
	const stop = () => void (postgres?.stop() ?? Promise.resolve()).finally(() => process.exit(130))
	process.once('SIGINT', stop).once('SIGTERM', stop)
	try {
		const database = await openDatabase<Database>({
			url: postgres?.url ?? (config.databaseUrl as string),
			poolSize: 4,
			log,
			name: `shirube script ${process.pid}`,
			statementTimeoutMs: 0,
		})
		try {
			await work(database, config)
		} finally {
			await database.close()
		}
	} finally {
		process.off('SIGINT', stop).off('SIGTERM', stop)
		await postgres?.stop()
	}
}
