import { hostname } from 'node:os'
import { type Config, loadConfig } from './config.ts'
import type { App } from './app.ts'
import { createLog, type ErrorLine, type Log } from './platform/log.ts'
import { createProgress, type Progress } from './platform/progress.ts'
import { onShutdown } from './platform/shutdown.ts'
import { sentenceOf } from './platform/start-error.ts'
import type { Telemetry } from './platform/telemetry/open-telemetry.ts'
import { recordedSpan } from './platform/telemetry/tracing.ts'
import { VERSION } from './platform/version.ts'

export const FINISH_REQUESTS_WITHIN_MS = 10_000
export const CLOSE_STEP_WITHIN_MS = FINISH_REQUESTS_WITHIN_MS + 2_000
const FORCED_WITHIN_MS = 2_000

export type Mode = 'production' | 'development'

/** What a start works with. */
export type Surroundings = {
	/** What has been opened so far, last first: also right when a signal comes in the middle of the start. */
	closers: (() => Promise<void>)[]
	signal: AbortSignal
	progress: Progress
	end: (exitCode: number) => Promise<never>
}

export type Running = {
	/** Ends every connection at once. */
	cut: () => void
	/** What /metrics says. */
	metrics: () => Promise<string>
	/** The same for a collector; null where other processes send theirs. */
	figures: App['figures'] | null
}

type ProcessOptions = {
	mode: Mode
	/** Where the lines for a person go. */
	say: (line: string) => void
	/** Number of a web process beside others. */
	place?: number
	start: (config: Config, log: Log, surroundings: Surroundings) => Promise<Running>
}

/** Runs one process of the site until a signal comes. Ends it with one sentence when it cannot start. */
export async function runProcess({ mode, say, place, start }: ProcessOptions): Promise<void> {
	// React is loaded after this: unset, it would be its development build, which renders a page in five times the time.
	process.env['NODE_ENV'] = mode
	const closers: (() => Promise<void>)[] = []
	const abort = new AbortController()
	let cut = () => {}
	let drainMs = 0
	const end = onShutdown({
		say,
		force() {
			cut()
			setTimeout(() => process.exit(130), FORCED_WITHIN_MS)
		},
		async stop() {
			abort.abort()
			for (const close of closers.toReversed()) await within(drainMs + CLOSE_STEP_WITHIN_MS, close())
		},
	})
	let log: Log | undefined
	const crash = (error: unknown) => {
		log?.fatal({ err: error }, 'unexpected error')
		console.error('The server met an unexpected error and stops; the log line above tells which.')
		void end(1)
	}
	process.on('uncaughtException', crash)
	process.on('unhandledRejection', crash)

	try {
		const config = loadConfig(process.env)
		const watching = await startWatching(config, closers, place)
		log = watching.log
		drainMs = config.drainSeconds * 1_000
		const running = await start(config, log, { closers, signal: abort.signal, progress: createProgress(say), end })
		if (running.figures) watching.telemetry?.exportFigures(running.figures)
		cut = running.cut
	} catch (error) {
		// A stop in the middle of the start makes the step under way fail, which is no news.
		if (abort.signal.aborted) return
		console.error(`The start failed. ${sentenceOf(error)}`)
		if (log?.isLevelEnabled('debug') && error instanceof Error) log.debug({ err: error }, 'start failed')
		await end(1)
	}
}

/** The log, with what is sent to services that watch the site: loaded only where one is set. */
async function startWatching(
	{ telemetry: settings, sentryDsn: dsn, instanceId: given, logLevel }: Config,
	closers: (() => Promise<void>)[],
	place: number | undefined,
): Promise<{ log: Log; telemetry: Telemetry | null }> {
	const fields = place === undefined ? null : { process: place }
	if (settings === null && dsn === undefined) return { log: createLog(logLevel, undefined, undefined, fields), telemetry: null }
	const instanceId = place === undefined ? given : `${given ?? hostname()}-${place}`
	const reporter =
		dsn === undefined
			? null
			: (await import('./platform/telemetry/error-reports.ts')).createErrorReporter({ dsn, release: VERSION, instanceId, log: () => log })
	const onError = (line: ErrorLine) => {
		recordedSpan()?.fail(line.error)
		reporter?.report(line)
	}
	const log: Log = createLog(logLevel, undefined, onError, fields)
	if (reporter !== null) closers.push(reporter.close)
	if (settings === null) return { log, telemetry: null }
	const { startTelemetry } = await import('./platform/telemetry/open-telemetry.ts')
	const telemetry = startTelemetry({ settings, version: VERSION, instanceId: instanceId ?? null, log })
	closers.push(telemetry.close)
	return { log, telemetry }
}

export async function within(ms: number, promise: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined
	await Promise.race([promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))])
	clearTimeout(timer)
}
