/** What one cell of the matrix found: a sentence for each column, and what was not as promised. */
export type Finding = { visitors: string; members: string; heals: string; broken: string[] }

export type Cell = { dependency: string; fault: string; run: () => Promise<Finding> }

/** Runs the cells one after the other and prints each as a row of a table in Markdown. Returns the number of those that broke a promise. */
export async function runCells(cells: readonly Cell[], isAsked: (name: string) => boolean): Promise<number> {
	let failed = 0
	for (const { dependency, fault, run } of cells) {
		if (!isAsked(`${dependency}: ${fault}`)) continue
		const { visitors, members, heals, broken } = await run().catch((error: unknown): Finding => ({
			visitors: '?',
			members: '?',
			heals: '?',
			broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
		}))
		console.log(`| ${dependency} | ${fault} | ${visitors} | ${members} | ${heals} | ${broken.length === 0 ? 'holds' : 'BROKEN'} |`)
		for (const promise of broken) console.error(`  broken: ${promise}`)
		if (broken.length > 0) failed += 1
	}
	return failed
}

/** Collects the promises of a cell that were broken. */
export function createChecks() {
	const broken: string[] = []
	return {
		broken,
		expectThat: (isKept: boolean, promise: string): void => {
			if (!isKept) broken.push(promise)
		},
	}
}
