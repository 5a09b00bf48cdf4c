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
	// The database's work and the build use a core each.
	const preparing = prepareDatabase(config, log, surroundings)
	const building =
		mode === 'development'
			? Promise.resolve('development')
			: buildSite({ root: process.cwd(), signal, onBuild: () => progress.note('Building the site beside it') }).then(
					async ({ id, built }) => {
						if (built) progress.note('The site is built')
						// While the database starts, which is another process.
						if (isAlone) await loadBundle()
						return id
					},
				)
	building.catch(() => undefined)
	const databaseUrl = await preparing
	await makeFirstBaseCopy(config, log, databaseUrl, progress)
	const running = isAlone
		? await startAlone(mode, config, { log, closers, databaseUrl, building })
		: await startSeveral(config, { log, closers, databaseUrl, building })
	await serveMetrics(config, running.metrics, closers)

	if (config.mail.smtpUrl === undefined && !config.openDemo)
		progress.note(`SMTP_URL is unset: mails are not sent but kept in ${shown(path.join(config.dataDir, 'mail'))}`)
	progress.box(await readyLines(config))
	return running
}

type Prepared = { log: Log; databaseUrl: string; building: Promise<string> } & Pick<Surroundings, 'closers'>

async function startAlone(mode: Mode, config: Config, { log, closers, databaseUrl, building }: Prepared): Promise<Running> {
	const pools = await openSitePools(config, { log, url: databaseUrl, closers })
	const secretKey = await prepareSecrets(config, pools.pages)
	return startSite({ mode, config, log, closers, pools, secretKey, building, isWorker: config.role !== 'web' })
}

async function startSeveral(config: Config, prepared: Prepared): Promise<Running> {
	const { startWebProcesses } = await import('./web-processes.ts')
	return startWebProcesses(config, { ...prepared, prepare: (database) => prepareSecrets(config, database) })
}

/** Returns the key; a demo's authenticator is encrypted with it. */
async function prepareSecrets(config: Config, database: Pick<OpenedDatabase<Database>, 'db'>): Promise<string> {
	const secretKey = await findSecretKey(config, database.db)
	if (config.openDemo) {
		const { insertDemoAuthenticator } = await import('../seed/demo/accounts.ts')
		await insertDemoAuthenticator(database.db, createEncryptor(secretKey))
	}
	return secretKey
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
