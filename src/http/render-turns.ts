const waiting: (() => void)[] = []

/**
 * Resolves when a document may be rendered: one in each turn of the event loop. Rows for many pages arrive together, and rendering
 * those one after the other would keep what else has arrived, refusals and pages from memory, waiting for all of them.
 */
export function nextRender(): Promise<void> {
	return new Promise((resolve) => {
		waiting.push(resolve)
		if (waiting.length === 1) setImmediate(startNext)
	})
}

function startNext(): void {
	waiting.shift()?.()
	if (waiting.length > 0) setImmediate(startNext)
}
