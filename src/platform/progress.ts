export type Progress = {
	/** Names a step when it begins and again, with its result, when it ends. */
	step: <T>(title: string, handler: (detail: (text: string) => void) => Promise<T>, result?: (value: T) => string) => Promise<T>
	note: (text: string) => void
	/** A frame around the lines that a person should not miss. */
	box: (lines: readonly string[]) => void
}

const DETAIL_EVERY_MS = 1_000

/** One line per event, each with the time since the start; steps may run side by side. */
export function createProgress(write: (line: string) => void): Progress {
	const begun = performance.now()
	const line = (text: string) => write(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)}s  ${text}`)
	return {
		note: line,
		async step(title, handler, result) {
			const start = performance.now()
			let lastDetail = start
			line(`${title} …`)
			const value = await handler((text) => {
				if (performance.now() - lastDetail < DETAIL_EVERY_MS) return
				lastDetail = performance.now()
				line(`${title}: ${text}`)
			})
			const ending = result?.(value)
			line(`${title}: ${ending ? `${ending}, ` : ''}done in ${((performance.now() - start) / 1000).toFixed(1)}s`)
			return value
		},
		box(lines) {
			const inner = Math.max(...lines.map(columns))
			write(`┌${'─'.repeat(inner + 2)}┐`)
			for (const text of lines) write(`│ ${text}${' '.repeat(inner - columns(text))} │`)
			write(`└${'─'.repeat(inner + 2)}┘`)
		},
	}
}

/** Returns the columns of a text in a terminal: Japanese characters take two. */
function columns(text: string): number {
	let count = 0
	for (const character of text)
		count += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(character) ? 2 : 1
	return count
}
