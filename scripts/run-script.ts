import { type Config, loadConfig } from '../src/config.ts'
import type { Database } from '../src/domain/shared/context.ts'
import { openDatabase, type OpenedDatabase, unsuitableServer } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { explain, explainOutside, sentenceOf, StartError } from '../src/platform/start-error.ts'

/** Ends a script with one sentence, and with exit code 1. */
export async function runScript(handler: () => Promise<unknown>): Promise<void> {
	try {
		await handler()
	} catch (error) {
		console.error(sentenceOf(error))
		if (process.env['LOG_LEVEL'] === 'debug') console.error(error)
		process.exitCode = 1
	}
}

/** Runs `handler` on the site's database, beside a running server or alone, and stops what it started. */
export async function withDatabase(handler: (database: OpenedDatabase<Database>, config: Config) => Promise<unknown>): Promise<void> {
	const config = loadConfig(process.env)
	if (config.databaseUrl) return onDatabase(config.databaseUrl, config, handler)
	const postgres = await startEmbeddedPostgres({
		dataDir: config.dataDir,
		role: 'script',
		archive: config.walArchive,
		log: createLog('warn'),
	})
	// A stopped script must not leave its PostgreSQL behind.
	const stop = () => void postgres.stop().finally(() => process.exit(130))
	process.once('SIGINT', stop).once('SIGTERM', stop)
	try {
		await onDatabase(postgres.url, config, handler)
	} catch (error) {
		throw await postgres.explainFailure(error)
	} finally {
		process.off('SIGINT', stop).off('SIGTERM', stop)
		await postgres.stop()
	}
}

async function onDatabase(
	url: string,
	config: Config,
	handler: (database: OpenedDatabase<Database>, config: Config) => Promise<unknown>,
): Promise<void> {
	// A broken connection ends the script with its reason; a log line would only repeat it.
	const log = createLog('error')
	const database = await openDatabase<Database>({
		url,
		poolSize: 4,
		log,
		name: `shirube script ${process.pid}`,
		statementTimeoutMs: 0,
	}).catch((error: unknown) => {
		throw new StartError(config.databaseUrl ? explainOutside(error) : explain(error, config.dataDir), error)
	})
	try {
		const unsuitable = await unsuitableServer(database.pool)
		if (unsuitable) throw new StartError(unsuitable)
		await handler(database, config)
	} finally {
		await database.close()
	}
}
