import pino from 'pino'
import { withoutAddresses } from './mail-addresses.ts'
import { currentRequestId } from './request-id.ts'

export type Log = pino.Logger

/** Personal data and secrets. Paths are pino's: one level deep and at the top. */
const NEVER_LOGGED = ['email', 'password', 'token', 'authorization', 'cookie', 'phone', 'first_name', 'last_name', 'address'].flatMap(
	(field) => [field, `*.${field}`],
)

/**
 * One JSON line per event on standard output. What a request leads to carries its id, also in jobs; its own line has the
 * path pattern. No line has an address, an account or a query string.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
	return pino(
		{
			level,
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
			redact: { paths: NEVER_LOGGED, censor: '[redacted]' },
			serializers: { err: withoutPersonalData },
			mixin() {
				const requestId = currentRequestId()
				return requestId === undefined ? {} : { requestId }
			},
		},
		destination ?? pino.destination({ dest: 1, sync: false }),
	)
}

/**
 * PostgreSQL repeats a row's values in `detail` and `where`, and mail servers repeat addresses in their messages; type, code,
 * constraint, message without addresses and stack are enough to find a fault.
 */
function withoutPersonalData(error: unknown): unknown {
	if (typeof error === 'string') return withoutAddresses(error)
	if (!(error instanceof Error)) return error
	const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
	return {
		type: error.name,
		message: withoutAddresses(error.message),
		...(code === undefined ? {} : { code }),
		...(constraint === undefined ? {} : { constraint }),
		...(table === undefined ? {} : { table }),
		...(error.stack === undefined ? {} : { stack: stackWithoutAddresses(error.stack) }),
		...(error.cause === undefined ? {} : { cause: withoutPersonalData(error.cause) }),
	}
}

/** The message is repeated at the top; folders of packages such as @hono look like addresses and stay. */
const stackWithoutAddresses = (stack: string): string =>
	stack
		.split('\n')
		.map((line) => (/^\s+at .*:\d+:\d+\)?$/.test(line) ? line : withoutAddresses(line)))
		.join('\n')
