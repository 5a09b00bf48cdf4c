import type { OpenedDatabase } from './platform/database.ts'
import { checkStorage } from './compose-outside.ts'
import path from 'node:path'
import type { Config } from './config.ts'
import { makeFirstBaseCopy, prepareDatabase, shown } from './database-start.ts'
import type { Database } from './domain/shared/context.ts'
import { checkPort } from './platform/http-server.ts'
import type { Log } from './platform/log.ts'
import { buildSite } from './platform/site-build.ts'
import { createEncryptor } from './platform/token.ts'
import { type Mode, runProcess, type Running, type Surroundings } from './process-run.ts'
import { findSecretKey } from './secret-key.ts'
import { loadBundle, mainAddress, metricsAddress, openSitePools, serveMetrics, startSite } from './site-start.ts'

/** Starts everything and serves until a signal comes. Ends the process with one sentence when it cannot. */
export function serve(mode: Mode): Promise<void> {
	// Asks for other web processes (web-processes.ts), and would end one that serves alone.
	process.on('SIGUSR2', () => undefined)
	return runProcess({
		mode,
		say: (line) => console.log(line),
		start: (config, log, surroundings) => start(mode, config, log, surroundings),
	})
}

async function start(mode: Mode, config: Config, log: Log, surroundings: Surroundings): Promise<Running> {
	const { closers, signal, progress } = surroundings
	await checkPort(mainAddress(config))
	const figures = metricsAddress(config)
	if (figures) await checkPort(figures)
	await checkStorage(config)

	// Vite compiles for one process.
	const isAlone = config.webProcesses === 1 || mode === 'development'
	// The database's work and the build use a core each. Loading code would keep PostgreSQL from being started.
	const databaseWorks = Promise.withResolvers<void>()
	const preparing = prepareDatabase(config, log, surroundings, databaseWorks.resolve)
	const building =
		mode === 'development'
			? Promise.resolve('development')
			: buildSite({ root: process.cwd(), signal, onBuild: () => progress.note('Building the site beside it') }).then(
					async ({ id, built }) => {
						if (built) progress.note('The site is built')
						if (isAlone) {
							await databaseWorks.promise
							await loadBundle()
						}
						return id
					},
				)
	building.catch(() => undefined)
	const { url: databaseUrl, servable, complete } = await preparing
	const filling = servable.then(() => makeFirstBaseCopy(config, log, databaseUrl, progress))
	filling.catch(() => undefined)
	const prepared = { log, closers, databaseUrl, building, filling }
	const running = isAlone ? await startAlone(mode, config, prepared) : await startSeveral(config, prepared)
	await serveMetrics(config, running.metrics, closers)
	await complete

	if (config.mail.smtpUrl === undefined && !config.openDemo)
		progress.note(`SMTP_URL is unset: mails are not sent but kept in ${shown(path.join(config.dataDir, 'mail'))}`)
	progress.box(await readyLines(config))
	return running
}

type Prepared = {
	log: Log
	databaseUrl: string
	building: Promise<string>
	/** Fulfilled when the database has what pages need. */
	filling: Promise<void>
} & Pick<Surroundings, 'closers'>

async function startAlone(mode: Mode, config: Config, { log, closers, databaseUrl, building, filling }: Prepared): Promise<Running> {
	const pools = await openSitePools(config, { log, url: databaseUrl, closers })
	const secretKey = await findSecretKey(config, pools.pages.db)
	const content = filling.then(() => insertSecrets(config, pools.pages, secretKey))
	content.catch(() => undefined)
	return startSite({ mode, config, log, closers, pools, secretKey, building, content, isWorker: config.role !== 'web' })
}

async function startSeveral(config: Config, { filling, ...prepared }: Prepared): Promise<Running> {
	const { startWebProcesses } = await import('./web-processes.ts')
	await filling
	return startWebProcesses(config, {
		...prepared,
		async prepare(database) {
			const secretKey = await findSecretKey(config, database.db)
			await insertSecrets(config, database, secretKey)
			return secretKey
		},
	})
}

/** A demo's authenticator is encrypted with the key. */
async function insertSecrets(config: Config, { db }: Pick<OpenedDatabase<Database>, 'db'>, secretKey: string): Promise<void> {
	if (!config.openDemo) return
	const { insertDemoAuthenticator } = await import('../seed/demo/accounts.ts')
	await insertDemoAuthenticator(db, createEncryptor(secretKey))
}

async function readyLines(config: Config): Promise<string[]> {
	const lines = [`${config.siteName} is ready`, '', config.publicUrl]
	if (config.demo) lines.push('', 'Offices, experts and reviews are demo data.')
	if (config.demoPassword !== null) lines.push('', 'The demo accounts have the password of DEMO_PASSWORD.')
	if (!config.openDemo) return lines
	const { demoAccountLines } = await import('../seed/demo/accounts.ts')
	return [...lines, '', ...demoAccountLines(), `  mails: ${config.publicUrl}/demo/mailbox`]
}

if (import.meta.main) await serve('production')
