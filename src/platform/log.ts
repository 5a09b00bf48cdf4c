import pino from 'pino'
import { withoutAddresses } from './mail-addresses.ts'
import { currentRequestId } from './request-id.ts'
import { currentTraceparent } from './telemetry/tracing.ts'

export type Log = pino.Logger

/** A line of the level `error` or `fatal` that has an error. `details` are its other fields, such as the queue. */
export type ErrorLine = {
	error: unknown
	level: 'error' | 'fatal'
	message: string
	requestId: string | undefined
	traceparent: string | undefined
	details: Readonly<Record<string, string>>
}

/** An error without what may be personal. */
export type DescribedError = {
	type: string
	message: string
	code?: unknown
	constraint?: unknown
	table?: unknown
	stack?: string
	cause?: DescribedError
}

/** Personal data and secrets. Paths are pino's: one level deep and at the top. */
const NEVER_LOGGED = ['email', 'password', 'token', 'authorization', 'cookie', 'phone', 'first_name', 'last_name', 'address'].flatMap(
	(field) => [field, `*.${field}`],
)

/**
 * One JSON line per event on standard output. What a request leads to carries its id, also in jobs; its own line has the
 * path pattern. No line has an address, an account or a query string. `onError` hears of the errors among them. `fields` are in
 * every line.
 */
export function createLog(
	level: string,
	destination?: pino.DestinationStream,
	onError?: (line: ErrorLine) => void,
	fields: Readonly<Record<string, number>> | null = null,
): Log {
	return pino(
		{
			level,
			base: fields,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
			redact: { paths: NEVER_LOGGED, censor: '[redacted]' },
			serializers: { err: (error: unknown) => (typeof error === 'object' && !(error instanceof Error) ? error : describeError(error)) },
			mixin() {
				const [requestId, traceId] = [currentRequestId(), currentTraceparent()?.split('-')[1]]
				return { ...(requestId === undefined ? {} : { requestId }), ...(traceId === undefined ? {} : { traceId }) }
			},
			...(onError === undefined ? {} : { hooks: { logMethod: hearErrors(onError) } }),
		},
		destination ?? pino.destination({ dest: 1, sync: false }),
	)
}

/** Passes the errors of the log on, before they are written. */
function hearErrors(onError: (line: ErrorLine) => void): NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']> {
	return function (args, method, level) {
		const [fields, message] = args as [unknown, unknown]
		if (level >= pino.levels.values['error']! && typeof fields === 'object' && fields !== null && 'err' in fields) {
			const { err, requestId, ...others } = fields as { err: unknown; requestId?: unknown } & Record<string, unknown>
			onError({
				error: err,
				level: level >= pino.levels.values['fatal']! ? 'fatal' : 'error',
				message: typeof message === 'string' ? message : '',
				requestId: typeof requestId === 'string' ? requestId : currentRequestId(),
				traceparent: currentTraceparent(),
				details: detailsOf(others),
			})
		}
		method.apply(this, args)
	}
}

/** Only what names a place: other fields of a line may say anything. */
function detailsOf({ queue, job, attempt }: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		Object.entries({ queue, job, attempt }).flatMap(([name, value]) =>
			typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
		),
	)
}

/**
 * PostgreSQL repeats a row's values in `detail` and `where`, and mail servers repeat addresses in their messages; type, code,
 * constraint, message without addresses and stack are enough to find a fault.
 */
export function describeError(error: unknown): DescribedError {
	if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)) }
	const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
	return {
		type: error.name,
		message: withoutAddresses(error.message),
		...(code === undefined ? {} : { code }),
		...(constraint === undefined ? {} : { constraint }),
		...(table === undefined ? {} : { table }),
		...(error.stack === undefined ? {} : { stack: stackWithoutAddresses(error.stack) }),
		...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
	}
}

/** The message is repeated at the top; folders of packages such as @hono look like addresses and stay. */
const stackWithoutAddresses = (stack: string): string =>
	stack
		.split('\n')
		.map((line) => (/^\s+at .*:\d+:\d+\)?$/.test(line) ? line : withoutAddresses(line)))
		.join('\n')
