import { fork } from 'node:child_process'
import { Counter, Gauge, Registry } from 'prom-client'
import type { Config } from './config.ts'
import type { Database } from './domain/shared/context.ts'
import { openDatabase, type OpenedDatabase } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { programPath } from './platform/source-path.ts'
import { startFlags } from './platform/start-flags.ts'
import { mergeFigures } from './platform/telemetry/merged-figures.ts'
import { createConnectionDispatch } from './platform/web-processes/connection-dispatch.ts'
import { createKeeper, type Keeper } from './platform/web-processes/process-keeper.ts'
import { FINISH_REQUESTS_WITHIN_MS, type Running, type Surroundings } from './process-run.ts'
import { mainAddress } from './site-start.ts'

/** What a web process gets from the one that started it, in the variable WEB_PROCESS. */
export type WebProcessOrder = { place: number; databaseUrl: string; secretKey: string; buildId: string; isWorker: boolean }

type Parts = {
	log: Log
	closers: Surroundings['closers']
	databaseUrl: string
	building: Promise<string>
	/** Returns the secret key. */
	prepare: (database: Pick<OpenedDatabase<Database>, 'db'>) => Promise<string>
}

/** How much longer than their requests the processes may take to close what they have open. */
const CLOSE_REST_WITHIN_MS = 5_000

/**
 * Starts WEB_PROCESSES processes that serve the site, the first of which does the jobs, and hands them the connections of the port.
 * One that ends is started again; SIGUSR2 replaces them one after the other.
 */
export async function startWebProcesses(config: Config, { log, closers, databaseUrl, building, prepare }: Parts): Promise<Running> {
	const secretKey = await prepareOnce({ databaseUrl, log }, prepare)
	const buildId = await building
	const dispatch = createConnectionDispatch()
	const spawn = (place: number) => {
		const { execArgv, env } = startFlags()
		const order: WebProcessOrder = { place, databaseUrl, secretKey, buildId, isWorker: place === 1 && config.role !== 'web' }
		return fork(programPath('src/web-process'), {
			execArgv: [...execArgv],
			env: { ...process.env, ...env, WEB_PROCESS: JSON.stringify(order) },
		})
	}
	const keeper: Keeper = createKeeper({ count: config.webProcesses, spawn, dispatch, allFigures: () => metrics(), log })
	const own = createOwnFigures(config.webProcesses, keeper)
	const metrics = async () => `${mergeFigures(await keeper.figures())}${await own.metrics()}`
	closers.push(dispatch.close)
	closers.push(() => keeper.stop(config.drainSeconds * 1_000 + FINISH_REQUESTS_WITHIN_MS + CLOSE_REST_WITHIN_MS))
	await keeper.start()
	await dispatch.listen(mainAddress(config))
	restartOnSignal(keeper, log)
	return { cut: () => undefined, metrics, figures: null }
}

async function prepareOnce({ databaseUrl: url, log }: Pick<Parts, 'databaseUrl' | 'log'>, prepare: Parts['prepare']): Promise<string> {
	const database = await openDatabase<Database>({ url, poolSize: 1, log, name: 'shirube start' })
	try {
		return await prepare(database)
	} finally {
		await database.close()
	}
}

/** Not SIGHUP, which a closed terminal sends to end a program. */
function restartOnSignal(keeper: Keeper, log: Log): void {
	let restarting: Promise<void> | undefined
	process.on('SIGUSR2', () => {
		restarting ??= keeper
			.restart()
			.then((isDone) => log.info({ done: isDone }, 'web processes restarted'))
			.finally(() => (restarting = undefined))
	})
}

/** Figures of the process that has the port. */
function createOwnFigures(wanted: number, keeper: Keeper): Registry {
	const registry = new Registry()
	registry.registerMetric(
		new Gauge({
			name: 'web_processes',
			help: 'Processes that serve the site: wanted (WEB_PROCESSES), and ready',
			labelNames: ['state'] as const,
			registers: [],
			collect() {
				this.set({ state: 'wanted' }, wanted)
				this.set({ state: 'ready' }, keeper.stats().ready)
			},
		}),
	)
	registry.registerMetric(
		new Counter({
			name: 'web_process_starts_total',
			help: 'Web processes that were started; more than WEB_PROCESSES when one has ended and was started again',
			registers: [],
			collect() {
				this.reset()
				this.inc(keeper.stats().started)
			},
		}),
	)
	return registry
}
