import pino from 'pino'

export type Log = pino.Logger

/** What may name a person or open a door. Paths are pino's: one level deep and at the top. */
const NEVER_LOGGED = ['email', 'password', 'token', 'authorization', 'cookie', 'phone', 'first_name', 'last_name', 'address'].flatMap(
	(field) => [field, `*.${field}`],
)

/**
 * One JSON line per event on standard output. A request's log carries its id (`log.child({ requestId })`) and the path
 * pattern, never an address, an account or a query string.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
	return pino(
		{
			level,
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
			redact: { paths: NEVER_LOGGED, censor: '[redacted]' },
			serializers: { err: withoutRow },
		},
		destination ?? pino.destination({ dest: 1, sync: false }),
	)
}

/** PostgreSQL repeats a row's values in `detail` and `where`; type, code, constraint and stack are enough to find a fault. */
function withoutRow(error: unknown): unknown {
	if (!(error instanceof Error)) return error
	const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown }
	return {
		type: error.name,
		message: error.message,
		...(code === undefined ? {} : { code }),
		...(constraint === undefined ? {} : { constraint }),
		...(table === undefined ? {} : { table }),
		stack: error.stack,
		...(error.cause === undefined ? {} : { cause: withoutRow(error.cause) }),
	}
}
