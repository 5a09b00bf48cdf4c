/** Writes hold what somebody has typed, so they may wait longer. */
export type RequestKind = 'read' | 'write'

export type AdmissionOptions = {
	/** Handlers that run side by side; one thread serves them all, so more only make each slower. */
	atOnce: number
	/** How long a request may wait for its turn, in milliseconds. */
	deadlines: Readonly<Record<RequestKind, number>>
	/** After so many milliseconds a handler waits for something else than the processor, and its place is free. */
	longestTurn: number
	/** Milliseconds; passed in by tests. */
	now?: () => number
}

export type Admission = {
	/** Resolves with what ends the turn, or with null when the request must be refused. */
	enter: (kind: RequestKind) => Promise<(() => void) | null>
	stats: () => { running: number; waiting: number; refused: number }
}

type Waiter = { kind: RequestKind; start: (end: (() => void) | null) => void; timer: NodeJS.Timeout }

/** How much the newest turn counts in the mean distance between two. */
const WEIGHT = 0.1

/**
 * One queue for all requests that the application handles. Some run, the others wait in their order, writes first. A request is
 * refused at once when those before it would take longer than its deadline, by the pace of the last turns, and otherwise at its
 * deadline.
 */
export function createAdmission({ atOnce, deadlines, longestTurn, now = performance.now.bind(performance) }: AdmissionOptions): Admission {
	const waiting: Waiter[] = []
	let running = 0
	let refused = 0
	const pace = createPaceOfTurns(now)

	function begin(): () => void {
		let isOver = false
		const end = () => {
			if (isOver) return
			isOver = true
			clearTimeout(timer)
			pace.noteEnd(waiting.length > 0)
			const next = waiting.shift()
			if (next === undefined) {
				running -= 1
				return
			}
			clearTimeout(next.timer)
			next.start(begin())
		}
		const timer = setTimeout(end, longestTurn)
		timer.unref()
		return end
	}

	const refuse = (): null => {
		refused += 1
		return null
	}

	function wait(kind: RequestKind): Promise<(() => void) | null> {
		const place = kind === 'write' ? waiting.findIndex((other) => other.kind === 'read') : -1
		const before = place === -1 ? waiting.length : place
		// A few may always wait, or a pace that was slow once would never be measured again.
		if (before >= atOnce && pace.timeOf(before + 1) > deadlines[kind]) return Promise.resolve(refuse())
		return new Promise((start) => {
			const timer = setTimeout(() => {
				waiting.splice(waiting.indexOf(waiter), 1)
				start(refuse())
			}, deadlines[kind])
			const waiter: Waiter = { kind, start, timer }
			waiting.splice(before, 0, waiter)
		})
	}

	return {
		enter(kind) {
			if (running >= atOnce) return wait(kind)
			running += 1
			return Promise.resolve(begin())
		},
		stats: () => ({ running, waiting: waiting.length, refused }),
	}
}

/** The mean distance between two ends of turns while somebody waits. */
function createPaceOfTurns(now: () => number) {
	let distance: number | null = null
	let endedAt: number | null = null
	return {
		noteEnd(isBusy: boolean): void {
			const time = now()
			if (isBusy && endedAt !== null) distance = distance === null ? time - endedAt : distance + WEIGHT * (time - endedAt - distance)
			endedAt = isBusy ? time : null
		},
		/** Expected milliseconds until so many turns have ended; 0 while nothing is known. */
		timeOf: (turns: number): number => turns * (distance ?? 0),
	}
}
