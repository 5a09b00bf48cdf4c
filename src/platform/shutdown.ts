/** Signals that ask for an end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The terminal and npm both pass one Ctrl-C on: a second one within this time is the same. */
const SAME_SIGNAL_MS = 800

/**
 * Runs `stop` on the first signal and ends the process; `force` on a second one, for a person who will not wait.
 * Returns what ends the process for any other reason.
 */
export function onShutdown(handlers: {
	stop: () => Promise<void>
	force: () => void
	say: (line: string) => void
}): (exitCode: number) => Promise<never> {
	let begun: number | undefined
	const end = async (exitCode: number): Promise<never> => {
		begun ??= Date.now()
		try {
			await handlers.stop()
		} catch (error) {
			handlers.say(`The stop was not clean: ${error instanceof Error ? error.message : String(error)}`)
			process.exit(1)
		}
		process.exit(exitCode)
	}
	for (const signal of SIGNALS)
		process.on(signal, () => {
			if (begun === undefined) {
				handlers.say('Stopping … (once more to cut off what is running)')
				void end(0)
			} else if (Date.now() - begun > SAME_SIGNAL_MS) handlers.force()
		})
	// A closed terminal must not turn the last lines into a crash.
	process.stdout.on('error', () => undefined)
	process.stderr.on('error', () => undefined)
	return end
}
