const WIDTH = 24

/** Lines with a bar, at most one for each two hundredth of the work, with the time left. */
export function progressBar(
	label: string,
	{ from, total }: { from: number; total: number },
	onProgress: (line: string) => void,
): (done: number) => void {
	const startedAt = performance.now()
	let last = -1
	return (done) => {
		const step = total === 0 ? 200 : Math.floor((200 * done) / total)
		if (step === last && done < total) return
		last = step
		const share = total === 0 ? 1 : done / total
		const filled = Math.round(share * WIDTH)
		const seconds = (performance.now() - startedAt) / 1000
		const left = done < total && done > from ? ` · ${duration((seconds / (done - from)) * (total - done))} left` : ` · ${duration(seconds)}`
		onProgress(
			`${label} [${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}% ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${left}`,
		)
	}
}

const duration = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`)
