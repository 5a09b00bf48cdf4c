// Compared by code: importing pg's classes would bundle the driver into browser scripts.
const STARTING_OR_STOPPING = new Set([
	'57P03',
	'57P01',
	'57P02',
	'53300',
	'ECONNREFUSED',
	'ECONNRESET',
	'ENOENT',
	'EPIPE',
	'EAI_AGAIN',
	'ETIMEDOUT',
])

/** Returns whether the same call may work a moment later: the database starts, stops or is full of connections. */
export function mayPass(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	if (error instanceof AggregateError && error.errors.some(mayPass)) return true
	if ('code' in error && typeof error.code === 'string') return STARTING_OR_STOPPING.has(error.code)
	return /connection terminated|timeout exceeded when trying to connect/i.test(error.message)
}

/** Returns whether the connection itself is of no use any more: no answer comes, or its server has become a standby. */
export const isUseless = (error: unknown): boolean =>
	error instanceof Error && (error.message === 'Query read timeout' || ('code' in error && error.code === '25006'))

/** Returns whether a request failed because the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
	if (isUseless(error)) return true
	const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown }
	// A socket's file is missing while the database starts; another missing file is a fault.
	if (code === 'ENOENT') return syscall === 'connect'
	// A statement that waited too long for others (57014, 55P03: lists being rebuilt) is not a fault of the request either.
	if (typeof code === 'string') return code === '57014' || code === '55P03' || STARTING_OR_STOPPING.has(code)
	return /^connection terminated|timeout exceeded when trying to connect|connection has been discarded|is not queryable/i.test(
		error.message,
	)
}

const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Returns whether the database or a file system has no room left. */
export function isStorageFull(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	return ('code' in error && DISK_FULL.has(String(error.code))) || isStorageFull(error.cause)
}

/** The code of an error of the service that keeps files. */
export const OBJECT_STORE_AWAY = 'EOBJECTSTORE'

/** Returns whether the service that keeps files is temporarily unavailable. */
export function isObjectStoreAway(error: unknown): boolean {
	return error instanceof Error && (('code' in error && error.code === OBJECT_STORE_AWAY) || isObjectStoreAway(error.cause))
}

/** Returns whether a statement failed because a text holds a character that PostgreSQL cannot keep (NUL). */
export function isUnstorableText(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')
}

/**
 * Whether a statement failed because a row that it refers to was deleted at the same moment, or because PostgreSQL broke a
 * deadlock. Ids that never existed are refused before a statement is sent.
 */
export function isOvertaken(error: unknown): boolean {
	return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '40P01')
}
