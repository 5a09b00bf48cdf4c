/** Frames to look through: those of Kysely come first. */
const FRAMES = 40
const NAMES = 3

/** Parts between our own functions and the driver. */
const BETWEEN = /[/\\]node_modules[/\\]|^node:|[/\\]src[/\\]platform[/\\](?:database|pipelined-pool|checked-sql|query-name)\.ts/

/**
 * Returns the functions that wait for the statement under way, innermost first: `listOffices < loadSearch`. It is read from the
 * stack, because a name given to each query by hand would be wrong sooner or later; so it is for rare use.
 */
export function queryName(): string {
	const { stackTraceLimit } = Error
	Error.stackTraceLimit = FRAMES
	const { stack = '' } = new Error()
	Error.stackTraceLimit = stackTraceLimit
	return namesIn(stack)
}

/** Exported for tests. */
export function namesIn(stack: string): string {
	const names: string[] = []
	for (const line of stack.split('\n').slice(1)) {
		const [, name = '', place = ''] = /^\s+at (?:async )?([\w$.]+) (?:\[as \w+\] )?\((.*)\)$/.exec(line) ?? []
		// `Promise.all (index 2)` is no place in a file.
		if (name === '' || !place.includes('/') || BETWEEN.test(place.replace(/^file:\/\//, ''))) continue
		const own = name.replace(/^Object\./, '')
		if (!own.startsWith('openDatabase') && names.at(-1) !== own) names.push(own)
		if (names.length === NAMES) break
	}
	return names.length === 0 ? 'unknown' : names.join(' < ')
}
