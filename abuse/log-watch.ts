import type { Canaries } from './canaries.ts'
import type { Fault } from './oracle.ts'

/** With the number of the request that the line names, where it names one. */
export type LogFault = Fault & { index: number | null }

export type LogWatch = {
	hear: (text: string) => void
	/** Faults since the last call. */
	take: () => LogFault[]
}

/** What Node says of itself. */
const harmless = /ExperimentalWarning|--trace-warnings/

/** Reads the site's log: it must not contain a canary, and each error in it is a fault, whatever the answer was. */
export function createLogWatch(canaries: Canaries): LogWatch {
	let rest = ''
	let faults: LogFault[] = []
	const read = (line: string) => {
		const index = Number(/"requestId":"abuse-(\d{8})"/.exec(line)?.[1] ?? Number.NaN)
		const add = (rule: string, length: number) =>
			faults.push({ rule, detail: line.slice(0, length), index: Number.isNaN(index) ? null : index, isGeneral: true })
		for (const { places } of canaries.findIn(line)) add(`a canary of ${places[0]?.table}.${places[0]?.column} in the log`, 600)
		if (/^\{"level":"(?:error|fatal)"/.test(line) || (line !== '' && !line.startsWith('{') && !harmless.test(line)))
			add(`an error in the log: ${messageOf(line)}`, 2_000)
	}
	return {
		hear(text) {
			const lines = `${rest}${text}`.split('\n')
			rest = lines.pop() ?? ''
			lines.forEach(read)
		},
		take() {
			const found = faults
			faults = []
			return found
		},
	}
}

/** Identifies a kind of error. */
function messageOf(line: string): string {
	try {
		const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
		return `${msg ?? ''} ${err?.message ?? ''}`.slice(0, 120)
	} catch {
		return line.slice(0, 120)
	}
}
